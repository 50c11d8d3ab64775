# `./book run` without a program, read by `book`: every program one after the
# other, and what they showed.
# shellcheck shell=sh

# Runs every program with its defaults and prints one table.
tour() {
    # The word about an interruption must come through while a program runs with
    # the shell's standard error closed off.
    exec 3>&2
    trap 'echo >&3; say interrupted 2>&3; exit 130' INT
    # The pictures belong to one such run at a time.
    lock 8 "$BUILD/book/pictures.lock" "runs all programs in $BUILD"
    work=$BUILD/book/tour folder=$BUILD/pictures
    rm -rf "$folder" "$work" && mkdir -p "$folder" "$work" || exit 1
    : >"$work/table"
    total=0 at=0 passed=0 failed=0 absent=0 names=''
    for name in $(programs); do
        target=$BACKEND.${name%/*}.${name##*/}
        if has_target "$target"; then
            total=$((total + 1)) names="$names $name"
        else
            why=$(why_left_out "$target")
            say "$name is left out: ${why:-${name%/*}/CMakeLists.txt does not name it}"
        fi
    done
    for name in $names; do
        at=$((at + 1))
        if [ -t 2 ]; then
            printf '\r\033[K[%d/%d] running %s' $at $total "$name" >&2
        else
            printf '[%d/%d] running %s\n' $at $total "$name" >&2
        fi
        if [ ! -x "$BUILD/$BACKEND/$name" ]; then
            failed=$((failed + 1))
            not_built "$name" >>"$work/table"
            continue
        fi
        start=$(date +%s.%N)
        # Without a display: a window would wait for somebody to close it.
        # The outer redirection is for the shell's own word about a crash.
        {
            (cd -- "$folder" && unset DISPLAY WAYLAND_DISPLAY &&
                exec "$BUILD/$BACKEND/$name") \
                </dev/null >"$work/out" 2>"$work/err" 3>&- 8>&-
            code=$?
        } 2>/dev/null
        end=$(date +%s.%N)
        last=$(tail -n 1 "$work/out" | tr '\t' ' ')
        error=$(tail -n 1 "$work/err" | tr '\t' ' ')
        verdict=FAILED
        shown=${error:-it ended with exit code $code and said nothing}
        case $last in 'FAILED: '*) shown=${last#FAILED: } ;; esac
        if [ $code -eq 0 ]; then
            case $last in
            'PASSED: '*) verdict=PASSED shown=${last#PASSED: } ;;
            *) shown='it ended well but did not say PASSED' ;;
            esac
        elif [ $code -eq 77 ]; then
            verdict='CANNOT RUN HERE'
        elif [ $code -gt 128 ] && signal=$(kill -l $code 2>/dev/null); then
            verdict="CRASHED (SIG$signal)"
            shown=${error:-it said nothing}
        fi
        case $verdict in
        PASSED) passed=$((passed + 1)) ;;
        CANNOT*) absent=$((absent + 1)) ;;
        *) failed=$((failed + 1)) ;;
        esac
        pictures=$(sed -n 's/^wrote //p' "$work/out" | tr '\n' ' ')
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$verdict" "${shown#"$ROOT"/}" "$start" "$end" \
            "${pictures% }" >>"$work/table"
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
    table "$work/table"
    echo
    # A folder below the working directory is shown relative to it.
    [ -z "$(cut -f 6 "$work/table" | tr -d '\n')" ] || echo "The pictures are in ${folder#"$PWD"/}."
    printf '%s' "$passed of $total programs verified themselves on $PLACE"
    [ $failed -eq 0 ] || printf '%s' "; $failed of $total failed"
    [ $absent -eq 0 ] || printf '%s' "; $absent of $total could not run here"
    echo
    [ $passed -eq $total ] || say "./book run PROGRAM shows all that one of them says"
    [ $passed -eq $total ]
}
