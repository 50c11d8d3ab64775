# What the command `book` needs to know of this machine: which tools are there,
# how a missing one is installed, and the report of `./book doctor`. Read by
# `book`, which defines say and fail. Sets:
#   CXX_PATH   the C++ compiler to use; CXX_MISSING says why when empty
#   NVCC       the CUDA compiler; NVCC_MISSING says where it was sought
#   GPU        the name of the first GPU that answers
# shellcheck shell=sh disable=SC2034

CMAKE_NEEDED=3.25
CXX_PATH='' CXX_MISSING='' NVCC='' NVCC_MISSING='' GPU='' SMI=''

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
    *) CXX_OLDEST=9 CXX_VERSION=$("$1" -dumpfullversion 2>/dev/null) ;;
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
    # "GPU 0: NAME (UUID: ...)", one line for each: the first one's name.
    GPU=${GPU#*: }
    GPU=${GPU%% (UUID*}
}

# ---------------------------------------------------------------- installing

# The exact words of the command that installs packages $*.
apt_command() {
    if [ "$(id -u)" = 0 ]; then sudo=''; else sudo='sudo '; fi
    printf '%s' "${sudo}apt-get install --no-install-recommends $*"
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

# Installs what a build needs and is missing, and of the commands $* (each of
# the package of its name) those that are missing; without these it goes on.
need_tools() {
    needed='' wanted=''
    find_cxx || needed="$needed g++"
    command -v cmake >/dev/null || needed="$needed cmake"
    find_ninja >/dev/null || needed="$needed ninja-build"
    for tool in "$@"; do
        command -v "$tool" >/dev/null || wanted="$wanted $tool"
    done
    needed=${needed# } wanted=${wanted# }
    if [ -n "$needed$wanted" ]; then
        install_tools
        find_cxx || fail "there is no compiler to build with: $CXX_MISSING"
    fi
    version=$(cmake_version) || fail "cmake does not run"
    at_least "$version" $CMAKE_NEEDED || fail "cmake is version $version, and $CMAKE_NEEDED or newer" \
        "is needed: Debian 12 and Ubuntu 24.04 have it; elsewhere \`pip install cmake\`," \
        "\`snap install cmake --classic\` or https://cmake.org/download"
}

install_tools() {
    # shellcheck disable=SC2086  # lists of packages, one word each
    set -- $needed $wanted
    if ! command -v apt-get >/dev/null; then
        [ -n "$needed" ] || { say "without $wanted, the tests that need it are skipped"; return; }
        say "what a build needs is missing here: $needed"
        say "  Debian, Ubuntu: apt-get install g++ cmake ninja-build"
        say "  Fedora:         dnf install gcc-c++ cmake ninja-build"
        say "  Arch Linux:     pacman -S gcc cmake ninja"
        exit 1
    fi
    if ! may_install "$@"; then
        [ -n "$needed" ] || { say "without $wanted, the tests that need it are skipped"; return; }
        fail "missing: $needed. To install it: $(apt_command "$@")"
    fi
    say "installing $*"
    apt update || say "apt-get update failed; trying with the package lists there are"
    # shellcheck disable=SC2086
    [ -z "$needed" ] || apt install -y --no-install-recommends $needed ||
        fail "apt-get could not install $needed (its message is above)"
    for tool in $wanted; do
        apt install -y --no-install-recommends "$tool" ||
            say "apt-get could not install $tool; the tests that need it are skipped"
    done
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

# A library: name, pkg-config module, header, package, what it is for.
doctor_library() {
    if version=$(pkg-config --modversion "$2" 2>/dev/null); then
        found "$1 $version" "pkg-config $2"
    elif [ -f "/usr/include/$3" ]; then
        found "$1" "/usr/include/$3"
    else
        missing "$1" "$5; package $4"
    fi
}

cmd_doctor() {
    case ${1-} in
    '') ;;
    -h | --help) help_doctor; return ;;
    *) usage_error "doctor takes no '$1'; it takes only --help" ;;
    esac
    lacking=''
    [ -z "${CXX:-}" ] || doctor_compiler "$CXX" 'CXX names it: unset CXX, or install it'
    doctor_compiler g++ 'nothing can be built unless clang++ is there; package g++'
    doctor_compiler clang++ 'the tests that compile with clang are skipped; package clang'
    (find_cxx) 2>/dev/null || lacking="$lacking, a C++ compiler"

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
    elif [ -n "$SMI" ]; then
        missing 'GPU' "$SMI is there, but no GPU answers; all runs on the emulator"
    else
        missing 'GPU, driver' 'no nvidia-smi; all runs on the emulator; the driver is from NVIDIA'
    fi

    doctor_library 'OpenGL and freeglut' glut GL/freeglut.h freeglut3-dev \
        'programs with a window cannot open one'
    doctor_library libpng libpng png.h libpng-dev 'programs cannot read or write PNG files'
    doctor_library libwebp libwebp webp/encode.h libwebp-dev \
        'programs cannot read or write WebP files'
    if [ -n "${WAYLAND_DISPLAY:-}" ]; then
        found 'display' "Wayland $WAYLAND_DISPLAY"
    elif [ -n "${DISPLAY:-}" ]; then
        found 'display' "X $DISPLAY"
    else
        missing 'display' 'DISPLAY and WAYLAND_DISPLAY are not set; no window can open'
    fi
    if path=$(command -v shellcheck); then
        found 'shellcheck' "$path"
    else
        missing 'shellcheck' 'its tests are skipped; package shellcheck'
    fi

    if [ -n "$lacking" ]; then
        echo "./book run cannot build yet: it lacks ${lacking#, }"
        command -v apt-get >/dev/null && echo "(it offers to install what is missing)"
        return 1
    fi
    BACKEND=
    choose_backend
    echo "./book run would use $PLACE ($WHY)"
}
