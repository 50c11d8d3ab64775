# `./book try`, read by `book`: the exercises of the READMEs, which are diffs: CHAPTER/exercises/PROGRAM-N.diff.
# Whether one is made is seen from the file alone: its change can be taken back. So nothing needs to be
# remembered, and what else the reader has changed stays as it is.
# shellcheck shell=sh disable=SC2154  # the other parts set ROOT and BUILD

help_try() {
    cat <<'TEXT'
usage: ./book try [PROGRAM [N]]
       ./book try --undo [PROGRAM [N]]

The exercises that the chapters' READMEs list for a program. Without a number: shows
them. With one: makes the change in the program's file, as you would by hand. Only
the lines of that change are touched; if they do not stand there any more, nothing
is changed.
  --undo                   takes back that change, or every one that is made
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

show_exercises() {
    for diff in $(exercises "$PROGRAM"); do
        mark=''
        ! is_made "$diff" || mark=' (is made: --undo takes it back)'
        printf '%-36s %s%s\n' "$(words "$diff")" "$(diff_field "$ROOT/$diff" title)" "$mark"
    done
}

make_exercise() {
    if is_made "$1"; then
        say "exercise $(words "$1") is made already; ./book try --undo $(words "$1") takes it back"
        return
    fi
    if ! change "$1"; then
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
    undone=0
    for diff in ${number:+"$(exercise "$PROGRAM" "$number")"} $([ -n "$number" ] || exercises "$PROGRAM"); do
        is_made "$diff" || continue
        change "$diff" -R || fail "exercise $(words "$diff") could not be taken back: $why"
        echo "taken back: $(words "$diff"): $(diff_field "$ROOT/$diff" title)"
        undone=$((undone + 1))
    done
    [ $undone -gt 0 ] || fail "no exercise${PROGRAM:+ of $PROGRAM} is made" \
        "(one whose lines were edited afterwards is taken back by hand: its diff is in CHAPTER/exercises)"
}
