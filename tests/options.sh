#!/bin/sh
# options.sh PROGRAM [OPTION ...]: what the program's --help says of its options is so. Of each, what is not accepted
# is refused by name, with what is accepted, and exit code 2; what is at the end of a range is accepted. The options
# are those of a short run, for what can only be seen by running.
program=$1 name=${1##*/} failed=0 count=0
shift

# refused WORDS ARGUMENT ...: the program, with these arguments, must say these words and end with 2.
refused() {
    said=$1
    shift
    output=$("$program" "$@" 2>&1 </dev/null)
    code=$?
    count=$((count + 1))
    case $code$output in 2*"$said"*) return ;; esac
    printf '%s' "$name"
    printf " '%s'" "$@"
    printf ': exit code %d instead of 2, or without these words: %s\n%s\n' "$code" "$said" "$output"
    failed=1
}

# accepted OPTION VALUE: as an option is read before the --help behind it, the program need not run.
accepted() {
    count=$((count + 1))
    "$program" "$1=$2" --help >/dev/null 2>&1 </dev/null || { echo "$name $1=$2 --help: exit code $?, not 0" && failed=1; }
}

help=$("$program" --help) || { printf '%s\n' "$help" && exit 1; }
table=$(printf '%s\n' "$help" | sed -n '/^options:$/,$ s/^  --//p')
while read -r option text; do
    case $option in help) continue ;; esac
    refused "$name: option --$option needs a value; accepted: " "--$option"
    range=$(printf '%s\n' "$text" | sed -En 's/.*; (-?[0-9]+) to (-?[0-9]+)(, default -?[0-9]+)?$/\1 \2/p')
    words=$(printf '%s\n' "$text" | sed -En 's/^([^ :]+(\|[^ :]+)+): .*/\1/p')
    if [ -n "$range" ]; then
        low=${range% *} high=${range#* }
        for value in $((low - 1)) $((high + 1)) 99999999999999999999 -99999999999999999999 x abc 12x 1e6 9.0 0x10 nan '' ' '; do
            refused "$name: option --$option: '$value' is not accepted; a whole number from $low to $high is" "--$option=$value"
        done
        accepted "--$option" "$low"
        accepted "--$option" "$high"
    elif [ -n "$words" ]; then
        either=$(printf '%s\n' "$words" | sed 's/|/, /g; s/\(.*\), /\1 or /')
        for value in "$words" none_of_these ''; do
            refused "$name: option --$option: '$value' is not accepted; $either is" "--$option=$value"
        done
        for value in $(printf '%s\n' "$words" | tr '|' ' '); do
            accepted "--$option" "$value"
        done
    fi
done <<TABLE
$table
TABLE

# has OPTION: whether the program has it.
has() {
    printf '%s\n' "$table" | grep -q "^$1 "
}
if has csv; then
    refused "option --csv: cannot write 'no/such/folder/t.csv': No such file or directory" "$@" --csv no/such/folder/t.csv
    if [ -c /dev/full ]; then
        output=$("$program" "$@" --csv /dev/full 2>&1 </dev/null)
        code=$?
        case $code$output in 1*'option --csv: cannot write '*/dev/full*) ;; *)
            printf '%s --csv /dev/full: exit code %d instead of 1, or without a reason\n%s\n' "$name" "$code" "$output"
            failed=1
            ;;
        esac
    fi
fi
if has chart; then
    refused "option --chart: 't.gif' has an unknown extension '.gif'; accepted: .svg, .png" "$@" --chart t.gif
fi
[ "$failed" = 0 ] && echo "$count arguments of $name are refused or accepted as its --help says"
exit "$failed"
