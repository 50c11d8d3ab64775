# Configuring and building for the command `book`, which reads this file: one
# build tree, made by CMake once and kept up to date by ninja.
# shellcheck shell=sh

cached() { sed -n "s/^$1:[A-Z]*=//p" "$BUILD/CMakeCache.txt"; }
has_target() { grep -q "^build $1: " "$BUILD/build.ninja"; }

configure() {
    say "configuring $BUILD"
    mkdir -p "$BUILD/book" || exit 1
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

# Makes the build tree ready for backend $1. $2 is the reader's own file that the
# tree must hold, or empty for none in particular. Where a whole tree is there
# CMake is not run: ninja runs it again by itself when its input has changed.
prepare_tree() {
    if [ ! -f "$BUILD/CMakeCache.txt" ] && [ ! -f "$BUILD/build.ninja" ]; then
        configure -DBOOK_OWN="$2"
    elif [ ! -f "$BUILD/CMakeCache.txt" ] || [ ! -f "$BUILD/build.ninja" ]; then
        say "the build tree is incomplete"
        configure --fresh -DBOOK_OWN="$2"
    elif [ "$(cached CMAKE_HOME_DIRECTORY)" != "$ROOT" ]; then
        say "the build tree belongs to another folder ($(cached CMAKE_HOME_DIRECTORY))"
        configure --fresh -DBOOK_OWN="$2"
    elif [ -n "${CXX:-}" ] && [ -x "$CXX_PATH" ] && [ "$(cached CMAKE_CXX_COMPILER)" != "$CXX_PATH" ]; then
        say "the build tree is for another compiler than CXX=$CXX"
        configure --fresh -DBOOK_OWN="$2"
    elif libraries_changed; then
        say "the libraries for pictures are not those that the build tree was made with"
        # CMake looks again for what it had not found, but not for what is gone.
        if [ -n "$gone" ]; then set -- "$1" "$2" --fresh; fi
        configure ${3:+"$3"} -DBOOK_OWN="$2"
    else
        own=$(cached BOOK_OWN)
        if [ -n "$2" ]; then
            [ "$own" = "$2" ] || configure -DBOOK_OWN="$2"
        elif [ -n "$own" ] && [ ! -f "$own" ]; then
            # A file that is gone must not stand in the way of everything else.
            configure -DBOOK_OWN=
        fi
    fi
    # The tree may be older than the CUDA toolkit.
    if [ "$1" = gpu ] && ! has_target 'gpu\.[^:]*'; then
        configure --fresh -DBOOK_OWN="$2"
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
        '[0/'* | '-- '* | 'ninja: no work to do.' | 'ninja: build stopped'*) ;;
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
        *) printf '%s%s\n' "$erase" "$line" ;;
        esac
    done >&2
    [ $begun = 0 ] || printf '%s' "$erase" >&2
}

# Builds target $1; $2 (lines or quiet) is how, $3 its name for a person.
build() {
    rm -f "$BUILD/book/status"
    mkdir -p "$BUILD/book" || exit 1
    {
        cmake --build "$BUILD" --target "$1" </dev/null 2>&1
        echo $? >"$BUILD/book/status"
    } | progress "$2" "$3"
    [ "$(cat "$BUILD/book/status")" = 0 ] || fail "$3 could not be built"
}
