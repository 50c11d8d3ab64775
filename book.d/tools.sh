# What the command `book` needs to know of this machine: which tools are there,
# how a missing one is installed, and the report of `./book doctor`. Read by
# `book`, which defines say and fail. Sets:
#   CXX_PATH   the C++ compiler to use; CXX_MISSING says why when empty
#   NVCC       the CUDA compiler; NVCC_MISSING says where it was sought
#   GPU        the name of the first GPU that answers
#   MISSING_LIBRARIES   the packages of the libraries for pictures that are not there
# shellcheck shell=sh disable=SC2034

CMAKE_NEEDED=3.25
# Where distributions install; the tests put a folder of their own here.
USR=/usr
# The libraries for pictures and windows, PACKAGE:HEADER each. Programs do without.
LIBRARIES='freeglut3-dev:GL/freeglut.h libpng-dev:png.h libwebp-dev:webp/mux.h'
CXX_PATH='' CXX_MISSING='' NVCC='' NVCC_MISSING='' GPU='' SMI='' MISSING_LIBRARIES=''

# at_least 3.25.1 3.25: whether the first version is not older than the second.
at_least() {
    major=${1%%.*} minor=0
    case $1 in *.*) minor=${1#*.} minor=${minor%%[!0-9]*} ;; esac
    case $major in '' | *[!0-9]*) return 1 ;; esac
    case $2 in *.*) ;; *) [ "$major" -ge "$2" ]; return ;; esac
    [ "$major" -gt "${2%%.*}" ] || { [ "$major" -eq "${2%%.*}" ] && [ "${minor:-0}" -ge "${2#*.}" ]; }
}

cmake_version() {
    version=$(cmake --version 2>/dev/null) || return 1
    version=${version#cmake version }
    printf '%s' "${version%%[!0-9.]*}"
}

# Sets CXX_VERSION and CXX_OLDEST (the oldest version that will do) for a compiler.
compiler_version() {
    case $("$1" --version 2>/dev/null) in
    *clang*) CXX_OLDEST=14 CXX_VERSION=$("$1" -dumpversion 2>/dev/null) ;;
    *) CXX_OLDEST=11 CXX_VERSION=$("$1" -dumpfullversion 2>/dev/null) ;;
    esac
}

# The C++ compiler: what CXX names, else g++ or clang++ where new enough.
find_cxx() {
    CXX_PATH=''
    if [ -n "${CXX:-}" ]; then
        # CXX may hold a launcher or options too ("ccache g++").
        CXX_PATH=$(command -v "$CXX") && return
        command -v "${CXX%% *}" >/dev/null || fail "CXX names '$CXX', which is not there"
        CXX_PATH=$CXX
        return
    fi
    CXX_MISSING='no C++ compiler is installed'
    for compiler in g++ clang++; do
        path=$(command -v $compiler) || continue
        compiler_version "$path"
        if at_least "${CXX_VERSION:-0}" $CXX_OLDEST; then
            CXX_PATH=$path
            return
        fi
        CXX_MISSING="$path is version ${CXX_VERSION:-unknown}; $CXX_OLDEST or newer is needed"
    done
    return 1
}

find_ninja() { command -v ninja || command -v ninja-build; }

find_nvcc() {
    if [ -n "${CUDACXX:-}" ]; then
        NVCC=$(command -v "$CUDACXX") || NVCC_MISSING="CUDACXX names '$CUDACXX', which is not there"
        return
    fi
    for path in nvcc "${CUDA_HOME:+$CUDA_HOME/bin/nvcc}" \
        "${CUDA_PATH:+$CUDA_PATH/bin/nvcc}" /usr/local/cuda/bin/nvcc; do
        [ -n "$path" ] && NVCC=$(command -v "$path") && return
    done
    NVCC_MISSING='it is not on PATH, nor in CUDA_HOME/bin, CUDA_PATH/bin or /usr/local/cuda/bin'
}

