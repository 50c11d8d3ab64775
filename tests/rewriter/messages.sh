#!/bin/sh
# messages.sh REWRITER CHECKOUT WORK: what compilers say of the files in messages/, as a reader sees it. In these,
#     //! COLUMN: error: TEXT
# is what has to be said of the next line; a column * may be any. Every message shows that line, with a mark
# below the column; nothing else is said, and nothing of the translation.
set -u
rewriter=$1 root=$2 work=$3
here=$root/tests/rewriter/messages
rm -rf "$work" && mkdir -p "$work" || exit 2
result=0 count=0
unset LC_ALL LC_CTYPE LC_MESSAGES LANGUAGE

# one COMPILER ID FILE FLAG...
one() {
    compiler=$1 id=$2 file=$3
    shift 3
    count=$((count + 1))
    check=''
    [ "$id" != Clang ] || check=--check
    # shellcheck disable=SC2086 # no option where there is none
    (cd "$here" && "$rewriter" "$file" --output "$work/out.cpp" --columns "$work/out.cpp.columns" $check) ||
        exit 1
    for locale in C C.UTF-8; do
        if LANG=$locale sh "$root/cmake/compile.sh" "$rewriter" "$id" "$compiler" "$@" -include "$work/first.h" \
            -fsyntax-only "$work/out.cpp" >"$work/said.$locale" 2>&1; then
            echo "$file, $compiler: no error"
            result=1
        fi
    done
    cmp "$work/said.C" "$work/said.C.UTF-8" || result=1
    awk -v file="$file" -v compiler="$compiler" '
        function wrong(what) { print file ", " compiler ": " what; bad = 1 }
        FILENAME == ARGV[1] {
            line[FNR] = $0
            if (wanted != "") { expected[FNR] = wanted; wanted = "" }
            if (match($0, /\/\/! [0-9*]+: error:.*/)) wanted = substr($0, RSTART + 4)
            next
        }
        /cuda_emulator|CUDA_EMULATOR|lambda|conditional|\(void\)0|(operand|product|target|value_type)</ { wrong("says: " $0) }
        mark { # the line of carets
            if (index($0, "^") - 8 != shown) wrong("the mark is in column " index($0, "^") - 8 " for " said)
            mark = 0
            next
        }
        text {
            if (substr($0, 9) != line[number]) wrong("shows another line than " number ": " $0)
            # Wide characters take two columns on a terminal, and one in a count.
            before = substr(line[number], 1, column - 1)
            shown = column
            text = 0
            mark = before !~ /[^ -~]/
            skip = !mark
            next
        }
        skip { skip = 0; next }
        match($0, "^" file ":[0-9]+:[0-9]+: (error|note|warning): ") {
            split($0, part, ":")
            number = part[2]; column = part[3]; said = $0; text = 1
            if (part[4] != " error") next
            want = expected[number]
            any = want ~ /^\*/
            have = any ? substr($0, length(file ":" number ":" column) + 1) : \
                substr($0, length(file ":" number) + 2)
            if (any) want = substr(want, 2)
            if (want == "" || index(have, want) != 1) wrong("says: " $0 "\n    instead of: " want)
            seen[number] = 1
            next
        }
        { wrong("says: " $0) }
        END {
            for (n in expected) if (!seen[n]) wrong("nothing said of line " n ": " expected[n])
            exit bad
        }' "$here/$file" "$work/said.C" || result=1
}

for compiler in g++ clang++; do
    command -v $compiler >/dev/null || { echo "no $compiler here" && continue; }
    set -- -std=gnu++17 -isystem "$root/emulator/include"
    case $compiler in g++) id=GNU ;; *) id=Clang && set -- "$@" -DCUDA_EMULATOR_CHECKED ;; esac
    # Nearly all that takes time is what every file includes first.
    echo '#include <emulator/nvcc.h>' >"$work/first.h"
    "$compiler" "$@" -x c++-header "$work/first.h" -o "$work/first.h.gch" || exit 1
    for path in "$here"/*.cu; do one "$compiler" "$id" "${path##*/}" "$@"; done
done
[ $result -ne 0 ] || echo "$count files were explained"
exit $result
