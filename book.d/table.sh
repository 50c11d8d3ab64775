# The table of `./book run` and `./book check`, read by `book`. Its rows come as fields divided by tabs:
# program, verdict, what it showed, when it began and ended (in seconds), and its pictures.
# shellcheck shell=sh

# not_built PROGRAM: its row, where it did not compile.
not_built() { printf '%s\tNOT BUILT\tit does not compile (above)\t0\t0\t\n' "$1"; }

# table FILE: prints the table of these rows, chapter by chapter, as wide as the terminal, or 80 columns where
# the output goes elsewhere. What a program showed is broken over lines, and its pictures are named below.
table() {
    columns=80
    [ ! -t 1 ] || terminal_columns <&1
    LC_ALL=C awk -F '\t' -v columns="$columns" '
        # The characters of a UTF-8 string: its bytes less the continuations.
        function chars(s) { gsub(/[\200-\277]/, "", s); return length(s) }
        function blanks(n,   s) { s = ""; while (n-- > 0) s = s " "; return s }
        function pad(s, width) { return s blanks(width - chars(s)) }
        function wider(i, s) { if (chars(s) > width[i]) width[i] = chars(s) }
        # Prints words behind what stands before them, on as many lines as they take.
        function print_words(before, text,   words, count, i, line) {
            count = split(text, words, " ")
            line = words[1]
            for (i = 2; i <= count; i++)
                if (chars(line) + 1 + chars(words[i]) > room) {
                    print before line
                    before = blanks(columns - room)
                    line = words[i]
                } else
                    line = line " " words[i]
            print before line
        }
        function front(name, verdict, time) {
            return "  " pad(name, width[1]) "  " pad(verdict, width[2]) "  " \
                blanks(width[3] - length(time)) time "  "
        }
        BEGIN {
            wider(1, "program")
            wider(2, "verdict")
            wider(3, "time")
        }
        {
            chapter[NR] = name[NR] = $1
            sub(/\/.*/, "", chapter[NR])
            sub(/.*\//, "", name[NR])
            wider(1, name[NR])
            wider(2, verdict[NR] = $2)
            shown[NR] = $3
            wider(3, time[NR] = sprintf("%.2f s", $5 - $4))
            pictures[NR] = $6
        }
        END {
            room = columns - 8 - width[1] - width[2] - width[3]
            if (room < 24)
                room = 24
            columns = room + 8 + width[1] + width[2] + width[3]
            print_words(front("program", "verdict", "time"), "what it showed")
            for (n = 1; n <= NR; n++) {
                if (chapter[n] != chapter[n - 1])
                    print chapter[n]
                print_words(front(name[n], verdict[n], time[n]), shown[n])
                if (pictures[n] != "")
                    print_words(front("", "", ""), "wrote " pictures[n])
            }
        }' "$1"
}

# Sets columns to those of the terminal that is standard input.
terminal_columns() {
    columns=$(stty size 2>/dev/null) || columns=
    columns=${columns#* }
    case $columns in '' | 0 | *[!0-9]*) columns=80 ;; esac
}
