# `./book try`, read by `book`: the exercises of the READMEs, which are diffs: CHAPTER/exercises/PROGRAM-N.diff.
# Whether one is made is seen from the file alone: its change can be taken back. So what else the reader has changed
# stays as it is. But who has made the same change by hand calls it their own: build/book/tried has those that `try`
# has made, the oldest first, and only these does --undo take back where none is named.
# shellcheck shell=sh disable=SC2154  # the other parts set ROOT and BUILD

help_try() {
    cat <<'TEXT'
usage: ./book try [PROGRAM [N]]
       ./book try --undo [PROGRAM [N]]

The exercises that the chapters' READMEs list for a program. Without a number: shows
them. With one: makes the change in the program's file, as you would by hand. Only
the lines of that change are touched; if they do not stand there any more, nothing
is changed.
  --undo                   takes back that change; without a number every one that
                           was made by this command
  --help, -h               this text
TEXT
}

cmd_try() {
    undo='' number=''
    while [ $# -gt 0 ]; do
        case $1 in
        --undo) undo=yes ;;
        -h | --help) help_try; return ;;
        -*) usage_error "try has no option '$1'; it takes --undo, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ $# -le 2 ] || usage_error "try takes a program and the number of an exercise, not '$3' as well"
    PROGRAM=''
    if [ $# -gt 0 ]; then
        resolve "$1"
        [ -n "$PROGRAM" ] || usage_error "'$1' is a file of your own; exercises are of the programs that ./book list shows"
        [ -n "$(exercises "$PROGRAM")" ] || usage_error "$PROGRAM has no exercises; these have: $(programs_with_exercises)"
    fi
    if [ $# -eq 2 ]; then
        number=$2
        case $number in '' | *[!0-9]* | 0*) number=none ;; esac
        [ -f "$ROOT/$(exercise "$PROGRAM" "$number")" ] ||
            usage_error "$PROGRAM has no exercise '$2'; it has 1 to $(exercises "$PROGRAM" | wc -l)"
    fi
    if [ -n "$undo$number" ] && [ ! -w "$ROOT/${PROGRAM%/*}" ]; then
        fail "this checkout is read-only: copy it to a folder of your own to change its programs"
    fi
    [ -z "$undo$number" ] || choose_build_dir
    TRIED=$BUILD/book/tried
    if [ -n "$undo" ]; then
        undo_exercises
    elif [ -n "$number" ]; then
        make_exercise "$(exercise "$PROGRAM" "$number")"
    else
        show_exercises
    fi
}

# exercise PROGRAM N: its diff, as seen from the checkout.
exercise() { printf '%s\n' "${1%/*}/exercises/${1##*/}-$2.diff"; }

# exercises [PROGRAM]: the diffs of a program, or of all, in the order of programs and numbers.
exercises() {
    for program in ${1:-$(programs)}; do
        n=1
        while [ -f "$ROOT/$(exercise "$program" $n)" ]; do
            exercise "$program" $n
            n=$((n + 1))
        done
    done
}

programs_with_exercises() {
    for program in $(programs); do
        [ ! -f "$ROOT/$(exercise "$program" 1)" ] || printf '%s ' "$program"
    done
}

# words DIFF: "PROGRAM N", as one calls it.
words() { printf '%s\n' "$1" | sed 's|/exercises/|/|; s|-\([0-9]*\)\.diff$| \1|'; }

# change DIFF [-R]: makes the change in the file of this checkout, or takes it back. Where that cannot be, the
# file stays as it is, why says why, and it returns 1. With ONLY_LOOK=yes nothing is changed in any case.
ONLY_LOOK=
change() {
    file=$ROOT/$(diff_file "$ROOT/$1")
    work=$(mktemp -d "${TMPDIR:-/tmp}/book.XXXXXX") || exit 1
    why=$(apply_diff "$ROOT/$1" "$file" "$work/new" ${2+"$2"})
    code=$?
    if [ $code -eq 0 ] && [ -z "$ONLY_LOOK" ]; then
        # The file is there at any time, as it was or as it is to be.
        cp -p -- "$file" "$file.new" && cat "$work/new" >"$file.new" && mv -f -- "$file.new" "$file"
        code=$?
    fi
    rm -rf "$work"
    return $code
}

can() { ONLY_LOOK=yes; change "$@"; code=$?; ONLY_LOOK=; return $code; }
is_made() { ! can "$1" && can "$1" -R; }

# tried [PROGRAM]: what `try` has made of that program, or of all, and not taken back; the latest first.
tried() { [ ! -f "$TRIED" ] || exercises "${1-}" | grep -xF -f - -- "$TRIED" | sed '1!G;h;$!d'; }
remember() { mkdir -p "$BUILD/book" && printf '%s\n' "$1" >>"$TRIED" || exit 1; }
forget() {
    [ -f "$TRIED" ] || return 0
    grep -vxF -e "$1" "$TRIED" >"$TRIED.new"
    mv -f -- "$TRIED.new" "$TRIED"
}

show_exercises() {
    for diff in $(exercises "$PROGRAM"); do
        mark=''
        if is_made "$diff"; then
            mark=' (is made: --undo takes it back)'
            tried | grep -qxF -e "$diff" || mark=" (is made: --undo $(words "$diff") takes it back)"
        fi
        printf '%-36s %s%s\n' "$(words "$diff")" "$(diff_field "$ROOT/$diff" title)" "$mark"
    done
}

make_exercise() {
    if is_made "$1"; then
        say "exercise $(words "$1") is made already; ./book try --undo $(words "$1") takes it back"
        return
    fi
    if change "$1"; then
        remember "$1"
    else
        say "exercise $(words "$1") cannot be made, and nothing was changed: $1 changes" \
            "$(diff_file "$ROOT/$1"), and $why"
        fail "another exercise may be made (./book try --undo takes it back), or they are edited by hand"
    fi
    diff_field "$ROOT/$1" title
    echo
    sed -n '/^--- /,$p' "$ROOT/$1"
    echo
    echo 'Now:'
    sed -n '/^--- /q; s/^\$ /    /p' "$ROOT/$1"
    echo "    ./book try --undo"
}

undo_exercises() {
    undone=0 made=''
    for diff in $(if [ -n "$number" ]; then exercise "$PROGRAM" "$number"; else tried "$PROGRAM"; fi); do
        # Perhaps the reader has taken it back already; what was edited since then is still there.
        if is_made "$diff"; then
            change "$diff" -R || fail "exercise $(words "$diff") could not be taken back: $why"
            echo "taken back: $(words "$diff"): $(diff_field "$ROOT/$diff" title)"
            undone=$((undone + 1))
        fi
        ! can "$diff" || forget "$diff"
    done
    [ $undone -eq 0 ] || return 0
    [ -n "$number" ] || for diff in $(exercises "$PROGRAM"); do
        ! is_made "$diff" || made="$made, $(words "$diff")"
    done
    [ -z "$made" ] || fail "in the files as if made by hand: ${made#, }; ./book try --undo PROGRAM N takes one back"
    fail "no exercise${PROGRAM:+ of $PROGRAM} is made" \
        "(one whose lines were edited afterwards is taken back by hand: its diff is in CHAPTER/exercises)"
}