# Sets GPU where the driver answers with one, and SMI where its tool is there.
find_gpu() {
    SMI=$(command -v nvidia-smi || command -v /usr/lib/wsl/lib/nvidia-smi) || return 0
    GPU=$("$SMI" -L 2>/dev/null) || GPU=''
    case $GPU in "GPU "*) ;; *) GPU='' ;; esac
    GPUS=$(printf '%s\n' "$GPU" | while read -r line; do case $line in "GPU "*) echo x ;; esac; done | tr -d ' \n')
    GPUS=${#GPUS}
    # "GPU 0: NAME (UUID: ...)", one line for each: the first one's name.
    GPU=${GPU#*: }
    GPU=${GPU%% (UUID*}
}

# Sets MISSING_LIBRARIES. The compiler is asked, as it knows where it looks (CPATH,
# CXX with options); without one, what is installed in the usual place counts.
find_libraries() {
    left='' question=''
    for library in $LIBRARIES; do
        package=${library%%:*} header=${library#*:}
        [ -f "$USR/include/$header" ] || left="$left $package"
        question="$question
#if !__has_include(<$header>)
$package
#endif"
    done
    set -- -E -P -x c++ -
    if [ -x "$CXX_PATH" ]; then
        left=$(printf '%s\n' "$question" | "$CXX_PATH" "$@" 2>/dev/null)
    elif [ -n "$CXX_PATH" ]; then
        # shellcheck disable=SC2086  # a launcher or options: more words than one
        left=$(printf '%s\n' "$question" | $CXX_PATH "$@" 2>/dev/null)
    fi
    MISSING_LIBRARIES=''
    for library in $LIBRARIES; do
        package=${library%%:*}
        case $left in *"$package"*) MISSING_LIBRARIES="$MISSING_LIBRARIES $package" ;; esac
    done
    MISSING_LIBRARIES=${MISSING_LIBRARIES# }
}

# Prints the path of a Python with the modules $1. The first on PATH may be one without them (pyenv), and the system's
# have them.
find_python() {
    for python in python3 "$USR/bin/python3"; do
        python=$(command -v "$python") || continue
        if "$python" -c "import $1" 2>/dev/null; then
            printf '%s' "$python"
            return
        fi
    done
    return 1
}

has_thrust() { [ -f "$USR/include/thrust/version.h" ] && [ -f "$USR/include/cub/version.cuh" ]; }

# Prints the path of Mesa's software OpenGL, by which windows open in Xvfb.
find_mesa() {
    for path in "$USR"/lib*/dri/swrast_dri.so "$USR"/lib/*/dri/swrast_dri.so \
        "$USR"/lib*/libgallium*.so "$USR"/lib/*/libgallium*.so; do
        [ ! -e "$path" ] || { printf '%s' "$path"; return; }
    done
    return 1
}

# Prints the path of OpenBLAS, which a program's cuBLAS loads where it is there.
find_openblas() {
    for path in "$USR"/lib*/libopenblas.so.0 "$USR"/lib/*/libopenblas.so.0; do
        [ ! -e "$path" ] || { printf '%s' "$path"; return; }
    done
    return 1
}

# The packages of what the tests use besides and is missing here, those of --all too if $1 is not empty.
missing_for_tests() {
    command -v clang >/dev/null || echo clang
    command -v shellcheck >/dev/null || echo shellcheck
    command -v make >/dev/null || echo make
    command -v gnuplot >/dev/null || echo gnuplot-nox
    has_thrust || echo libthrust-dev
    command -v mpicc >/dev/null || echo libopenmpi-dev openmpi-bin
    command -v Xvfb >/dev/null || echo xvfb
    find_mesa >/dev/null || echo libgl1-mesa-dri
    find_python 'PIL.Image, Xlib.display' >/dev/null || echo python3 python3-pil python3-xlib
    [ -n "$1" ] || return 0
    command -v ld.lld >/dev/null || echo lld
    command -v ld.gold >/dev/null || echo binutils-gold
    command -v aarch64-linux-gnu-g++ >/dev/null || echo g++-aarch64-linux-gnu
    command -v qemu-aarch64-static >/dev/null || command -v qemu-aarch64 >/dev/null || echo qemu-user-static
    missing_for_site
    find_python 'nbclient, ipykernel' >/dev/null || echo python3-nbclient python3-ipykernel
    command -v chromium >/dev/null || echo chromium
    command -v firefox-esr >/dev/null || command -v firefox >/dev/null || echo firefox-esr
}

# ---------------------------------------------------------------- installing

# Says how packages $* are installed by hand: a line that works as it is, on a line of its own.
say_how_to_install() {
    install="apt-get install --no-install-recommends $*"
    if [ "$(id -u)" = 0 ]; then
        install="apt-get update && $install"
    elif command -v sudo >/dev/null; then
        install="sudo apt-get update && sudo $install"
    else
        install="su - -c 'apt-get update && $install'"
    fi
    printf '    %s\n' "$install" >&2
    case $install in su\ *)
        say "su asks for the password of root; if you do not have it, send this line to whoever looks after" \
            "this machine" ;;
    esac
}

apt() {
    set -- env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
    [ "$(id -u)" = 0 ] || set -- sudo "$@"
    "$@" </dev/null >&2
}

# Whether packages $* may be installed: asked for, or agreed to, or plainly meant
# (root without a terminal: a fresh container, or an image being built).
may_install() {
    if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then return 1; fi
    if [ "$YES" = 1 ] || [ "${CI:-}" = true ]; then return 0; fi
    if [ -t 0 ] && [ -t 2 ]; then
        printf 'book: to install with apt-get: %s. Go on? [Y/n] ' "$*" >&2
        read -r answer || return 1
        case $answer in '' | [Yy] | [Yy][Ee][Ss]) return 0 ;; *) return 1 ;; esac
    fi
    [ "$(id -u)" = 0 ]
}

# Installs what a build needs and is missing, the libraries for pictures, and the
# packages $* that the tests want; without the latter two it goes on.
need_tools() {
    needed='' libraries='' wanted=$*
    find_cxx || needed="$needed g++"
    command -v cmake >/dev/null || needed="$needed cmake"
    find_ninja >/dev/null || needed="$needed ninja-build"
    needed=${needed# }
    find_libraries
    # Who did without the libraries at first is not asked about them at every run.
    if [ -n "$needed$wanted" ] || [ "$YES" = 1 ] || [ ! -f "$BUILD/CMakeCache.txt" ]; then
        libraries=$MISSING_LIBRARIES
    fi
    if [ -n "$needed$libraries$wanted" ]; then
        install_tools
        find_cxx || fail "there is no compiler to build with: $CXX_MISSING"
        find_libraries
    fi
    # A build tree was made by one that will do.
    [ ! -f "$BUILD/CMakeCache.txt" ] || return 0
    version=$(cmake_version) || fail "cmake does not run"
    at_least "$version" $CMAKE_NEEDED || fail "cmake is version $version, and $CMAKE_NEEDED or newer" \
        "is needed: Debian 12 and Ubuntu 24.04 have it; elsewhere \`pip install cmake\`," \
        "\`snap install cmake --classic\` or https://cmake.org/download"
}

# What the build does without when a library is missing is said when CMake configures it.
# shellcheck disable=SC2086  # lists of packages, one word each
install_tools() {
    set -- $needed $libraries $wanted
    if ! command -v apt-get >/dev/null; then
        if [ -n "$needed" ]; then
            say "what a build needs is missing here: $needed"
        elif [ -n "$libraries" ]; then
            say "going on without libraries for pictures: $libraries"
        fi
        [ -z "$needed$libraries" ] || other_systems $needed $libraries
        [ -z "$needed" ] || exit 1
        [ -z "$wanted" ] || say "the tests that need one of these are skipped: $wanted"
        return
    fi
    if ! may_install "$@"; then
        if [ -n "$needed" ]; then
            say "what a build needs is missing here: $needed. To install it:"
            say_how_to_install "$@"
            exit 1
        fi
        [ -z "$wanted" ] || say "the tests that need one of these are skipped: $wanted"
        say "going on without $*. To install it:"
        say_how_to_install "$@"
        return
    fi
    say "installing $*"
    apt update || say "apt-get update failed; trying with the package lists there are"
    [ -z "$needed" ] || apt install -y --no-install-recommends $needed ||
        fail "apt-get could not install $needed (its message is above)"
    set -- $libraries $wanted
    # All at once is quicker; one that cannot be had must not cost the others.
    if [ $# -gt 1 ] && apt install -y --no-install-recommends "$@"; then return; fi
    for package in "$@"; do
        apt install -y --no-install-recommends "$package" && continue
        case " $libraries " in
        *" $package "*) say "apt-get could not install $package; going on without" ;;
        *) say "apt-get could not install $package; the tests that need it are skipped" ;;
        esac
    done
}

# Installs Thrust and CUB, if they are among the libraries $1 (libraries.awk) of a reader's file, they are not there, and
# they may be installed. Returns 1 where nothing has changed. (What the file lacks then, the rewriter says.)
install_thrust_for() {
    case $1 in *thrust) ;; *) return 1 ;; esac
    ! has_thrust && command -v apt-get >/dev/null && may_install libthrust-dev || return 1
    say "installing libthrust-dev"
    apt update || say "apt-get update failed; trying with the package lists there are"
    apt install -y --no-install-recommends libthrust-dev
}

# Says how packages $* are called and installed on other systems.
other_systems() {
    fedora='' arch=''
    for package in "$@"; do
        case $package in
        g++) fedora="$fedora gcc-c++" arch="$arch gcc" ;;
        ninja-build) fedora="$fedora ninja-build" arch="$arch ninja" ;;
        freeglut3-dev) fedora="$fedora freeglut-devel" arch="$arch freeglut" ;;
        *-dev) fedora="$fedora ${package%-dev}-devel" arch="$arch ${package%-dev}" ;;
        *) fedora="$fedora $package" arch="$arch $package" ;;
        esac
    done
    say "  Debian, Ubuntu: apt-get update && apt-get install $*"
    say "  Fedora:         dnf install$fedora"
    say "  Arch Linux:     pacman -S$arch"
}

# ---------------------------------------------------------------- doctor

found() { printf 'found    %-26s %s\n' "$1" "$2"; }
missing() { printf 'missing  %-26s %s\n' "$1" "$2"; }

# A compiler ($1), and what its absence costs ($2).
doctor_compiler() {
    if ! path=$(command -v "$1"); then
        missing "$1" "$2"
        return
    fi
    compiler_version "$path"
    if at_least "${CXX_VERSION:-0}" $CXX_OLDEST; then
        found "$1 ${CXX_VERSION}" "$path"
    else
        printf 'too old  %-26s %s\n' "$1 ${CXX_VERSION:-?}" "$path; $CXX_OLDEST or newer is needed"
    fi
}

# A library: name, pkg-config module, package, what its absence costs.
doctor_library() {
    case " $MISSING_LIBRARIES " in
    *" $3 "*) missing "$1" "$4; package $3" ;;
    *)
        version=$(pkg-config --modversion "$2" 2>/dev/null) || version=''
        for library in $LIBRARIES; do
            case $library in "$3":*) found "$1${version:+ $version}" "<${library#*:}>" ;; esac
        done
        ;;
    esac
}

# A tool that lies at path $2 or, where that is empty, is missing, which costs $3.
doctor_tool() {
    if [ -n "$2" ]; then found "$1" "$2"; else missing "$1" "$3"; fi
}

# What `nvidia-smi topo` calls a link.
link_words() {
    case $1 in
    NV*) echo "${1#NV} links of NVLink" ;;
    PIX | PXB) echo 'switches of the bus (PCIe)' ;;
    PHB | NODE) echo 'the bus and its bridges at the processor' ;;
    SYS) echo 'the bus and the link between processors' ;;
    *) echo 'of a kind not known here' ;;
    esac
}

# How several GPUs are connected, a line for each kind of link, from a table like this:
#
#           GPU0    GPU1    CPU Affinity
#   GPU0     X      NV18    0-31
#   GPU1    NV18     X      0-31
doctor_links() {
    "$SMI" topo -m 2>/dev/null | tr '\t' ' ' | while read -r name links; do
        case $name/$links in GPU[0-9]*/GPU*) continue ;; GPU[0-9]*) ;; *) continue ;; esac
        row=${name#GPU} column=0
        for link in $links; do
            [ "$column" -lt "$1" ] || break
            [ "$column" -le "$row" ] || echo "$link $row-$column"
            column=$((column + 1))
        done
    done | sort | {
        kind='' pairs=''
        while read -r link pair; do
            if [ "$link" != "$kind" ]; then
                [ -z "$kind" ] || found 'link between GPUs' "$kind, $(link_words "$kind"): GPUs$pairs"
                kind=$link pairs=''
            fi
            pairs="$pairs $pair"
        done
        [ -z "$kind" ] || found 'link between GPUs' "$kind, $(link_words "$kind"): GPUs$pairs"
    }
}

# NCCL, for nvcc; the emulator has its own.
doctor_nccl() {
    for header in ${NCCL_HOME:+"$NCCL_HOME/include/nccl.h"} "${NVCC:+${NVCC%/*}/../include/nccl.h}" \
        "$USR/include/nccl.h"; do
        [ -f "$header" ] || continue
        version=''
        while read -r _ name number _; do
            case $name in
            NCCL_MAJOR) version=$number ;;
            NCCL_MINOR) version=$version.$number ;;
            NCCL_PATCH) version=$version.$number && break ;;
            esac
        done <"$header"
        found "NCCL $version" "$header"
        return
    done
    missing NCCL 'programs that need it run on the emulator only, which has its own; package libnccl-dev'
}

