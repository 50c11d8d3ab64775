# Configuring and building for the command `book`, which reads this file: one
# build tree, made by CMake once and kept up to date by ninja, and in it a folder
# for each of the reader's own files.
# shellcheck shell=sh disable=SC2034  # the other parts read what is set here

cached() { sed -n "s/^$1:[A-Z]*=//p" "$BUILD/CMakeCache.txt"; }
has_target() { grep -q "^build $1: " "$BUILD/build.ninja"; }

# need_flavour FLAVOUR: the build tree may be older than that.
need_flavour() {
    has_target "$1.recipe" || configure --fresh
    has_target "$1.recipe" || fail "the build tree has no $1 programs (BOOK_FLAVOURS)"
}

# Why the build does without target $1, if it knows of it.
why_left_out() { sed -n "s|^$1 ||p" "$BUILD/book/left_out" 2>/dev/null; }

# Where the build goes: beside the sources, or, in a checkout that one cannot write
# to, into a folder of one's own. BOOK_BUILD_DIR decides otherwise.
choose_build_dir() {
    [ -z "${BOOK_BUILD_DIR:-}" ] || return 0
    if [ -d "$BUILD" ]; then place=$BUILD; else place=$ROOT; fi
    [ ! -w "$place" ] || return 0
    cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    [ -n "$cache" ] || fail "cannot write to $place, and neither HOME nor XDG_CACHE_HOME is set:" \
        "BOOK_BUILD_DIR=FOLDER says where to build"
    BUILD=$cache/cuda-by-chapters/${ROOT##*/}-$(identify "$ROOT")
    say "$place is read-only here: building in $BUILD (BOOK_BUILD_DIR=FOLDER chooses another)"
}

# A number for a path.
identify() { printf '%s' "$1" | cksum | cut -d ' ' -f 1; }

# lock NUMBER FILE WHAT: waits until nobody else has the file, says for WHAT (if not empty), and has it until NUMBER, a
# file descriptor, is closed or this process and what it started have ended, however they end. Where there
# is no flock (macOS) calls must take turns by themselves.
lock() {
    command -v flock >/dev/null || return 0
    eval "exec $1>>\"\$2\"" || exit 1
    flock -n "$1" 2>/dev/null || { [ -z "$3" ] || say "waiting: another ./book $3"; flock "$1"; }
}

# The build tree belongs to one call at a time, which then may only read from it (share_tree) or lets it go.
# Those that make calls a dozen at a time need not be told that they wait ($QUIETLY).
lock_tree() {
    mkdir -p "$BUILD/book" 2>/dev/null || :
    [ -w "$BUILD/book" ] || fail "cannot write to $BUILD; BOOK_BUILD_DIR=FOLDER says where to build"
    lock 9 "$BUILD/book/lock" "${QUIETLY-is building in $BUILD}"
}
share_tree() { ! command -v flock >/dev/null || flock -s 9; }
unlock() { exec 8>&- 9>&-; }

configure() {
    say "configuring $BUILD"
    set -- CXX="$CXX_PATH" ${NVCC:+CUDACXX="$NVCC"} cmake --preset book -B "$BUILD" "$@"
    if ! (cd -- "$ROOT" && exec env "$@") \
        </dev/null >"$BUILD/book/configure.log" 2>&1; then
        cat "$BUILD/book/configure.log" >&2
        [ -z "$NVCC" ] || say "if the CUDA toolkit is at fault, the emulator builds without it;" \
            "in $ROOT: cmake --preset book -B '$BUILD' -DBOOK_GPU=OFF"
        fail "CMake could not configure the build (above)"
    fi
    # What the build has to say to a reader: which library it does without.
    grep '^book: ' "$BUILD/book/configure.log" >&2
    printf '%s\n' "$MISSING_LIBRARIES" >"$BUILD/book/libraries"
    command -v mpicc >"$BUILD/book/mpi"
}

# Whether other libraries are missing than when the tree was made; sets gone where one
# was there then. A tree that CMake made without this command has no record of them.
libraries_changed() {
    gone='' recorded=none
    [ ! -f "$BUILD/book/libraries" ] || IFS= read -r recorded <"$BUILD/book/libraries"
    [ "$recorded" != "$MISSING_LIBRARIES" ] || return 1
    [ "$recorded" != none ] || return 0
    for package in $MISSING_LIBRARIES; do
        case " $recorded " in *" $package "*) ;; *) gone=yes ;; esac
    done
}

# Makes the build tree ready for backend $1, and locks it. Where a whole tree is
# there CMake is not run: ninja runs it again by itself when its input has changed.
prepare_tree() {
    lock_tree
    if [ ! -f "$BUILD/CMakeCache.txt" ] && [ ! -f "$BUILD/build.ninja" ]; then
        configure
    elif [ ! -f "$BUILD/CMakeCache.txt" ] || [ ! -f "$BUILD/build.ninja" ]; then
        say "the build tree is incomplete"
        configure --fresh
    elif [ "$(cached CMAKE_HOME_DIRECTORY)" != "$ROOT" ]; then
        say "the build tree belongs to another folder ($(cached CMAKE_HOME_DIRECTORY))"
        configure --fresh
    elif [ -n "${CXX:-}" ] && [ -x "$CXX_PATH" ] && [ "$(cached CMAKE_CXX_COMPILER)" != "$CXX_PATH" ]; then
        say "the build tree is for another compiler than CXX=$CXX"
        configure --fresh
    elif command -v mpicc >/dev/null && [ -f "$BUILD/book/mpi" ] && [ ! -s "$BUILD/book/mpi" ]; then
        say "there is an MPI now, which the build tree was made without"
        configure
    elif has_thrust && [ ! -d "$BUILD/emulated_cccl" ]; then
        say "there is a Thrust now, which the build tree was made without"
        configure
    elif libraries_changed; then
        say "the libraries for pictures are not those that the build tree was made with"
        # CMake looks again for what it had not found, but not for what is gone.
        configure ${gone:+--fresh}
    fi
    # The tree may be older than the CUDA toolkit.
    if [ "$1" = gpu ] && ! has_target 'gpu\.[^:]*'; then
        configure --fresh
        has_target 'gpu\.[^:]*' ||
            fail "CMake found no CUDA compiler that works; $BUILD/book/configure.log says more"
    fi
}

