# `./book run` without a program, read by `book`: every program one after the
# other, and the table of what they showed.
# shellcheck shell=sh

# Runs every program with its defaults and prints one table.
tour() {
    # The word about an interruption must come through while a program runs with
    # the shell's standard error closed off.
    exec 3>&2
    trap 'echo >&3; say interrupted 2>&3; exit 130' INT
    # The pictures belong to one such run at a time.
    lock 8 "$BUILD/book/pictures.lock" "runs all programs in $BUILD"
    work=$BUILD/book/tour
    rm -rf "$BUILD/pictures" "$work" && mkdir -p "$BUILD/pictures" "$work" || exit 1
    : >"$work/table"
    total=0 at=0 passed=0 failed=0 absent=0 names=''
    for name in $(programs); do
        if has_target "$BACKEND.${name%/*}.${name##*/}"; then
            total=$((total + 1)) names="$names $name"
        else
            say "$name is left out: ${name%/*}/CMakeLists.txt does not name it"
        fi
    done
    for name in $names; do
        at=$((at + 1))
        if [ -t 2 ]; then
            printf '\r\033[K[%d/%d] running %s' $at $total "$name" >&2
        else
            printf '[%d/%d] running %s\n' $at $total "$name" >&2
        fi
        start=$(date +%s.%N)
        if [ ! -x "$BUILD/$BACKEND/$name" ]; then
            failed=$((failed + 1))
            printf '%s\tNOT BUILT\tit does not compile (above)\t%s\t%s\t\n' "$name" "$start" "$start" >>"$work/table"
            continue
        fi
        # Without a display: a window would wait for somebody to close it.
        # The outer redirection is for the shell's own word about a crash.
        {
            (cd -- "$BUILD/pictures" && unset DISPLAY WAYLAND_DISPLAY &&
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
        # A path below the working directory is shown relative to it.
        pictures=$(sed -n 's/^wrote //p' "$work/out" | while IFS= read -r picture; do
            picture=$BUILD/pictures/$picture
            printf '%s ' "${picture#"$PWD"/}"
        done)
        printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$verdict" "${shown#"$ROOT"/}" "$start" "$end" \
            "${pictures% }" >>"$work/table"
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
    columns=0
    [ ! -t 1 ] || terminal_columns <&1
    table "$columns" <"$work/table"
    echo
    printf '%s' "$passed of $total programs verified themselves on $PLACE"
    [ $failed -eq 0 ] || printf '%s' "; $failed of $total failed"
    [ $absent -eq 0 ] || printf '%s' "; $absent of $total could not run here"
    echo
    [ $passed -eq $total ] || say "./book run PROGRAM shows all that one of them says"
    [ $passed -eq $total ]
}

# Prints the table, each column as wide as its longest cell. What a program
# showed is broken over lines where the terminal ($1 columns, 0 = none) is narrow,
# and pictures are named there too.
table() {
    LC_ALL=C awk -F '\t' -v columns="$1" '
        # The characters of a UTF-8 string: its bytes less the continuations.
        function chars(s) { gsub(/[\200-\277]/, "", s); return length(s) }
        function blanks(n,   s) { s = ""; while (n-- > 0) s = s " "; return s }
        function pad(s, width) { return s blanks(width - chars(s)) }
        function row(n,   words, count, i, part, first) {
            count = split(cell[n, 3], words, " ")
            first = 1
            part = words[1]
            for (i = 2; i <= count; i++)
                if (chars(part) + 1 + chars(words[i]) > width[3]) {
                    print_line(n, part, first)
                    first = 0
                    part = words[i]
                } else
                    part = part " " words[i]
            print_line(n, part, first)
        }
        function print_line(n, part, first,   line) {
            line = pad(first ? cell[n, 1] : "", width[1]) "  " \
                pad(first ? cell[n, 2] : "", width[2]) "  " pad(part, width[3])
            if (first)
                line = line "  " blanks(width[4] - length(cell[n, 4])) cell[n, 4] "  " cell[n, 5]
            sub(/ +$/, "", line)
            print line
        }
        # Makes each column as wide as its longest cell; how wide is the table?
        function fit(   n, i, sum) {
            sum = 6
            for (i = 1; i <= 5; i++) {
                width[i] = 0
                for (n = 0; n <= NR; n++)
                    if (chars(cell[n, i]) > width[i])
                        width[i] = chars(cell[n, i])
                sum += width[i]
            }
            return sum + (width[5] > 0 ? 2 : 0)
        }
        BEGIN {
            split("program\tverdict\twhat it showed\ttime\tpicture", head, "\t")
            for (i = 1; i <= 5; i++)
                cell[0, i] = head[i]
        }
        {
            cell[NR, 1] = $1
            cell[NR, 2] = $2
            cell[NR, 3] = $3
            cell[NR, 4] = sprintf("%.2f s", $5 - $4)
            cell[NR, 5] = $6
            if ($6 != "")
                pictures = 1
        }
        END {
            if (!pictures)
                cell[0, 5] = ""
            all = fit()
            if (columns > 0 && all > columns) {
                for (n = 0; n <= NR; n++) {
                    if (n > 0 && cell[n, 5] != "")
                        cell[n, 3] = cell[n, 3] "; wrote " cell[n, 5]
                    cell[n, 5] = ""
                }
                over = fit() - columns
                width[3] = width[3] - over < 24 ? 24 : width[3] - over
            }
            for (n = 0; n <= NR; n++)
                row(n)
        }'
}

# Sets columns to those of the terminal that is standard input.
terminal_columns() {
    columns=$(stty size 2>/dev/null) || columns=
    columns=${columns#* }
    case $columns in '' | 0 | *[!0-9]*) columns=80 ;; esac
}
