# `./book test`, read by `book`: builds what the tests asked for need, and runs them.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts read YES, and set BUILD

help_test() {
    cat <<'TEXT'
usage: ./book test [--bare] [--all] [--yes] [ctest options]

Builds what the tests need and runs them; the exit code is ctest's. Without options
that select tests, these are the ones that a change of a program, of common/ or of
the emulator can break; the last line says what was left out.
  --all                    the others, too: under sanitizers, with the portable switch
                           between threads, by the other compiler, on another processor,
                           by nvcc, of random kernels, of the command book, and of the
                           site, in real browsers
  --bare                   as root: makes a Debian or Ubuntu of nothing but its base
                           system, with debootstrap, in /var/tmp (5 GB) or in TMPDIR;
                           puts these files into it, and runs ./book run and ./book test
                           there. Tells whether all that they need is installed by them
  --yes, -y                install missing packages without asking
  --help, -h               this text

Options of ctest are passed on: -L gpu (the tests with that label), -R dot (by
name), -N (only list them, and build nothing). Tests that need a GPU are skipped
where none answers.
TEXT
}

cmd_test() {
    all='' bare='' selected='' listed=''
    while :; do
        case ${1-} in
        -y | --yes) YES=1 ;;
        --all) all=yes ;;
        --bare) bare=yes ;;
        -h | --help) help_test; return ;;
        *) break ;;
        esac
        shift
    done
    case ${1--} in -*) ;; *)
        usage_error "test takes --all, --bare, --yes, --help and the options of ctest, not '$1';" \
            "did you mean ./book test -R '$1' ?" ;;
    esac
    for option; do
        case $option in
        -N | --show-only*) listed=yes ;;
        -[LRI]* | --label-regex* | --tests-regex* | --tests-information* | --rerun-failed) selected=yes ;;
        --all | --bare | --yes) usage_error "$option stands before the options of ctest" ;;
        esac
    done
    if [ -n "$bare" ]; then
        test_bare "$@"
        return
    fi
    [ -n "$all$selected" ] || set -- -LE '^thorough$' "$@"
    choose_build_dir
    find_nvcc
    packages=''
    [ -n "$listed" ] || packages=$(missing_for_tests "$all")
    # shellcheck disable=SC2086  # a list
    need_tools $packages
    prepare_tree emulator
    if [ -z "$listed" ]; then
        # There may be programs and tests that the build does not know of yet.
        build quiet 'the build files' build.ninja || fail 'CMake could not bring the build up to date (above)'
        needed=$(needed_by "$@")
        # shellcheck disable=SC2086  # files of the build, whose names have no spaces
        [ -z "$needed" ] || build lines 'the suite' $needed ||
            say 'not everything could be built (above); the tests that need it fail'
    fi
    unlock
    # Two more than there are processors: most wait now and then, for a window, for a disk, for a kernel that hangs.
    ctest --test-dir "$BUILD" --output-on-failure --no-tests=error \
        -j "$(($(nproc 2>/dev/null || echo 2) + 2))" "$@"
    code=$?
    if [ -z "$all$selected" ]; then
        left=$(ctest --test-dir "$BUILD" -N -L '^thorough$' | sed -n 's/^Total Tests: //p')
        say "left to ./book test --all: $left tests, under sanitizers, with the portable switch between" \
            "threads, by the other compiler, on another processor, by nvcc, of random kernels, of the" \
            "command book, and of the site in real browsers"
    fi
    return $code
}

# Runs the README's commands in a bare root, tests/bare_root.sh. Returns 77 where no such root can be made.
test_bare() {
    why=''
    if [ "$(id -u)" != 0 ]; then
        why='only root can'
    elif ! command -v debootstrap >/dev/null &&
        ! { command -v apt-get >/dev/null && may_install debootstrap && apt update &&
            apt install -y --no-install-recommends debootstrap; }; then
        why='debootstrap is not there'
    elif ! unshare --mount --pid --fork true 2>/dev/null; then
        why='this machine allows no namespaces of mounts and processes (unshare)'
    fi
    if [ -n "$why" ]; then
        say "no bare root can be made here: $why"
        return 77
    fi
    bare_root=$(mktemp -d "${TMPDIR:-/var/tmp}/book.XXXXXX") || exit 1
    trap 'rm -rf "$bare_root"' EXIT
    trap 'echo >&2; say interrupted; exit 130' INT
    trap 'exit 143' TERM
    chmod 755 "$bare_root"
    # Nothing in it outlives this command, and what it mounts is seen by it alone.
    unshare --mount --pid --fork --kill-child --mount-proc \
        sh "$ROOT/tests/bare_root.sh" "$ROOT" "$bare_root/root" ${all:+--all} "$@"
}

# needed_by CTEST_OPTION...: the files of the build that these tests have as arguments or say that they
# require (REQUIRED_FILES), as ninja calls them. Of a folder that ctest might spell in another way: all.
needed_by() {
    case $BUILD in *[!A-Za-z0-9_./\ +@,=:-]*) echo all; return ;; esac
    ctest --test-dir "$BUILD" --show-only=json-v1 "$@" 2>/dev/null >"$BUILD/book/tests.json"
    awk -v build="$BUILD/" '
        FNR == NR {
            # "build OUTPUT OUTPUT | OUTPUT: RULE INPUT ..."
            if (/^build /) {
                sub(/:( .*)?$/, "")
                for (i = 2; i <= NF; i++)
                    made[$i] = 1
            }
            next
        }
        {
            at = index($0, "\"" build)
            if (at == 0)
                next
            file = substr($0, at + 1 + length(build))
            sub(/".*/, "", file)
            if (file in made)
                needed[file] = 1
        }
        END { for (file in needed) print file }' "$BUILD/build.ninja" "$BUILD/book/tests.json"
}
