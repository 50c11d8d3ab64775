# `./book check`, read by `book`: programs built for the emulator with its checker, or for the GPU
# and run under NVIDIA's compute-sanitizer, and what that found.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts read YES, and set binary and shown

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
  --backend emulator|gpu  emulator (default): our own checker. gpu: builds for the
                          GPU here and runs memcheck, racecheck, initcheck and
                          synccheck of NVIDIA's compute-sanitizer, one after the
                          other; only the first run's own output is shown
  --report text|json      text: on standard error. json: one list on standard
                          output at the end; the program's own output then goes
                          to standard error
  --yes, -y               install missing packages without asking
  --help, -h              this text
TEXT
}

cmd_check() {
    REPORT=text BACKEND=emulator
    while [ $# -gt 0 ]; do
        case $1 in
        --backend | --backend=*)
            case $1 in
            --backend=*) BACKEND=${1#*=} ;;
            *)
                [ $# -ge 2 ] || usage_error "--backend needs a value: emulator or gpu"
                BACKEND=$2
                shift
                ;;
            esac
            case $BACKEND in gpu | emulator) ;; *)
                usage_error "unknown backend '$BACKEND'; the backends are emulator, gpu" ;;
            esac
            ;;
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
            "--backend emulator|gpu, --report text|json, --yes, --help" ;;
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
    flavour=checked
    if [ "$BACKEND" = gpu ]; then
        flavour=gpu
        find_sanitizer
    fi
    need_tools
    prepare_tree "$BACKEND" "$OWN"
    has_target "${flavour}_programs" || fail "the build tree has no checked programs (BOOK_FLAVOURS)"
    if [ -z "$PROGRAM$OWN" ]; then
        build "${flavour}_programs" lines 'the programs to be checked'
        check_suite
        return
    fi
    build_one $flavour
    rm -f "$BUILD/book/findings.json"
    if [ "$BACKEND" = gpu ]; then
        rm -rf "$BUILD/book/sanitizer" && mkdir -p "$BUILD/book/sanitizer" || exit 1
        case $REPORT in
        text) sanitize "$BUILD/book/sanitizer" "$binary" "$@" ;;
        json) sanitize "$BUILD/book/sanitizer" "$binary" "$@" >&2 ;;
        esac
        code=$?
        file=$shown
        [ -n "$OWN" ] || file=$PROGRAM.cu
        case $REPORT in
        text) in_our_words "$BUILD/book/sanitizer" "$file" text >&2 ;;
        json) in_our_words "$BUILD/book/sanitizer" "$file" json ;;
        esac
        exit $code
    fi
    [ "$REPORT" = json ] || exec "$binary" "$@"
    CUDA_CHECKER_JSON=$BUILD/book/findings.json "$binary" "$@" >&2
    code=$?
    # A program that never called CUDA, or was killed, has written none.
    if [ -f "$BUILD/book/findings.json" ]; then cat "$BUILD/book/findings.json"; else echo '[]'; fi
    exit $code
}

find_sanitizer() {
    [ -n "$NVCC" ] || fail "--backend gpu needs nvcc, and there is none: $NVCC_MISSING"
    SANITIZER=$(command -v compute-sanitizer || command -v "${NVCC%/*}/compute-sanitizer") ||
        fail "--backend gpu needs compute-sanitizer, a part of the CUDA toolkit:" \
            "it is neither on PATH nor beside $NVCC"
}

# sanitize FOLDER PROGRAM [OPTION ...]: runs it under each of the tools, which leave their logs in the
# folder. Returns 98 if one of them found something, else what the program returned. The first run is
# the one that the reader sees; a file on standard input all of them read.
sanitize() {
    sanitize_by memcheck "$@"
    result=$?
    case $result in 2 | 77) return $result ;; esac # it said that it cannot run so, or not here
    for tool in racecheck initcheck synccheck; do
        if [ -f /dev/stdin ]; then
            sanitize_by $tool "$@" </dev/stdin >/dev/null 2>&1
        else
            sanitize_by $tool "$@" </dev/null >/dev/null 2>&1
        fi
        [ $? -ne 98 ] || result=98
    done
    return $result
}

sanitize_by() {
    log=$2/$1.log
    case $1 in
    memcheck) tool_options='--leak-check full' ;;
    racecheck) tool_options='--racecheck-report hazard' ;;
    *) tool_options='' ;;
    esac
    tool_options="--tool $1 $tool_options --print-limit 1000 --error-exitcode 98"
    shift 2
    # shellcheck disable=SC2086  # the options are words
    "$SANITIZER" $tool_options --log-file "$log" "$@"
}

# in_our_words FOLDER FILE text|json: what the logs in the folder say, of a program of that file.
in_our_words() {
    (cd -- "$1" && LC_ALL=C awk -v file="$2" -v format="$3" -f "$ROOT/cmake/sanitizer.awk" -- *.log)
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
        has_target "$flavour.${name%/*}.${name##*/}" || continue
        total=$((total + 1))
        printf '[%d] checking %s\n' $total "$name" >&2
        rm -rf "$work/sanitizer" && mkdir -p "$work/sanitizer" || exit 1
        start=$(date +%s.%N)
        # shellcheck disable=SC2046  # the options are words
        (cd -- "$BUILD/pictures" && unset DISPLAY WAYLAND_DISPLAY &&
            check_by_"$BACKEND" "$BUILD/$flavour/$name" $(suite_field "$name" 1)) \
            </dev/null >"$work/out" 2>"$work/err"
        code=$?
        end=$(date +%s.%N)
        [ "$BACKEND" = emulator ] || in_our_words "$work/sanitizer" "$name.cu" text >"$work/err"
        verdict=$(check_verdict "$name" "$code" "$work/err")
        case $verdict in CLEAN* | 'AS TAUGHT'* | 'NOT SEEN'*) good=$((good + 1)) ;; esac
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

check_by_emulator() { exec "$@"; }

# The tools side by side, in folders of their own: nobody reads what the programs say.
check_by_gpu() {
    for tool in memcheck racecheck initcheck synccheck; do
        mkdir -p $tool || exit 1
        (cd $tool && sanitize_by $tool "$work/sanitizer" "$@"; echo $? >"$work/sanitizer/$tool.code") &
    done
    wait
    rm -rf memcheck racecheck initcheck synccheck
    [ "$(cat "$work"/sanitizer/*.code | grep -c '^98$')" = 0 ] || exit 98
    exit "$(cat "$work/sanitizer/memcheck.code")"
}

# "VERDICT<tab>what was found" of program $1, which ended with code $2 and wrote the file $3.
check_verdict() {
    taught=$(suite_field "$1" 2)
    findings=$(sed -n -e 's/^CUDA checker: error: //p' -e 's/^CUDA emulator: error: //p' "$3")
    first=$(printf '%s\n' "$findings" | head -n 1)
    if [ -n "$taught" ]; then
        others=$(printf '%s\n' "$findings" | grep -Ev -e "$taught")
        if [ "$2" -eq 0 ] && [ "$BACKEND" = gpu ]; then
            printf 'NOT SEEN\tthe mistake that it shows is none that compute-sanitizer looks for'
        elif [ "$2" -ne 98 ]; then
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
