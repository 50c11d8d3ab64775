#!/bin/sh
# nvcc: takes the command line of NVIDIA's compiler driver and builds for the CPU emulator, so that a Makefile or
# CMake builds a CUDA project for a machine without a GPU. It lies where nvcc lies in a CUDA toolkit:
#
#   bin/nvcc, cuda_rewrite                  this; the rewriter
#   bin/compile.sh, link.sh                 what makes the messages of compilers and linkers the reader's
#   bin/nvcc.profile                        how compilers are called, as variables of the shell
#   include/                                the emulator's headers
#   lib64/libcudart.a, libcudart_static.a   the runtime, for who links by g++ -lcudart
#
# A .cu file is rewritten and compiled, other sources are compiled as they are, and the rest is linked.
# shellcheck disable=SC2034,SC2154  # variables are set and read by eval, and by the profile
set -u

fatal() {
    printf 'nvcc fatal   : %s\n' "$*" >&2
    exit 1
}

version() {
    cat <<'TEXT'
nvcc: NVIDIA (R) Cuda compiler driver
(what answers is the CPU emulator's own driver, which takes the same options)
Cuda compilation tools, release 13.0, V13.0.0
TEXT
}

usage() {
    cat <<'TEXT'
usage: nvcc [options] file...

Builds CUDA programs for the CPU emulator. The options are those of NVIDIA's nvcc:
  -c, -dc, -o FILE, -shared, -lib, -run, -E, -cuda, -M, -MM, -MD, -MMD, -MP, -MF, -MT, -x, -std,
  -I, -isystem, -include, -D, -U, -L, -l, -O, -g, -G, -Xcompiler, -Xlinker, -rdc, -ccbin,
  --options-file, --keep, -v, --dryrun, --version, ...
What only a GPU's code has to do with (-lineinfo, -Xptxas, -maxrregcount, --use_fast_math, ...) is
accepted and changes nothing. -arch and -gencode decide __CUDA_ARCH__. With -fmad=false, or -G, no product is rounded
together with a sum. There is no PTX: -ptx, -cubin and their
like are refused.

Its own:
  --check   build for the checker, which names races, stray accesses and their like when the
            program runs (exit code 98); also where the environment has CUDA_EMULATOR_CHECK=1
TEXT
}

# ---------------------------------------------------------------- lists of words

# Sets quoted to a word as the shell reads it.
quote() {
    case $1 in
    '' | *[!A-Za-z0-9_./=:,+@%^-]*) quoted=\'$(printf '%s\n' "$1" | sed "s/'/'\\\\''/g")\' ;;
    *) quoted=$1 ;;
    esac
}

# add LIST WORD...: appends words to a list, a variable that eval reads.
add() {
    list=$1
    shift
    for word; do
        quote "$word"
        eval "$list=\"\${$list} \$quoted\""
    done
}

# each COMMAND TEXT: the command with each part of an option's value, which commas divide. A comma in double quotes, or
# behind a backslash, divides nothing; backslashes go.
each() {
    case $2 in '' | *[,\\]* | [[:blank:]]* | *[[:blank:]]) ;; *) "$1" "$2" && return ;; esac
    parts=$(printf '%s\n' "$2" | awk '
        function part() {
            gsub(/^[ \t]+|[ \t]+$/, "", word)
            print word
            word = ""
        }
        {
            for (i = 1; i <= length($0); i++) {
                c = substr($0, i, 1)
                if (c == "\"") inside = !inside
                if (c == "," && !inside) part()
                else if (c == "\\" && i < length($0)) word = word substr($0, ++i, 1)
                else word = word c
            }
            part()
        }')
    parts_for=$1
    while IFS= read -r part; do
        [ -z "$part" ] || $parts_for "$part"
    done <<END
$parts
END
}

# What each does with a part: words for others are read by the shell, as by NVIDIA's driver: blanks divide them.
define() { add macros "-D$1"; }
undefine() { add macros "-U$1"; }
include() { path "$1" && add includes "-I$path" && add rewriter --include-dir "$path"; }
system_include() { path "$1" && add includes -isystem "$path" && add rewriter --include-dir "$path"; }
pre_include() { path "$1" && add includes -include "$path"; }
library_path() { path "$1" && add linker "-L$path"; }
for_compiler() { compiler="$compiler $1"; }
for_linker() { linker="$linker -Xlinker $1"; }
for_archiver() { archiver="$archiver $1"; }
for_program() { run_args="$run_args $1"; }