cmd_doctor() {
    case ${1-} in
    '') ;;
    -h | --help) help_doctor; return ;;
    -y | --yes) usage_error "doctor only looks, and installs nothing; ./book run --yes installs what is missing" ;;
    *) usage_error "doctor takes no '$1'; it takes only --help" ;;
    esac
    lacking=''
    [ -z "${CXX:-}" ] || doctor_compiler "$CXX" 'CXX names it: unset CXX, or install it'
    doctor_compiler g++ 'nothing can be built unless clang++ is there; package g++'
    doctor_compiler clang++ 'the tests that compile with clang are skipped; package clang'
    CXX_PATH=$(find_cxx 2>/dev/null && printf '%s' "$CXX_PATH") || lacking="$lacking, a C++ compiler"

    if ! path=$(command -v cmake); then
        missing 'CMake' "nothing can be built; package cmake ($CMAKE_NEEDED or newer)"
        lacking="$lacking, CMake"
    elif version=$(cmake_version) && at_least "$version" $CMAKE_NEEDED; then
        found "CMake $version" "$path"
    else
        printf 'too old  %-26s %s\n' "CMake $version" "$path; $CMAKE_NEEDED or newer is needed"
        lacking="$lacking, a newer CMake"
    fi
    if path=$(find_ninja); then
        found "Ninja $("$path" --version)" "$path"
    else
        missing 'Ninja' 'nothing can be built; package ninja-build'
        lacking="$lacking, Ninja"
    fi

    find_nvcc
    if [ -n "$NVCC" ]; then
        version=$("$NVCC" --version 2>/dev/null)
        version=${version##*release }
        found "CUDA toolkit ${version%%,*}" "$NVCC"
    else
        missing 'CUDA toolkit (nvcc)' "nothing is built for the GPU, all runs on the emulator: $NVCC_MISSING; from NVIDIA, or package nvidia-cuda-toolkit"
    fi
    find_gpu
    if [ -n "$GPU" ]; then
        version=$("$SMI" --query-gpu=driver_version --format=csv,noheader 2>/dev/null)
        # Of several GPUs the first one's: the lines are alike.
        found "GPU, driver ${version%%[!0-9.]*}" "$GPU ($SMI)"
        if [ "$GPUS" -gt 1 ]; then
            found "$GPUS GPUs" 'CUDA_VISIBLE_DEVICES=0 leaves a program the first one'
            doctor_links "$GPUS"
        fi
    elif [ -n "$SMI" ]; then
        missing 'GPU' "$SMI is there, but no GPU answers; all runs on the emulator"
    else
        missing 'GPU, driver' 'no nvidia-smi; all runs on the emulator; the driver is from NVIDIA'
    fi

    doctor_nccl
    doctor_tool 'Thrust and CUB' "$(! has_thrust || printf '%s' "$USR/include/thrust")" \
        'programs with them run on a GPU only; package libthrust-dev'
    doctor_tool 'OpenBLAS' "$(find_openblas)" \
        "the emulator's cuBLAS multiplies large matrices by itself, more slowly; package libopenblas0-pthread"
    find_libraries
    doctor_library 'OpenGL and freeglut' glut freeglut3-dev 'no window opens, pictures go to files'
    doctor_library 'libpng' libpng libpng-dev 'pictures are written as PPM files'
    doctor_library 'libwebp and mux' libwebpmux libwebp-dev \
        'animations are written as one file for each frame'
    if [ -n "${DISPLAY:-}" ]; then
        found 'display' "X $DISPLAY"
    else
        missing 'display' 'DISPLAY is not set; pictures go to files'
    fi
    doctor_tool 'gnuplot' "$(command -v gnuplot)" \
        'no charts are drawn, the figures go to --csv files; package gnuplot-nox'
    doctor_tool 'Xvfb' "$(command -v Xvfb)" 'the tests of windows are skipped; package xvfb'
    doctor_tool 'Mesa software OpenGL' "$(find_mesa)" \
        'the tests of windows are skipped; package libgl1-mesa-dri'
    doctor_tool 'Python with PIL, Xlib' "$(find_python 'PIL.Image, Xlib.display')" \
        'the tests of windows and pictures are skipped; packages python3 python3-pil python3-xlib'
    doctor_tool 'Python with nbclient' "$(find_python 'nbclient, ipykernel')" \
        'the tests of notebooks are skipped; packages python3-nbclient python3-ipykernel'
    doctor_tool 'shellcheck' "$(command -v shellcheck)" 'its tests are skipped; package shellcheck'
    doctor_tool 'lld' "$(command -v ld.lld)" 'the tests of what it says are skipped; package lld'
    doctor_tool 'gold' "$(command -v ld.gold)" 'the tests of what it says are skipped; package binutils-gold'
    doctor_tool 'g++ for 64-bit Arm' "$(command -v aarch64-linux-gnu-g++)" \
        'the test on that processor is skipped; packages g++-aarch64-linux-gnu qemu-user-static'

    if command -v mpirun >/dev/null; then
        version=$(mpirun --version 2>/dev/null | head -n 1)
        case $(ompi_info --parsable --all 2>/dev/null) in
        *mpi_built_with_cuda_support:value:true*) aware='takes memory of devices' ;;
        *mpi_built_with_cuda_support:value:false*) aware='memory of devices goes through the host' ;;
        *) aware='' ;;
        esac
        found 'MPI' "$(command -v mpirun) (${version#mpirun }${aware:+; $aware})"
    else
        missing 'MPI' 'programs in several processes are left out; packages libopenmpi-dev openmpi-bin'
    fi
    doctor_tool 'Node' "$(command -v node)" './book site does not work, and its tests are skipped; packages nodejs npm'
    doctor_tool 'npm' "$(command -v npm)" './book site does not work, and its tests are skipped; package npm'
    doctor_tool 'Chromium' "$(command -v chromium)" 'the tests of the site in it are skipped; package chromium'
    doctor_tool 'Firefox' "$(command -v firefox-esr || command -v firefox)" \
        'the tests of the site in it are skipped; package firefox-esr'

    if [ -n "$lacking" ]; then
        echo "./book run cannot build yet: it lacks ${lacking#, }"
        command -v apt-get >/dev/null && echo "(it offers to install what is missing)"
        return 1
    fi
    BACKEND=
    choose_backend
    echo "./book run would use $PLACE ($WHY)"
}
