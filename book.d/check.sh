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
  --report text|json|sarif
                          text: on standard error. json: one list on standard
                          output at the end; the program's own output then goes
                          to standard error. sarif: likewise, as SARIF 2.1.0,
                          which editors and code hosts show at the lines (by the
                          emulator's checker)
  --strict                lists the calls and launches too whose success nobody
                          tests (else one line says how many there are), and
                          calls leaks mistakes, not warnings
  --yes, -y               install missing packages without asking
  --help, -h              this text
TEXT
}

cmd_check() {
    REPORT=text BACKEND=emulator STRICT=''
    while [ $# -gt 0 ]; do
        case $1 in
        --backend | --backend=*)
            option_value 'emulator or gpu' "$@"
            BACKEND=$value
            shift "$words"
            case $BACKEND in gpu | emulator) ;; *)
                usage_error "unknown backend '$BACKEND'; the backends are emulator, gpu" ;;
            esac
            ;;
        --report | --report=*)
            option_value 'text, json or sarif' "$@"
            REPORT=$value
            shift "$words"
            case $REPORT in text | json | sarif) ;; *)
                usage_error "unknown report '$REPORT'; the reports are text, json, sarif" ;;
            esac
            ;;
        --strict) STRICT=1 ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_check; return ;;
        --) shift; break ;;
        -*) usage_error "check has no option '$1'; before the program's name it takes" \
            "--backend emulator|gpu, --report text|json|sarif, --strict, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ -z "$STRICT" ] || [ "$BACKEND" = emulator ] ||
        usage_error "--strict is for the emulator's checker: compute-sanitizer does not look for such calls"
    [ "$BACKEND$REPORT" != gpusarif ] ||
        usage_error "--report sarif is for the emulator's checker: of compute-sanitizer there are text and json"
    PROGRAM='' OWN=''
    if [ $# -gt 0 ]; then
        resolve "$1"
        shift
        options_in_front "$@"
    fi
    find_nvcc
    flavour=checked
    if [ "$BACKEND" = gpu ]; then
        flavour=gpu
        [ -n "$NVCC" ] || fail "--backend gpu needs nvcc, and there is none: $NVCC_MISSING"
        find_sanitizer || fail "--backend gpu needs $SANITIZER_MISSING"
    fi
    choose_build_dir
    need_tools
    own_folder_of_mpi $$
    prepare_tree "$BACKEND"
    has_target "${flavour}_programs" || fail "the build tree has no checked programs (BOOK_FLAVOURS)"
    if [ -z "$PROGRAM$OWN" ]; then
        build lines 'the programs to be checked' "${flavour}_programs" ||
            say 'not all programs could be built (above); the others are checked'
        unlock
        [ -z "$STRICT" ] || export CUDA_CHECKER_STRICT=1
        check_suite "$BUILD/book/checks"
        return
    fi
    build_checked
    unlock
    [ -z "$STRICT" ] || export CUDA_CHECKER_STRICT=1
    if [ "$BACKEND$REPORT" = emulatortext ]; then
        tell_program
        exec "$binary" "$@"
    fi
    # Others may be at it, too.
    findings=$BUILD/book/findings.$$
    rm -rf "$findings" && mkdir -p "$findings" || exit 1
    if [ "$BACKEND" = gpu ]; then
        case $REPORT in
        text) sanitize "$findings" "$binary" "$@" ;;
        json) sanitize "$findings" "$binary" "$@" >&2 ;;
        esac
        code=$?
        file=${OWN:-$PROGRAM.cu}
        case $REPORT in
        text) in_our_words "$findings" "$file" text >&2 ;;
        json) in_our_words "$findings" "$file" json ;;
        esac
        # The tools' own code stands where the program's was 0.
        [ $? -ne 97 ] || [ $code -ne 98 ] || code=0
    else
        case $REPORT in
        json) export CUDA_CHECKER_JSON="$findings/report" ;;
        sarif) export CUDA_CHECKER_SARIF="$findings/report" ;;
        esac
        "$binary" "$@" >&2
        code=$?
        # A program that never called CUDA, or was killed, has written none.
        if [ -f "$findings/report" ]; then
            cat "$findings/report"
        elif [ "$REPORT" = sarif ]; then
            printf '%s' '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "book check"}}, '
            echo '"results": []}]}'
        else
            echo '[]'
        fi
    fi
    rm -rf "$findings"
    exit $code
}