# Sets path to a part without double quotes around it.
path() {
    path=${1#\"}
    path=${path%\"}
}

case " $* " in
*' -h '* | *' --help '*) usage && exit 0 ;;
*' -V '* | *' --version '*) version && exit 0 ;;
esac
# Where this lies, whatever link it was called by.
self=$(readlink -f -- "$0") || exit 1
TOP=${self%/bin/*}
# shellcheck source=/dev/null
. "$TOP/bin/nvcc.profile" || exit 1

# run COMMAND [FRONT]: evaluates a command line, behind the words of FRONT, which are not shown.
run() {
    [ "$verbose" = 0 ] || { printf '#$ %s\n' "$1" >&2; }
    [ "$dryrun" = 0 ] || return 0
    eval "${2-} $1"
}

# ---------------------------------------------------------------- options

stage=link output='' check=${CUDA_EMULATOR_CHECK:-0} verbose=0 dryrun=0 keep='' language='' run_after=0 shared=0
dependencies='' dependency_file='' dependency_targets='' phony='' std=c++17 forward=0 debug='' device_debug=0
arch='' missing_input=1 fmad=true
includes='' macros='' cu_macros='' compiler='' linker='' libraries='' inputs='' rewriter='' run_args='' optimise='' archiver=''

# The libraries of the toolkit, by the names that -l has for them.
library() {
    case $1 in
    cudart | cudart_static | cudadevrt | nccl | nccl_static) ;; # the emulator's runtime is linked anyway
    cublas | cublas_static | cufft | cufft_static | curand | curand_static | cusolver | cusolver_static | \
        cusparse | cusparse_static)
        libraries="$libraries -l:lib${1%_static}.a" ;;
    cublasLt | cublasLt_static) libraries="$libraries -l:libcublas.a" ;;
    culibos) ;; # what static libraries of a GPU are linked with
    cufftw) no_library "$1" "interface of FFTW" ;;
    cusolverMg) no_library "$1" "cuSOLVER of several devices" ;;
    cudnn) no_library "$1" cuDNN ;;
    npp*) no_library "$1" NPP ;;
    nvrtc | nvrtc_static) no_library "$1" 'compiler that runs with the program (NVRTC)' ;;
    nvjpeg | nvjpeg_static) no_library "$1" nvJPEG ;;
    cuda) ;; # the driver API: what is called of it, the linker names
    nvToolsExt) ;; # a header is all there is to it
    *) libraries="$libraries -l$1" ;;
    esac
}
no_library() { fatal "-l$1: the emulator has no $2"; }

# `-arch=sm_90`, `compute_90`, `sm_90a`, or `native`: the number that __CUDA_ARCH__ is made of. The first counts:
# the emulator runs one.
architecture() {
    number=$(printf '%s\n' "$1" | sed -n 's/.*\(sm\|compute\|lto\)_\([0-9][0-9]*\).*/\2/p')
    case $number,$1 in
    ,native | ,all | ,all-major) number=90 ;;
    ,*) fatal "Value '$1' is not defined for option 'gpu-architecture'" ;;
    esac
    [ -n "$arch" ] || arch=${number}0
}

# An option with its value; what comes of it.
option() {
    case $1 in
    -o | --output-file) output=$2 ;;
    -I | --include-path) each include "$2" ;;
    -isystem | --system-include) each system_include "$2" ;;
    -include | --pre-include) each pre_include "$2" ;;
    -D | --define-macro) each define "$2" ;;
    -U | --undefine-macro) each undefine "$2" ;;
    -L | --library-path) each library_path "$2" ;;
    -l | --library) each library "$2" ;;
    -std | --std)
        case $2 in *[!a-z0-9+]*) fatal "Value '$2' is not defined for option 'std'" ;; esac
        std=$2
        ;;
    -x | --x)
        case $2 in
        cu | c++ | c) language=$2 ;;
        *) fatal "Value '$2' is not defined for option 'x'" ;;
        esac
        ;;
    -O | --optimize)
        case $2 in *[!0-9a-z]*) fatal "'$2': expected a number" ;; esac
        optimise=-O$2
        ;;
    -Xcompiler | --compiler-options) each for_compiler "$2" ;;
    -Xlinker | --linker-options) each for_linker "$2" ;;
    -Xarchive | --archive-options) each for_archiver "$2" ;;
    -MF | --dependency-output) dependency_file=$2 ;;
    -MT | --dependency-target-name) dependency_targets="$dependency_targets${dependency_targets:+ }$2" ;;
    -run-args | --run-args) each for_program "$2" ;;
    -keep-dir | --keep-dir) keep=$2 ;;
    -odir | --output-directory) directory=$2 ;;
    -arch | --gpu-architecture) architecture "$2" ;;
    -gencode | --generate-code) architecture "$2" ;;
    -rdc | --relocatable-device-code) [ "$2" != true ] || add cu_macros -D__CUDACC_RDC__ ;;
    -default-stream | --default-stream)
        [ "$2" != per-thread ] || add macros -DCUDA_API_PER_THREAD_DEFAULT_STREAM
        ;;
    -fmad | --fmad)
        case $2 in
        true | false) fmad=$2 ;;
        *) fatal "'$2': expected true or false" ;;
        esac
        ;;
    -optf | --options-file) ;; # read already
    *) ;; # of a GPU's code only
    esac
}
directory=''

