# `./book test`, read by `book`: builds what the tests asked for need, and runs them.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts read YES, and set BUILD

help_test() {
    cat <<'TEXT'
usage: ./book test [--all] [--yes] [ctest options]

Builds what the tests need and runs them; the exit code is ctest's. Without options
that select tests, these are the ones that a change of a program, of common/ or of
the emulator can break; the last line says what was left out.
  --all                    the others, too: under sanitizers, with the portable switch
                           between threads, by the other compiler, on another processor,
                           by nvcc, of random kernels, of the command book, and of the
                           site, in real browsers
  --yes, -y                install missing packages without asking
  --help, -h               this text

Options of ctest are passed on: -L gpu (the tests with that label), -R dot (by
name), -N (only list them, and build nothing). Tests that need a GPU are skipped
where none answers.
TEXT
}

cmd_test() {
    all='' selected='' listed=''
    while :; do
        case ${1-} in
        -y | --yes) YES=1 ;;
        --all) all=yes ;;
        -h | --help) help_test; return ;;
        *) break ;;
        esac
        shift
    done
    case ${1--} in -*) ;; *)
        usage_error "test takes --all, --yes, --help and the options of ctest, not '$1';" \
            "did you mean ./book test -R '$1' ?" ;;
    esac
    for option; do
        case $option in
        -N | --show-only*) listed=yes ;;
        -[LRI]* | --label-regex* | --tests-regex* | --tests-information* | --rerun-failed) selected=yes ;;
        --all | --yes) usage_error "$option stands before the options of ctest" ;;
        esac
    done
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