# `./book run --then-check`, of a program that has ended well: checks it as it was run, but with no window and nothing
# written over what it wrote, shows what is found, and says in a last line what that makes of it. Ends this command.
then_check() {
    prepare_tree emulator
    has_target checked_programs || fail "the build tree has no checked programs (BOOK_FLAVOURS)"
    build_one checked
    unlock
    say "checking $BOOK_PROGRAM"
    # What a file holds can be read once more.
    if [ -f /dev/stdin ]; then exec </dev/stdin; else exec </dev/null; fi
    DISPLAY='' WAYLAND_DISPLAY='' BOOK_OUT='' BOOK_WRITES=no
    verified='' taught=''
    if [ -n "$PROGRAM" ]; then
        verified=yes taught=$(said_of "$PROGRAM" finds)
    elif grep -qE 'book_verdict|PASSED' -- "$OWN"; then
        verified=yes
    fi
    export DISPLAY WAYLAND_DISPLAY BOOK_OUT BOOK_WRITES verified taught
    {
        "$binary" "$@" 2>&1 >/dev/null
        printf '\nbook: exit code %d\n' $?
    } | LC_ALL=C awk -f "$ROOT/book.d/verdict.awk" >&2
    exit
}

# Builds the program. Where that fails, tools that asked for a report get one of it.
build_checked() {
    if [ "$REPORT" != text ]; then
        messages=$BUILD/book/messages.$$
        if ! (build_one "$flavour") 2>"$messages"; then
            cat "$messages" >&2
            LC_ALL=C awk -v FORMAT="$REPORT" -f "$ROOT/book.d/not_built.awk" "$messages"
            rm -f "$messages"
            exit 1
        fi
        cat "$messages" >&2
        rm -f "$messages"
        build_one "$flavour" 2>/dev/null # which is done, and has been told
    else
        build_one "$flavour"
    fi
}