# The options that take a value, as `-o x`, `--output-file=x`, or, where said below, `-Ix`.
takes_value() {
    case $1 in
    -o | --output-file | -I | --include-path | -isystem | --system-include | -include | --pre-include | -D | \
        --define-macro | -U | --undefine-macro | -L | --library-path | -l | --library | -std | --std | -x | --x | -O | \
        --optimize | -Xcompiler | --compiler-options | -Xlinker | --linker-options | -Xarchive | \
        --archive-options | -MF | --dependency-output | -MT | --dependency-target-name | -run-args | --run-args | \
        -keep-dir | --keep-dir | -odir | --output-directory | -arch | --gpu-architecture | -gencode | \
        --generate-code | -default-stream | --default-stream | -optf | --options-file | -code | --gpu-code | \
        -Xptxas | --ptxas-options | -Xnvlink | --nvlink-options | -Xcudafe | -ccbin | --compiler-bindir | -arbin | \
        --archiver-binary | -cudart | --cudart | -cudadevrt | --cudadevrt | -ldir | --libdevice-directory | \
        -target-dir | --target-directory | -m | --machine | -rdc | --relocatable-device-code | -maxrregcount | \
        --maxrregcount | -ftz | --ftz | -prec-div | --prec-div | -prec-sqrt | --prec-sqrt | -fmad | --fmad | -t | \
        --threads | -split-compile | --split-compile | -split-compile-extended | --split-compile-extended | -dopt | \
        --dopt | -opt-info | --optimization-info | -Ofc | --Ofast-compile | -ftemplate-backtrace-limit | \
        --ftemplate-backtrace-limit | -ftemplate-depth | --ftemplate-depth | -time | --time | -idp | \
        --input-drive-prefix | -ddp | --dependency-drive-prefix | -dp | --drive-prefix | -e | --entries | -Werror | \
        --Werror | -diag-error | --diag-error | -diag-suppress | --diag-suppress | -diag-warn | --diag-warn | \
        -hls | --host-linker-script | -brief-diag | --brief-diagnostics | -jtd | --jump-table-density | \
        -compress-mode | --compress-mode | -frandom-seed | --frandom-seed | -sanitize | --sanitize | \
        -static-global-template-stub | --static-global-template-stub | -device-entity-has-hidden-visibility | \
        --device-entity-has-hidden-visibility | -device-stack-protector | --device-stack-protector | \
        -fdevice-time-trace | --fdevice-time-trace) return 0 ;;
    esac
    return 1
}

