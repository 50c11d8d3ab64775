# `./book check`, read by `book`: programs built for the emulator with its checker,
# and what that found.
# shellcheck shell=sh disable=SC2034  # YES is read by the other parts

help_check() {
    cat <<'TEXT'
usage: ./book check [book's options] [PROGRAM or FILE.cu [its options]]

Builds the program for the CPU emulator with checking, runs it, and names what is
wrong with it even where the result is right: races, accesses outside of what was
allocated, reads of what nothing wrote, barriers, calls whose failure nobody saw.
The exit code is 98 if any mistake was found, else the program's own; warnings do
not change it.

Without a program: checks the whole suite and prints one table. Programs that show
a mistake on purpose must be found to have that one, and no other.

Book's options stand before the program's name:
  --report text|json   text: on standard error, as it comes up. json: one list on
                       standard output at the end; the program's own output then
                       goes to standard error
  --yes, -y            install missing packages without asking
  --help, -h           this text
TEXT
}

cmd_check() {
    REPORT=text
    while [ $# -gt 0 ]; do
        case $1 in
        --report | --report=*)
            case $1 in
            --report=*) REPORT=${1#*=} ;;
            *)
                [ $# -ge 2 ] || usage_error "--report needs a value: text or json"
                REPORT=$2
                shift
                ;;
            esac
            case $REPORT in text | json) ;; *)
                usage_error "unknown report '$REPORT'; the reports are text, json" ;;
            esac
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_check; return ;;
        --) shift; break ;;
        -*) usage_error "check has no option '$1'; before the program's name it takes" \
            "--report text|json, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    PROGRAM='' OWN=''
    if [ $# -gt 0 ]; then
        resolve "$1"
        shift
    fi
    find_nvcc
    need_tools
    prepare_tree emulator "$OWN"
    has_target checked_programs || fail "the build tree has no checked programs (BOOK_FLAVOURS)"
    if [ -z "$PROGRAM$OWN" ]; then
        build checked_programs lines 'the programs with checking'
        check_suite
        return
    fi
    if [ -n "$PROGRAM" ]; then
        target=checked.${PROGRAM%/*}.${PROGRAM##*/} binary=$BUILD/checked/$PROGRAM shown=$PROGRAM
        has_target "$target" || build build.ninja quiet 'the build files'
        has_target "$target" || OWN=$ROOT/$PROGRAM.cu
    fi
    if [ -n "$OWN" ]; then
        prepare_tree emulator "$OWN"
        target=checked.own binary=$BUILD/checked/own/own shown=$OWN
    fi
    build "$target" quiet "$shown"
    [ "$REPORT" = json ] || exec "$binary" "$@"
    rm -f "$BUILD/book/findings.json"
    CUDA_CHECKER_JSON=$BUILD/book/findings.json "$binary" "$@" >&2
    code=$?
    # A program that never called CUDA, or was killed, has written none.
    if [ -f "$BUILD/book/findings.json" ]; then cat "$BUILD/book/findings.json"; else echo '[]'; fi
    exit $code
}

# The options with which the suite's programs are checked, and the mistakes that some
# of them show on purpose: emulator/checker/suite.txt, fields divided by " | ".
suite_field() {
    sed -n "s#^$1 *| *##p" "$ROOT/emulator/checker/suite.txt" | awk -F ' *[|] *' -v n="$2" '{ print $n }'
}

check_suite() {
    work=$BUILD/book
    mkdir -p "$BUILD/pictures" || exit 1
    : >"$work/table"
    total=0 good=0
    for name in $(programs); do
        has_target "checked.${name%/*}.${name##*/}" || continue
        total=$((total + 1))
        printf '[%d] checking %s\n' $total "$name" >&2
        start=$(date +%s.%N)
        # shellcheck disable=SC2046  # the options are words
        (cd -- "$BUILD/pictures" && unset DISPLAY WAYLAND_DISPLAY &&
            exec "$BUILD/checked/$name" $(suite_field "$name" 1)) \
            </dev/null >"$work/out" 2>"$work/err"
        code=$?
        end=$(date +%s.%N)
        verdict=$(check_verdict "$name" "$code" "$work/err")
        case $verdict in CLEAN* | 'AS TAUGHT'*) good=$((good + 1)) ;; esac
        printf '%s\t%s\t%s\t%s\t%s\t\n' "$name" "${verdict%%	*}" "${verdict#*	}" "$start" \
            "$end" >>"$work/table"
    done
    columns=0
    [ ! -t 1 ] || terminal_columns <&1
    table "$columns" <"$work/table"
    echo
    echo "$good of $total programs are as they should be"
    [ $good -eq $total ] || say "./book check PROGRAM shows all that is said of one of them"
    [ $good -eq $total ]
}

# "VERDICT<tab>what was found" of program $1, which ended with code $2 and wrote the file $3.
check_verdict() {
    taught=$(suite_field "$1" 2)
    findings=$(sed -n -e 's/^CUDA checker: error: //p' -e 's/^CUDA emulator: error: //p' "$3")
    first=$(printf '%s\n' "$findings" | head -n 1)
    if [ -n "$taught" ]; then
        others=$(printf '%s\n' "$findings" | grep -Ev -e "$taught")
        if [ "$2" -ne 98 ]; then
            printf 'MISSED\texpected %s, got exit code %s' "$taught" "$2"
        elif [ -n "$others" ]; then
            printf 'FINDINGS\t%s' "$(printf '%s\n' "$others" | head -n 1)"
        else
            printf 'AS TAUGHT\t%s' "$first"
        fi
    elif [ "$2" -eq 98 ]; then
        printf 'FINDINGS\t%s' "${first:-$(tail -n 1 "$3")}"
    elif [ "$2" -ne 0 ]; then
        printf 'FAILED\texit code %s: %s' "$2" "$(tail -n 1 "$3")"
    else
        printf 'CLEAN\t'
    fi
}