# Sets SANITIZER, or what there is instead.
find_sanitizer() {
    SANITIZER_MISSING="compute-sanitizer, a part of the CUDA toolkit: it is neither on PATH nor beside $NVCC"
    SANITIZER=$(command -v compute-sanitizer || command -v "${NVCC%/*}/compute-sanitizer")
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

# in_our_words FOLDER FILE text|json: what the logs in the folder say, of a program of that file. Returns 98 if
# there are findings, and 97 if all that there is are refused calls that a library made.
in_our_words() {
    (cd -- "$1" && LC_ALL=C awk -v file="$2" -v format="$3" -f "$ROOT/book.d/sanitizer.awk" -- *.log)
}

# said_of CHAPTER/PROGRAM WORD: what CHAPTER/tests/PROGRAM.test says of it in a line `WORD: `. check: the options with
# which the program is checked; finds: the mistake that it shows on purpose; clock: that it passes or fails by the
# clock of a GPU.
said_of() {
    tests=$ROOT/${1%/*}/tests/${1##*/}.test
    [ ! -f "$tests" ] || sed -n "s/^$2: //p" "$tests"
}

# check_suite FOLDER: checks every program and prints the table. The folder holds the names of the
# programs, and in a folder for each, called after its place among them, what came of it: as soon as
# it is there, so that an interruption costs no more than what is under way.
check_suite() {
    checks=$1 names=''
    lock 8 "$BUILD/book/pictures.lock" "runs all programs in $BUILD"
    rm -rf "$checks" && mkdir -p "$checks" "$BUILD/pictures" || exit 1
    for name in $(programs); do
        ! has_target "$flavour.${name%/*}.${name##*/}" || names="$names $name"
    done
    # shellcheck disable=SC2086  # a list of names
    printf '%s\n' $names >"$checks/names"
    at_once
    if [ "$jobs" -eq 1 ]; then
        check_some
    else
        workers=''
        trap 'kill $workers 2>/dev/null; interrupted' INT
        while [ "$jobs" -gt 0 ]; do
            check_some &
            workers="$workers $!" jobs=$((jobs - 1))
        done
        wait
        trap interrupted INT
    fi
    check_rows "$checks" >"$BUILD/book/table"
    table "$BUILD/book/table"
    echo
    total=$(($(wc -l <"$checks/names"))) good=$(good_rows <"$BUILD/book/table")
    echo "$good of $total programs are as they should be"
    [ "$good" -eq "$total" ] || say "./book check PROGRAM shows all that is said of one of them"
    [ "$good" -eq "$total" ]
}

# Sets jobs, how many programs are checked at a time: on a GPU, where each takes four processes, up
# to four, if there are as many processors, and 8 GB of its memory for each program.
at_once() {
    jobs=1
    [ "$BACKEND" = gpu ] || return 0
    find_gpu
    memory=$("${SMI:-false}" --query-gpu=memory.total --format=csv,noheader,nounits 2>/dev/null)
    memory=${memory%%[!0-9]*}
    jobs=$(nproc 2>/dev/null) && jobs=$((jobs / 4)) || jobs=1
    [ "$jobs" -lt $((${memory:-0} / 8000)) ] || jobs=$((${memory:-0} / 8000))
    [ "$jobs" -le 4 ] || jobs=4
    [ "$jobs" -ge 1 ] || jobs=1
}

# Checks each of the programs that nobody else does: who makes its folder does.
check_some() {
    number=0
    for name in $names; do
        number=$((number + 1))
        mkdir "$checks/$number" 2>/dev/null || continue
        printf '[%d] checking %s\n' $number "$name" >&2
        check_one "$name" "$checks/$number"
    done
}

# check_one PROGRAM FOLDER: leaves a row of the table there.
check_one() {
    if [ ! -x "$BUILD/$flavour/$1" ]; then
        not_built "$1" >"$2/row"
        return
    fi
    start=$(date +%s.%N)
    # shellcheck disable=SC2046  # the options are words
    (cd -- "$BUILD/pictures" && unset DISPLAY WAYLAND_DISPLAY &&
        check_by_"$BACKEND" "$2" "$BUILD/$flavour/$1" $(said_of "$1" check)) \
        </dev/null >"$2/out" 2>"$2/err" 8>&-
    code=$?
    end=$(date +%s.%N)
    if [ "$BACKEND" = gpu ]; then
        in_our_words "$2" "$1.cu" text >"$2/err"
        [ $? -ne 97 ] || [ $code -ne 98 ] || code=0
    fi
    verdict=$(check_verdict "$1" "$code" "$2/err")
    printf '%s\t%s\t%s\t%s\t%s\t\n' "$1" "${verdict%%	*}" "${verdict#*	}" "$start" "$end" >"$2/row"
}

# check_rows FOLDER: the rows that are there, in the order of the programs.
check_rows() {
    number=0
    while IFS= read -r name; do
        number=$((number + 1))
        [ ! -f "$1/$number/row" ] || cat "$1/$number/row"
    done <"$1/names"
}

# How many of the rows are of programs as they should be.
good_rows() { awk -F '\t' '$2 ~ /^(CLEAN|AS TAUGHT|NOT SEEN)$/ { n++ } END { print n + 0 }'; }

check_by_emulator() { shift; exec "$@"; }

# The tools side by side, in folders of their own: nobody reads what the programs say.
check_by_gpu() {
    logs=$1
    shift
    for tool in memcheck racecheck initcheck synccheck; do
        mkdir "$logs/$tool" || exit 1
        (cd -- "$logs/$tool" && own_folder_of_mpi "$$.${logs##*/}.$tool" && sanitize_by $tool "$logs" "$@"; echo $? >"$logs/$tool.code") &
    done
    wait
    for tool in memcheck racecheck initcheck synccheck; do
        rm -rf "${logs:?}/$tool"
    done
    [ "$(cat "$logs"/*.code | grep -c '^98$')" = 0 ] || exit 98
    exit "$(cat "$logs/memcheck.code")"
}

# "VERDICT<tab>what was found" of program $1, which ended with code $2 and wrote the file $3.
check_verdict() {
    taught=$(said_of "$1" finds)
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
    elif [ "$2" -eq 1 ] && [ "$BACKEND" = gpu ] && [ -n "$(said_of "$1" clock)" ]; then
        printf 'CLEAN\tbut for its own verdict, which is about clock cycles: the tools take some too'
    elif [ "$2" -ne 0 ]; then
        printf 'FAILED\texit code %s: %s' "$2" "$(tail -n 1 "$3")"
    else
        printf 'CLEAN\t%s' "$(sed -n 's/^CUDA checker: \(warning: .*\)/\1/p' "$3" | head -n 1)"
    fi
}
