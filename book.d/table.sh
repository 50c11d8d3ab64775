# The table of `./book run` and `./book check`, read by `book`. Its rows come as fields divided by tabs:
# program, verdict, what it showed, when it began and ended (in seconds), and its pictures.
# shellcheck shell=sh

# not_built PROGRAM: its row, where it did not compile.
not_built() { printf '%s\tNOT BUILT\tit does not compile (above)\t0\t0\t\n' "$1"; }

# table FILE: prints the table of these rows, each column as wide as its longest cell. On a narrow terminal
# what a program showed is broken over lines, and pictures are named there too.
table() {
    columns=0
    [ ! -t 1 ] || terminal_columns <&1
    LC_ALL=C awk -F '\t' -v columns="$columns" '
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
        }' "$1"
}

# Sets columns to those of the terminal that is standard input.
terminal_columns() {
    columns=$(stty size 2>/dev/null) || columns=
    columns=${columns#* }
    case $columns in '' | 0 | *[!0-9]*) columns=80 ;; esac
}
