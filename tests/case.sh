#!/bin/sh
# case.sh PLACE [EXPECTATION ...] -- COMMAND [ARGUMENT ...]: runs the command in an empty folder, and fails unless all
# that is expected of it is so. Where it is not, shows what was, and how to see it again by hand.
#
#   exit: CODE     its exit code, 0 if not said
#   has: TEXT      a part of a line of its output, stdout and stderr together
#   says: REGEX    a line of its output, as an extended regular expression
#   not: TEXT      no line has it
#   env: NAME=VALUE, needs: WHAT
#   head: FILE     what the first lines of the file say of it, in these words (head.awk)
#
# PLACE is where this is asked for. What cannot run here (exit code 77) passes that on.
place=$1 code=0 expected='' given='' here=$(dirname "$0")
shift

# quoted WORD: as a shell takes it.
quoted() {
    case $1 in
    '' | *[!A-Za-z0-9_./=:+,@%-]*) printf "'%s'" "$(printf '%s\n' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
    esac
}

# expect LINE: keeps it for later.
expect() {
    case $1 in
    'exit: '*) code=${1#exit: } ;;
    'env: '*)
        setting=${1#env: }
        export "${setting?}"
        given="$given ${setting%%=*}=$(quoted "${setting#*=}")"
        ;;
    'needs: gpus')
        count=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ')
        [ "${count:-0}" -ge 2 ] || { echo "this test needs two GPUs; here are ${count:-0}" && exit 77; }
        ;;
    'needs: '*) ;; # what runs has to say so, and to end with 77
    'has: '* | 'says: '* | 'not: '*) expected="$expected$1
" ;;
    *) echo "$place: '$1' is not known" && exit 1 ;;
    esac
}
while [ "$1" != -- ]; do
    case $1 in
    'head: '*)
        head=$(awk -f "$here/head.awk" "${1#head: }") || exit 1
        while IFS= read -r line; do
            [ -z "$line" ] || expect "$line"
        done <<LINES
$head
LINES
        ;;
    *) expect "$1" ;;
    esac
    shift
done
shift
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
for try in 1 2 3; do
    output=$("$@" 2>&1 </dev/null)
    got=$?
    # LeakSanitizer itself dies now and then over a thread of a graphics library that is about to end (once in some
    # hundred runs, after the program has ended): it is asked again.
    case $try$output in [12]*'LeakSanitizer has encountered a fatal error'*) sleep 3 ;; *) break ;; esac
done
if [ "$got" -eq 77 ] && [ "$code" -ne 77 ]; then
    printf '%s\n' "$output"
    exit 77
fi

# there OPTION TEXT: whether a line of the output is like that for grep.
there() {
    printf '%s\n' "$output" | grep -q "$1" -e "$2"
}
wrong=''
if [ "$got" -ne "$code" ]; then
    wrong="expected   exit: $code, and it was $got
"
fi
while IFS= read -r line; do
    case $line in
    'has: '*) there -F "${line#has: }" ;;
    'says: '*) there -E "${line#says: }" ;;
    'not: '*) ! there -F "${line#not: }" ;;
    esac || wrong="${wrong}expected   $line
"
done <<LINES
$expected
LINES

printf '%s\n' "$output"
[ -n "$wrong" ] || exit 0
typed=''
for word; do
    typed="$typed $(quoted "$word")"
done
# What is expected comes last: a report of many tests shows the last line of each.
printf -- '---- %s expects something else of\n$%s%s\n%s' "$place" "$given" "$typed" "$wrong"
exit 1
