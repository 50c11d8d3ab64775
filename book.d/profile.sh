# `./book profile`, read by `book`: a program built for the emulator with its profiler, which counts what its kernels ask
# of memory, line by line.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts read YES, and set binary and shown

help_profile() {
    cat <<'TEXT'
usage: ./book profile [book's options] PROGRAM or FILE.cu [its options]

Runs the program on the CPU emulator, and shows what each line of its kernels asks of
memory: which line costs most, and what is wrong with it. A request is what the
32 threads of a warp do together. It is served
  global memory    by sectors of 32 bytes
  shared memory    by wavefronts, in which each of 32 banks serves one word
  constant memory  by addresses, one after another
and "ideal" are the fewest for the same bytes. These figures follow from the addresses
alone, as a GPU's do. How long anything takes is not among them.

Figures are of all launches of a kernel with the same configuration. The exit code is
the program's own. If it fails, what was counted before is shown.

With --backend gpu the table is what NVIDIA's profiler, ncu, counts on the GPU here: of
global and shared memory, of what nvcc has made of the program. Requests that ncu does
not know are left out.

Book's options stand before the program's name:
  --backend emulator|gpu  emulator (default): our own profiler. gpu: ncu
  --report text|json|csv  text: on standard error. json, csv: on standard output at the
                          end, in the words of NVIDIA's profiler; the program's own
                          output then goes to standard error
                          (json: by the emulator)
  --compare BEFORE.csv    instead of the lines: what each kernel asks for now beside what
                          it asked for when --report csv wrote that file
  --blocks K              profiles K blocks of each launch, evenly chosen, and says so
                          (by the emulator)
  --yes, -y               install missing packages without asking
  --help, -h              this text
TEXT
}

cmd_profile() {
    REPORT=text BACKEND=emulator blocks='' before=''
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
                [ $# -ge 2 ] || usage_error "--report needs a value: text, json or csv"
                REPORT=$2
                shift
                ;;
            esac
            case $REPORT in text | json | csv) ;; *)
                usage_error "unknown report '$REPORT'; the reports are text, json, csv" ;;
            esac
            ;;
        --compare | --compare=*)
            case $1 in
            --compare=*) before=${1#*=} ;;
            *)
                [ $# -ge 2 ] || usage_error "--compare needs a value: a file that ./book profile --report csv has written"
                before=$2
                shift
                ;;
            esac
            case $(head -n 1 -- "$before" 2>/dev/null) in Launch,Kernel,*) ;; *)
                usage_error "--compare takes a file that ./book profile --report csv has written, not '$before'" ;;
            esac
            ;;
        --blocks | --blocks=*)
            case $1 in
            --blocks=*) blocks=${1#*=} ;;
            *)
                [ $# -ge 2 ] || usage_error "--blocks needs a value: how many blocks of each launch"
                blocks=$2
                shift
                ;;
            esac
            case $blocks in '' | *[!0-9]* | 0* | ???????????????????*)
                usage_error "--blocks takes a whole number from 1 on, not '$blocks'" ;;
            esac
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_profile; return ;;
        --) shift; break ;;
        -*) usage_error "profile has no option '$1'; before the program's name it takes" \
            "--backend emulator|gpu, --report text|json|csv, --compare BEFORE.csv, --blocks K, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ -z "$before" ] || [ "$REPORT" = text ] || usage_error "--compare prints a text: leave --report $REPORT out"
    [ "$BACKEND$REPORT" != gpujson ] || usage_error "--report json is for the emulator's profiler: of ncu there are text and csv"
    [ -z "$blocks" ] || [ "$BACKEND" = emulator ] ||
        usage_error "--blocks is for the emulator's profiler: ncu counts all blocks"
    [ $# -gt 0 ] || usage_error "profile takes a program's name (./book list shows them) or the path of a .cu file"
    PROGRAM='' OWN=''
    resolve "$1"
    shift
    options_in_front "$@"
    find_nvcc
    if [ "$BACKEND" = gpu ]; then
        [ -n "$NVCC" ] || fail "--backend gpu needs nvcc, and there is none: $NVCC_MISSING"
        find_ncu || fail "--backend gpu needs $NCU_MISSING"
    fi
    choose_build_dir
    need_tools
    own_folder_of_mpi $$
    prepare_tree "$BACKEND"
    if [ "$BACKEND" = gpu ]; then
        build_one gpu
        unlock
        profile_by_ncu "$@"
    fi
    # A build tree may be older than the profiler.
    if ! has_target profiled_programs; then
        configure --fresh
        has_target profiled_programs || fail "the build tree has no profiled programs (BOOK_FLAVOURS)"
    fi
    build_one profiled
    unlock
    [ -z "$blocks" ] || export CUDA_PROFILER_BLOCKS="$blocks"
    tell_program
    [ "$REPORT" != text ] || [ -n "$before" ] || exec "$binary" "$@"
    # Others may be at it, too.
    figures=$BUILD/book/figures.$$
    rm -f "$figures"
    case $REPORT in
    json) export CUDA_PROFILER_JSON="$figures" ;;
    *) export CUDA_PROFILER_CSV="$figures" ;;
    esac
    if [ -n "$before" ]; then
        "$binary" "$@"
        code=$?
        [ ! -f "$figures" ] || LC_ALL=C awk -f "$ROOT/book.d/profile_compare.awk" "$before" "$figures" >&2
        rm -f "$figures"
        exit $code
    fi
    "$binary" "$@" >&2
    code=$?
    # A program that never called CUDA, or was killed, has written none.
    if [ -f "$figures" ]; then
        cat "$figures"
        rm -f "$figures"
    elif [ "$REPORT" = json ]; then
        echo '[]'
    fi
    exit $code
}