# flag WORD: one without a value; fails where there is no such option.
flag() {
    case $1 in
    --check) check=1 ;;
    -c | --compile | -dw | --device-w) stage=compile ;;
    -dc | --device-c) stage=compile && add cu_macros -D__CUDACC_RDC__ ;;
    -E | --preprocess) stage=preprocess ;;
    -cuda | --cuda) stage=translate ;;
    -M | --generate-dependencies) stage=dependencies dependencies=-M ;;
    -MM | --generate-nonsystem-dependencies) stage=dependencies dependencies=-MM ;;
    -MD | --generate-dependencies-with-compile) dependencies=-M ;;
    -MMD | --generate-nonsystem-dependencies-with-compile) dependencies=-MM ;;
    -MP | --generate-dependency-targets) phony=yes ;;
    -lib | --lib) stage=archive ;;
    -link | --link) stage='link' ;;
    -dlink | --device-link) stage=device_link ;;
    -run | --run) run_after=1 ;;
    -shared | --shared) shared=1 ;;
    -g | --debug) debug=-g ;;
    -G | --device-debug) device_debug=1 fmad=false && add cu_macros -D__CUDACC_DEBUG__ ;;
    -pg | --profile) add compiler -pg && add linker -pg ;;
    -w | --disable-warnings) add compiler -w ;;
    -noeh | --no-exceptions) add compiler -fno-exceptions ;;
    -keep | --keep | -save-temps | --save-temps) keep=${keep:-.} ;;
    -v | --verbose) verbose=1 ;;
    -dryrun | --dryrun) verbose=1 dryrun=1 ;;
    -forward-unknown-to-host-compiler | --forward-unknown-to-host-compiler | -forward-unknown-opts | \
        --forward-unknown-opts | -forward-unknown-to-host-linker | --forward-unknown-to-host-linker) forward=1 ;;
    -ptx | --ptx | -cubin | --cubin | -fatbin | --fatbin | -optix-ir | --optix-ir | -ltoir | --ltoir)
        fatal "$1: the emulator compiles for the CPU, and has no code of a GPU to write" ;;
    -code-ls | --list-gpu-code) echo sm_90 && exit 0 ;;
    -arch-ls | --list-gpu-arch) echo compute_90 && exit 0 ;;
    -extended-lambda | --extended-lambda | -expt-extended-lambda | --expt-extended-lambda)
        add cu_macros -D__CUDACC_EXTENDED_LAMBDA__ ;;
    -expt-relaxed-constexpr | --expt-relaxed-constexpr) add cu_macros -D__CUDACC_RELAXED_CONSTEXPR__ && add rewriter --relaxed-constexpr ;;
    -m64 | --m64 | -lineinfo | --generate-line-info | -use_fast_math | --use_fast_math | \
        -objtemp | --objdir-as-tempdir | -allow-unsupported-compiler | \
        --allow-unsupported-compiler | -use-local-env | --use-local-env | -dlto | --dlink-time-opt | -lto | --lto | \
        -gen-opt-lto | --gen-opt-lto | -nohdinitlist | --no-host-device-initializer-list | -nohdmoveforward | \
        --no-host-device-move-forward | -noprof | --dont-use-profile | -clean | --clean-targets | -nodlink | \
        --no-device-link | -extra-device-vectorization | --extra-device-vectorization | -keep-device-functions | \
        --keep-device-functions | -src-in-ptx | --source-in-ptx | -restrict | --restrict | -Wreorder | --Wreorder | \
        -Wdefault-stream-launch | --Wdefault-stream-launch | -Wmissing-launch-bounds | --Wmissing-launch-bounds | \
        -Wext-lambda-captures-this | --Wext-lambda-captures-this | -Wno-deprecated-declarations | \
        --Wno-deprecated-declarations | -Wno-deprecated-gpu-targets | --Wno-deprecated-gpu-targets | -res-usage | \
        --resource-usage | -ewp | --extensible-whole-program | -no-compress | --no-compress | -astoolspatch | \
        --compile-as-tools-patch | -err-no | --display-error-number | -no-err-no | --no-display-error-number | \
        -reloc-ptx | --relocatable-ptx | -jobserver | --jobserver | -fdevice-syntax-only | --fdevice-syntax-only | \
        --no-align-double) ;;
    *) return 1 ;;
    esac
}

input() {
    missing_input=0
    quote "$1"
    inputs="$inputs $quoted"
    eval "language_of_$count=\$language"
    count=$((count + 1))
}
count=0

parse() {
    while [ $# -gt 0 ]; do
        word=$1
        shift
        case $word in
        -[!-]*=* | --*=*)
            name=${word%%=*} value=${word#*=}
            if takes_value "$name"; then
                read_option "$name" "$value"
                continue
            fi
            ;;
        -?*)
            if takes_value "$word"; then
                [ $# -gt 0 ] || fatal "Option '$word' requires an argument"
                read_option "$word" "$1"
                shift
                continue
            fi
            ;;
        *)
            input "$word"
            continue
            ;;
        esac
        flag "$word" && continue
        case $word in
        -[IDULlOo]?*)
            value=${word#-?}
            option "${word%"$value"}" "$value"
            ;;
        -m64) ;;
        -isystem?*) option -isystem "${word#-isystem}" ;;
        -std=* | -x*) option "${word%"${word#-?}"}" "${word#-?}" ;;
        -t[0-9]*) ;;
        *)
            [ $forward = 1 ] || fatal "Unknown option '$word'"
            add compiler "$word"
            case $word in -Wl,* | -pthread | -fopenmp* | -fsanitize=* | -static*) add linker "$word" ;; esac
            ;;
        esac
    done
}

