#!/bin/sh
# exercise.sh SCRATCH PROGRAM N: makes exercise N of the program in the checkout SCRATCH/checkout, runs what
# its diff says, and takes it back. Before the diff there stands
#
#   title: SENTENCE                  what the reader is asked to do
#   $ [NAME=VALUE] ./book COMMAND    what shows what comes of it, and then of that
#   exit: CODE
#   has: TEXT                        a part of a line of its output, as it is
#
# and the pages of the chapter must have title, commands and outputs, word for word.
scratch=$1 program=$2 number=$3
checkout=$scratch/checkout
BOOK_BUILD_DIR=$scratch/build
# The emulator was built in another checkout: reports shorten the names of files in this one.
CUDA_EMULATOR_SOURCE_ROOT=$checkout/
export BOOK_BUILD_DIR CUDA_EMULATOR_SOURCE_ROOT
unset DISPLAY WAYLAND_DISPLAY
unset OMPI_MCA_orte_create_session_dirs # which mpirun needs
# shellcheck source=/dev/null
. "$checkout/book.d/diffs.sh"
diff=$checkout/${program%/*}/exercises/${program##*/}-$number.diff
file=$checkout/$(diff_file "$diff")
failed=0
wrong() {
    echo "$*"
    failed=1
}

# Words of a text are divided into lines anywhere.
pages=$(cat "$checkout/${program%/*}"/*.md | tr -s ' \n' ' ')
promised() {
    case $pages in *"$(printf '%s\n' "$1" | tr -s ' ')"*) ;; *) wrong "no page of ${program%/*} says: $1" ;; esac
}

folder=$(mktemp -d) || exit 1
cp "$file" "$folder/original"
# Whatever happens, the next test finds the program as it was (and ninja that it is another one).
trap 'cmp -s "$folder/original" "$file" || cp "$folder/original" "$file"; rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
mkdir "$folder/empty" && cd "$folder/empty" || exit 1

promised "$(diff_field "$diff" title)"
"$checkout/book" try "$program" "$number" >"$folder/shown" 2>&1 || {
    cat "$folder/shown"
    echo "make ${diff#"$checkout/"} of what stands in ${file#"$checkout/"} now"
    exit 1
}
count=0 command=''
while IFS= read -r line; do
    case $line in
    '--- '*) break ;;
    '$ '*)
        command=${line#??}
        promised "$command"
        # shellcheck disable=SC2016  # expanded by eval
        # On the emulator, also where there is a GPU; the checkout may have spaces in its name.
        words=$(printf '%s\n' "$command" | sed 's|\./book run |"$checkout/book" run --backend emulator |
            s#\./book \(check\|profile\) #"$checkout/book" \1 #; s|--backend emulator --backend emulator|--backend emulator|')
        # shellcheck disable=SC2086
        (eval "$words") >"$folder/output" 2>&1 </dev/null
        code=$?
        count=$((count + 1))
        printf '$ %s\n' "$command"
        cat "$folder/output"
        ;;
    'exit: '*) [ "$code" -eq "${line#exit: }" ] || wrong "expected exit code ${line#exit: }, got $code" ;;
    'has: '*)
        promised "${line#has: }"
        grep -qF -e "${line#has: }" "$folder/output" || wrong "expected: ${line#has: }"
        ;;
    esac
done <"$diff"
[ $count -gt 0 ] || wrong "${diff#"$checkout/"} has no command"

"$checkout/book" try --undo "$program" "$number" || wrong 'it could not be taken back'
cmp "$file" "$folder/original" || wrong 'taken back, the file is another one than before'
exit $failed
