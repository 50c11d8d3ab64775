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
and "ideal" is the fewest that the same bytes need. These figures follow from the
addresses alone, as on a GPU. They do not say how long anything takes. Where the threads
of a warp go both ways at an if, a switch or the end of a loop, the report says so too.
Operations are floating-point ones of all threads, as the source writes them.

Figures cover all launches of a kernel with the same configuration. The exit code is the
program's own. If the program fails, you see what was counted before.

With --backend gpu the table shows what NVIDIA's profiler, ncu, counts on the GPU of this
machine: global and shared memory, for the program as nvcc compiles it. Requests that ncu
does not know are left out.

Book's options go before the program's name:
  --backend emulator|gpu  emulator (default): our own profiler; gpu: ncu
  --report text|json|csv  text: on standard error. json, csv: on standard output at the
                          end, in the terms of NVIDIA's profiler; the program's own
                          output then goes to standard error
                          (json: only on the emulator)
  --compare BEFORE.csv    instead of the lines, shows what each kernel asks for now, beside
                          what it asked for when --report csv wrote that file
  --blocks K              profiles K blocks of each launch, evenly chosen, and says so
                          (only on the emulator)
  --chart LINE            draws a request of this line: which threads ask for which sector,
                          or for words of which bank; LINE is 31, mine.cu:31, or worst
  --device NAME           compares the kernels with what a device can do: occupancy, the
                          least time that memory and arithmetic take, and which of them is
                          the limit; NAME is
                          h200, h100, a100, v100, a10, l4, l40s, t4, rtx3090, rtx4090
  --flops N               floating-point operations of each thread, for --device, in place
                          of those that were counted; N:double if they are in double
  --yes, -y               install missing packages without asking
  --help, -h              this text
TEXT
}

# The devices of a table of the profiler, as a list; the compute capability of one.
names_of_devices() { sed -n 's/^DEVICE(\([a-z0-9]*\),.*/\1/p' "$ROOT/emulator/profiler/devices.def" | paste -sd , - | sed 's/,/, /g'; }
capability_of() { sed -n "s/^DEVICE($1, \"[^\"]*\", \([0-9]*\),.*/\1/p" "$ROOT/emulator/profiler/devices.def"; }

# What nvcc's assembler says of the kernels of a file for a device: a line "MANGLED_NAME REGISTERS SHARED_BYTES" each.
# Nothing where it does not compile the file, or not for such a device.
ask_nvcc() {
    "$NVCC" -std=c++17 -cubin -arch "sm_$(capability_of "$1")" -Xptxas -v -I "$ROOT/common" -o /dev/null "$2" 2>&1 | awk '
        /Compiling entry function/ { split($0, part, "\047"); name = part[2] }
        / Used [0-9]+ registers/ && name != "" {
            registers = shared = 0
            for (i = 2; i <= NF; i++) {
                if ($i ~ /^registers/) registers = $(i - 1)
                if ($i ~ /^smem/) shared = $(i - 2)
            }
            print name, registers, shared + 0
            name = ""
        }'
}

# A whole number from 1 on.
is_count() { case $1 in '' | *[!0-9]* | 0* | ???????????????????*) return 1 ;; esac; }

cmd_profile() {
    REPORT=text BACKEND=emulator blocks='' before='' chart='' device='' flops=''
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
            option_value 'text, json or csv' "$@"
            REPORT=$value
            shift "$words"
            case $REPORT in text | json | csv) ;; *)
                usage_error "unknown report '$REPORT'; the reports are text, json, csv" ;;
            esac
            ;;
        --compare | --compare=*)
            option_value 'a file that ./book profile --report csv has written' "$@"
            before=$value
            shift "$words"
            case $(head -n 1 -- "$before" 2>/dev/null) in Launch,Kernel,*) ;; *)
                usage_error "--compare takes a file that ./book profile --report csv has written, not '$before'" ;;
            esac
            ;;
        --blocks | --blocks=*)
            option_value 'how many blocks of each launch' "$@"
            blocks=$value
            shift "$words"
            is_count "$blocks" || usage_error "--blocks takes a whole number from 1 on, not '$blocks'"
            ;;
        --chart | --chart=*)
            option_value 'worst, a line, or FILE:LINE' "$@"
            chart=$value
            shift "$words"
            [ "$chart" = worst ] || is_count "${chart##*:}" ||
                usage_error "--chart takes worst, the number of a line, or FILE:LINE, not '$chart'"
            ;;
        --device | --device=*)
            option_value "one of $(names_of_devices)" "$@"
            device=$value
            shift "$words"
            case ", $(names_of_devices)," in *", $device,"*) ;; *)
                usage_error "unknown device '$device'; the devices are $(names_of_devices)" ;;
            esac
            ;;
        --flops | --flops=*)
            option_value 'floating-point operations of a thread, as 64 or 64:double' "$@"
            flops=$value
            shift "$words"
            is_count "${flops%:double}" ||
                usage_error "--flops takes a whole number from 1 on, as 64 or 64:double, not '$flops'"
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_profile; return ;;
        --) shift; break ;;
        -*) usage_error "profile has no option '$1'; before the program's name it takes" \
            "--backend emulator|gpu, --report text|json|csv, --compare BEFORE.csv, --blocks K, --chart LINE, --device NAME," \
            "--flops N, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ -z "$before" ] || [ "$REPORT" = text ] || usage_error "--compare prints a text: leave --report $REPORT out"
    if [ "$BACKEND" = gpu ]; then
        [ "$REPORT" != json ] || usage_error "--report json is for the emulator's profiler: of ncu there are text and csv"
        [ -z "$blocks" ] || usage_error "--blocks is for the emulator's profiler: ncu counts all blocks"
        [ -z "$chart$device" ] || usage_error "--chart and --device are for the emulator's profiler: leave --backend gpu out"
    fi
    [ -z "$flops" ] || [ -n "$device" ] || usage_error "--flops has its place beside that of a device: --device NAME"
    [ -z "$chart" ] || [ "$REPORT$before" = text ] || usage_error "--chart draws below a text: leave --report and --compare out"
    [ -z "$device" ] || [ "$REPORT$before" = text ] || [ "$REPORT$before" = json ] ||
        usage_error "--device needs --report text or json, and no --compare"
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
    need_flavour profiled
    build_one profiled
    unlock
    [ -z "$blocks" ] || export CUDA_PROFILER_BLOCKS="$blocks"
    [ -z "$chart" ] || export CUDA_PROFILER_CHART="$chart"
    [ -z "$device" ] || export CUDA_PROFILER_DEVICE="$device"
    [ -z "$flops" ] || export CUDA_PROFILER_FLOPS="$flops"
    tell_program
    # Others may be at it, too.
    figures=$BUILD/book/figures.$$ resources=$BUILD/book/resources.$$
    if [ -n "$device" ] && [ -n "$NVCC" ]; then
        ask_nvcc "$device" "${OWN:-$ROOT/$PROGRAM.cu}" >"$resources"
        export CUDA_PROFILER_RESOURCES="$resources"
    fi
    if [ "$REPORT" = text ] && [ -z "$before" ]; then
        [ -n "$device" ] || exec "$binary" "$@"
        "$binary" "$@"
        code=$?
        rm -f "$resources"
        exit $code
    fi
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
    rm -f "$resources"
    # A program that never called CUDA, or was killed, has written none.
    if [ -f "$figures" ]; then
        cat "$figures"
        rm -f "$figures"
    elif [ "$REPORT" = json ]; then
        echo '[]'
    fi
    exit $code
}