# A file of options stands for them.
read_option() {
    case $1 in
    -optf | --options-file)
        [ -r "$2" ] || fatal "Could not open input file '$2'"
        eval "parse $(awk '{ gsub(/[$`;&|<>(){}*?~#!]/, "\\\\&"); print }' "$2" | tr '\n' ' ')"
        ;;
    *) option "$1" "$2" ;;
    esac
}

# What CMake asks to find a toolkit.
case "$*" in
'-v __cmake_determine_cuda')
    printf '#$ TOP=%s\n' "$TOP"
    exit 1
    ;;
esac
parse "$@"
[ $missing_input = 0 ] || fatal 'No input files specified; use option --help for more information'
case $std in
c++03 | c++11 | c++14 | gnu++03 | gnu++11 | gnu++14) std=gnu++17 ;; # what the emulator's headers are written in
c++*) std=gnu++${std#c++} ;;
esac
flavour=emulator
[ "$check" != 1 ] || flavour=checked
case " $compiler " in *[fF][pP][iI][cC]*) add macros -DCUDA_EMULATOR_PORTABLE ;; esac # code of a shared library
[ $shared = 0 ] || {
    [ $flavour = emulator ] || fatal '--check: not for shared libraries'
    flavour=shared
}
eval "compile=\$compile_$flavour link=\$link_$flavour"
[ -z "$arch" ] || add cu_macros "-DCUDA_EMULATOR_ARCH=$arch"
speed=''
[ $device_debug = 0 ] || speed='-O0 -g'
[ "$fmad" = true ] || add rewriter --no-fmad

if [ -n "$keep" ]; then
    work=$keep
    mkdir -p "$work" || exit 1
else
    work=$(mktemp -d "${TMPDIR:-/tmp}/nvcc.XXXXXX") || exit 1
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
fi
quote "$work" && quoted_work=$quoted
quote "$TOP" && quoted_top=$quoted

# ---------------------------------------------------------------- one source

# Sets kind (cu, c++, c, or object) of a file.
kind_of() {
    kind=$2
    [ -n "$kind" ] || case $1 in
    *.cu | *.cu.cc | *.cuda) kind=cu ;;
    *.cc | *.cpp | *.cxx | *.c++ | *.C | *.cp | *.CPP) kind=c++ ;;
    *.c) kind=c ;;
    *) kind=object ;;
    esac
    # What cannot be a source is none, whatever -x says.
    case $1 in *.o | *.a | *.so | *.so.* | *.obj | *.lo) kind=object ;; esac
}

# command_for SOURCE: sets command, which compiles it, without -c, -o and input, and text, what it compiles.
command_for() {
    quote "$1" && text=$quoted
    case $kind in
    cu)
        stem=${1##*/}
        rewritten=$work/${stem%.*}.$number.cpp
        quote "$rewritten" && rewritten_quoted=$quoted
        checked=''
        [ $flavour != checked ] || checked=--check
        run "$quoted_top/bin/cuda_rewrite $text --output $rewritten_quoted --depfile $rewritten_quoted.d \
--columns $rewritten_quoted.columns $checked$rewriter" || return 1
        text=$rewritten_quoted
        command="sh $quoted_top/bin/compile.sh $quoted_top/bin/cuda_rewrite $id $cxx -std=$std $compile $cu_macros $macros $includes $speed $debug $compiler"
        ;;
    c++) command="$cxx -std=$std ${optimise:--O2} $host $macros $includes $debug $compiler" ;;
    c) command="$cc ${optimise:--O2} $host $macros $includes $debug $compiler" ;;
    esac
}

