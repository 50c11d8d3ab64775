# `./book see`, read by `book`: a program built for the emulator with its recorder, and a page that shows, thread by
# thread, what a block of it has done.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts read YES, and set binary and shown

help_see() {
    cat <<'TEXT'
usage: ./book see [book's options] PROGRAM or FILE.cu [its options]

Runs the program on the CPU emulator and records what the threads of a block do: each
read and write, with its value. Then writes a page that shows it: open it in a browser,
and step through it, forwards and backwards. The page is one file, and needs no network.
The exit code is the program's own. If the program fails, the page shows what was
recorded before.

Book's options go before the program's name:
  --out FILE      the page; default: NAME.html, in the working directory
  --block X,Y,Z   a block to record; repeat the option for more; default: 0,0,0, and the
                  blocks of the first mistakes that are found
  --launch N      which launch of the program; default: of its first eight kernels the
                  first with a mistake, else the first with shared memory, else the first
                  in which the threads of a warp go different ways, else the first
  --order ORDER   the order in which the threads of the recorded blocks run, and of those
                  that are looked at for mistakes, one of many that are possible; all
                  other blocks run in the emulator's:
                    emulator  each as far as it gets, from the first one on (default)
                    warps     the 32 threads of a warp in step
                    reversed  each as far as it gets, from the last one on
                    seed:N    at random; the same number gives the same order
  --events N      how many events to record at most; default: 1000000
  --trace FILE    also writes what was recorded to a file: see docs/TRACE.md
  --yes, -y       install missing packages without asking
  --help, -h      this text
TEXT
}

cmd_see() {
    page='' trace=''
    unset CUDA_RECORDER_BLOCKS CUDA_RECORDER_LAUNCH CUDA_RECORDER_ORDER CUDA_RECORDER_EVENTS
    while [ $# -gt 0 ]; do
        case $1 in
        --out | --trace | --block | --launch | --order | --events | --out=* | --trace=* | --block=* | --launch=* | \
            --order=* | --events=*)
            option_value "$(value_of_see "${1%%=*}")" "$@"
            take_option_of_see "${1%%=*}" "$value"
            shift "$words"
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_see; return ;;
        --) shift; break ;;
        -*) usage_error "see has no option '$1'; before the program's name it takes --out FILE," \
            "--block X,Y,Z, --launch N, --order ORDER, --events N, --trace FILE, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ $# -gt 0 ] || usage_error "see takes a program's name (./book list shows them) or the path of a .cu file"
    PROGRAM='' OWN=''
    resolve "$1"
    shift
    options_in_front "$@"
    name=${OWN:-$PROGRAM}
    name=${name##*/}
    : "${page:=${name%.cu}.html}"
    can_write --out "$page"
    [ -z "$trace" ] || can_write --trace "$trace"
    find_nvcc
    choose_build_dir
    need_tools
    own_folder_of_mpi $$
    prepare_tree emulator
    need_flavour recorded
    build_one recorded
    unlock
    tell_program
    CUDA_RECORDER_TRACE=$BUILD/book/trace.$$ CUDA_RECORDER_PROGRAM=${OWN:-$PROGRAM}
    export CUDA_RECORDER_TRACE CUDA_RECORDER_PROGRAM
    rm -f "$CUDA_RECORDER_TRACE"
    trap 'rm -f "$CUDA_RECORDER_TRACE"' EXIT
    trap : INT # the program decides what becomes of it
    "$binary" "$@"
    code=$?
    # A program that launched no kernel, or was killed, has written none.
    [ -f "$CUDA_RECORDER_TRACE" ] || fail "nothing was recorded, so there is no page"
    [ -z "$trace" ] || cp -- "$CUDA_RECORDER_TRACE" "$trace" || exit 1
    sh "$ROOT/emulator/viewer/page.sh" "${name%.cu}" "$CUDA_RECORDER_TRACE" >"$page" ||
        fail "cannot write the page $page"
    say "wrote $page: open it in a browser"
    exit $code
}

# What an option takes.
value_of_see() {
    case $1 in
    --out | --trace) echo 'the name of a file' ;;
    --block) echo 'X,Y,Z of a block, whole numbers from 0 on' ;;
    --launch) echo 'the number of a launch, from 1 on' ;;
    --order) echo 'emulator, warps, reversed or seed:N' ;;
    --events) echo 'a number of events, from 1 to 100000000' ;;
    esac
}

take_option_of_see() {
    is_right=yes
    case $1 in
    --block) case $2 in '' | ,* | *, | *,,* | *,*,*,* | *[!0-9,]* | *[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]*) is_right='' ;; esac ;;
    --launch | --events) case $2 in '' | 0* | *[!0-9]* | ??????????*) is_right='' ;; esac ;;
    --order) case $2 in emulator | warps | reversed) ;; seed:*[!0-9]* | seed: | seed:???????????????????*) is_right='' ;; seed:*) ;; *) is_right='' ;; esac ;;
    *) [ -n "$2" ] || is_right='' ;;
    esac
    [ "$1" != --events ] || [ -z "$is_right" ] || [ "$2" -le 100000000 ] || is_right=''
    [ -n "$is_right" ] || usage_error "$1 takes $(value_of_see "$1"), not '$2'"
    case $1 in
    --out) page=$2 ;;
    --trace) trace=$2 ;;
    --block) export CUDA_RECORDER_BLOCKS="${CUDA_RECORDER_BLOCKS:-} $2" ;;
    --launch) export CUDA_RECORDER_LAUNCH="$2" ;;
    --order) export CUDA_RECORDER_ORDER="$2" ;;
    --events) export CUDA_RECORDER_EVENTS="$2" ;;
    esac
}

# can_write OPTION FILE: else it is said before anything is built.
can_write() {
    case $2 in */*) folder=${2%/*}/ ;; *) folder=. ;; esac
    [ -d "$folder" ] || usage_error "$1: there is no folder '$folder'"
    [ ! -d "$2" ] || usage_error "$1 takes the name of a file, and '$2' is a folder"
    if [ -e "$2" ]; then [ -w "$2" ]; else [ -w "$folder" ]; fi || fail "$1: cannot write '$2'"
}