# Reads ninja's output; shows its steps as one line that is written over on a
# terminal, line by line elsewhere ($1 = lines), or not at all ($1 = quiet), and
# always what the compilers say.
progress() {
    begun=0 erase='' columns=80
    if [ -t 2 ]; then
        terminal_columns <&2
        erase=$(printf '\r\033[K')
    fi
    while IFS= read -r line; do
        case $line in
        '' | '[0/'* | '-- '* | 'ninja: no work to do.' | 'ninja: build stopped'*) ;;
        '['*/*']'*)
            if [ -n "$erase" ]; then
                printf "%s%.$((columns - 1))s" "$erase" "$line"
            elif [ "$1" = lines ]; then
                printf '%s\n' "$line"
            elif [ $begun = 0 ]; then
                say "building $2"
            fi
            begun=1
            ;;
        'FAILED: '*)
            [ "$1" = quiet ] || printf '%s%s\n' "$erase" "$line"
            IFS= read -r line # the command line that failed: long, and no news
            ;;
        # What is wrong with no line of the text, but with all of it.
        'error: '*) printf '%s%s: %s\n' "$erase" "$2" "$line" ;;
        *) printf '%s%s\n' "$erase" "$line" ;;
        esac
    done >&2
    [ $begun = 0 ] || printf '%s' "$erase" >&2
}

# run_ninja HOW NAME COMMAND...: a command of ninja's, shown by progress (HOW: lines or quiet) with NAME, its
# name for a person; returns the command's exit code.
run_ninja() {
    ninja_how=$1 ninja_name=$2 ninja_status=$BUILD/book/status.$$
    shift 2
    {
        "$@" </dev/null 2>&1
        echo $? >"$ninja_status"
    } | progress "$ninja_how" "$ninja_name"
    read -r ninja_code <"$ninja_status"
    rm -f "$ninja_status"
    return "$ninja_code"
}

ninja_in_build() (cd -- "$BUILD" && exec "$(find_ninja)" "$@")

# build HOW NAME TARGET...: builds all of the targets that can be built, and takes away the programs among
# them that cannot, so that none is taken for what its source is now. Returns 1 if there are any.
build() {
    build_how=$1 build_name=$2
    shift 2
    run_ninja "$build_how" "$build_name" ninja_in_build -k 0 "$@" && return
    # What there is still to be linked; without the rule to run CMake again, the only one that a dry run of
    # ninja would come to.
    sed '/^build build\.ninja: RERUN_CMAKE/,/^$/d' "$BUILD/build.ninja" >"$BUILD/book/dry.ninja"
    ninja_in_build -f book/dry.ninja -n -k 0 "$@" </dev/null 2>/dev/null |
        sed -n 's/^\[[^]]*] Linking [A-Z]* executable //p' |
        while IFS= read -r stale; do rm -f "$BUILD/$stale"; done
    return 1
}

# build_own FLAVOUR FILE: builds a reader's own file, in a folder of its own, where nothing can come between
# it and any other. Sets binary.
build_own() {
    case $1 in
    emulator) own_needs='the emulator' ;;
    checked) own_needs='the emulator with its checker' ;;
    profiled) own_needs='the emulator with its profiler' ;;
    recorded) own_needs='the emulator with its recorder' ;;
    *) own_needs="what nvcc needs" ;;
    esac
    own_libraries=$(awk -f "$ROOT/book.d/libraries.awk" "$2")
    # shellcheck disable=SC2310  # returns 1 where there is nothing to do
    [ "$1" = gpu ] || ! install_thrust_for "$own_libraries" || configure
    own_libraries=${own_libraries%thrust}
    own_archives=''
    [ "$1" = gpu ] || for own_library in $own_libraries; do
        own_archives="$own_archives tools/lib$own_library.a"
    done
    # shellcheck disable=SC2086  # none, or several
    build quiet "$own_needs" "$1.recipe" $own_archives || fail "$own_needs could not be built"
    share_tree
    own_folder=$(printf '%s' "${2##*/}" | tr -c 'A-Za-z0-9_-' _)
    own_folder=own/$own_folder-$(identify "$2")/$1
    mkdir -p "$BUILD/$own_folder" || exit 1
    lock 8 "$BUILD/$own_folder/lock" "is building $2"
    touch "$BUILD/$own_folder/lock"
    run_ninja quiet "$2" one_file "$BUILD" "$1" "$2" "$own_folder" || {
        # A header that was not there may be there the next time: then it takes part in the translation, too.
        rm -f "$BUILD/$own_folder"/*.cpp
        # The emulator takes what old books use; nvcc refuses it, and does not say what came after it.
        [ "$1" != gpu ] || awk -f "$ROOT/book.d/removed.awk" "$ROOT/emulator/rewriter/passes/removed.cpp" "$2" >&2
        fail "$2 could not be built"
    }
    # What the compiler has warned of is as wrong when nothing had to be compiled: it is said each time.
    find "$BUILD/$own_folder" -name '*.warnings' ! -newer "$BUILD/$own_folder/lock" -exec cat {} + >&2
    binary=$BUILD/$own_folder/program
}