# depend SOURCE OBJECT: writes what the object is made of, as a rule of make.
depend() {
    to=${dependency_file:-${2%.o}.d}
    [ $stage != dependencies ] || [ -n "$dependency_file" ] || to=${output:-/dev/stdout}
    {
        eval "$command $dependencies -MT x $text" | sed 's/^x://; s/\\$//' | tr '\n' ' ' | sed 's/\\ /\n_/g' |
            tr ' ' '\n' | sed 's/^_/ /'
        [ "$kind" != cu ] || sed '1d; s/ \\$//; s/^  //; s/\\ / /g' "$rewritten.d"
    } | grep -v -e '^$' -e "^$work/" -e '/cmake_pch\.hxx$' | sed "s|^$PWD/||" | awk -v target="${dependency_targets:-$2}" -v phony="$phony" -v source="$1" '
        { gsub(/^ +/, "") }
        seen[$0]++ { next }
        { gsub(/ /, "\\ "); names[++n] = $0 }
        END {
            printf "%s:", target
            for (i = 1; i <= n; i++) printf " \\\n  %s", names[i]
            printf "\n"
            if (phony) for (i = 1; i <= n; i++) if (names[i] != source) printf "%s:\n", names[i]
        }' >"$to"
}

objects='' failed=0 number=0
eval "set -- $inputs"
if [ $stage != link ] && [ $stage != archive ] && [ $stage != device_link ] && [ $# -gt 1 ] && [ -n "$output" ]; then
    fatal "A single input file is required for a non-link phase when an outputfile is specified"
fi
for source; do
    eval "kind_of \"\$source\" \"\$language_of_$number\""
    number=$((number + 1))
    if [ "$kind" = object ]; then
        case $source in
        */libcudart.* | */libcudart_static.a | */libcudadevrt.a) ;; # linked anyway
        *) add objects "$source" ;;
        esac
        continue
    fi
    [ -f "$source" ] || [ $dryrun = 1 ] || fatal "Could not open input file '$source'"
    stem=${source##*/}
    stem=${stem%.*}
    case $stage in
    preprocess)
        quote "$source"
        prefix="$cxx -std=$std -x c++ $compile -include emulator/nvcc.h $cu_macros"
        [ "$kind" = cu ] || prefix="$cxx -std=$std $host"
        [ "$kind" != c ] || prefix="$cc $host"
        run "$prefix $macros $includes $compiler -E $quoted ${output:+> \"\$output\"}" || failed=1
        continue
        ;;
    translate)
        # A .cu file as C++ that is preprocessed; of other sources there is nothing to write.
        [ "$kind" = cu ] || continue
        command_for "$source" || { failed=1; continue; }
        quote "${output:-${directory:+$directory/}${source##*/}.cpp.ii}"
        run "$command -E $text -o $quoted >&2" || failed=1
        continue
        ;;
    compile) object=${output:-${directory:+$directory/}$stem.o} ;;
    dependencies) object=$stem.o ;;
    *) object=$work/$stem.$number.o ;;
    esac
    command_for "$source" || { failed=1; continue; }
    if [ $stage = dependencies ]; then
        depend "$source" "$object" || failed=1
        continue
    fi
    quote "$object"
    run "$command -o $quoted -c $text >&2" || { failed=1; continue; }
    [ -z "$dependencies" ] || [ $dryrun = 1 ] || depend "$source" "$object" || failed=1
    objects="$objects $quoted"
done
[ $failed = 0 ] || exit 1

# ---------------------------------------------------------------- all together

case $stage in
archive)
    quote "${output:-a.a}"
    run "rm -f $quoted && ar rcs $archiver $quoted $objects" || exit 1
    ;;
device_link)
    # A device has nothing to link here; what asks for an object gets one.
    quote "${output:-a_dlink.o}"
    run "printf '' | $cxx -x c++ $compiler -c - -o $quoted" || exit 1
    ;;
link)
    output=${output:-a.out}
    [ $shared = 0 ] || add linker -shared
    quote "$output"
    # The lines that CMake reads: where libraries are, and which the linker is given.
    [ $verbose = 0 ] || {
        printf '#$ TOP=%s\n#$ PATH=%s\n#$ INCLUDES="-I%s/include"\n#$ LIBRARIES=  "-L%s/lib64"\n' "$TOP" "$PATH" "$TOP" "$TOP"
        printf '#$ cicc -arch compute_%s\n' "$(printf '%s' "${arch:-900}" | sed 's/.$//')"
    } >&2
    # (CMake looks for the linker in front of that one.)
    run "$cxx $objects $compiler $linker $libraries \"-L$quoted_top/lib64\" $link -o $quoted" "sh $quoted_top/bin/link.sh" ||
        exit 1
    [ $run_after = 0 ] || {
        case $output in */*) ;; *) quoted=./$quoted ;; esac
        run "$quoted $run_args"
        exit $?
    }
    ;;
esac
