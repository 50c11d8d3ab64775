# Changes of programs that are data: unified diffs of one file each, with some lines before them that say
# what it is about. The exercises of the chapters are such diffs, and the broken copies of the tests. Read by
# `book` and by the tests of both.
# shellcheck shell=sh

# diff_field DIFF KEY: the values of the lines "KEY: value" before the diff, one a line.
diff_field() {
    while IFS= read -r diff_line; do
        case $diff_line in
        '--- '*) break ;;
        "$2: "*) printf '%s\n' "${diff_line#"$2: "}" ;;
        esac
    done <"$1"
}

# diff_file DIFF: the file that it changes, as seen from the checkout.
diff_file() {
    while IFS= read -r diff_line; do
        case $diff_line in
        '+++ b/'*) printf '%s\n' "${diff_line#+++ b/}" && break ;;
        esac
    done <"$1"
}

# apply_diff DIFF FROM TO [-R]: writes to TO what becomes of the file FROM; with -R, by taking the change back.
# Nothing is guessed: the lines that it takes out and those around them must stand where it says, or further up or
# down at one place and no other. Else prints why not, leaves no TO and returns 1. A file whose lines end as those of
# Windows do stays one. Of awk only what POSIX has.
apply_diff() {
    [ -r "$2" ] || { echo 'there is no such file'; return 1; }
    ended=''
    [ -n "$(tail -c 1 -- "$2")" ] || ended=yes
    LC_ALL=C awk -v back="${4-}" -v ended="$ended" '
        # Lines are kept with what ends them, which the last one of a file may lack.
        BEGIN { added = back ? "-" : "+" }
        FILENAME != ARGV[1] {
            file[++total] = $0 "\n"
            next
        }
        /^\\/ && hunks {
            sub(/\n$/, "", line[count])
            next
        }
        left["-"] + left["+"] > 0 {
            if (!/^[-+ ]/ && !/^\r?$/)
                exit
            sub(/\r$/, "")
            sign[++count] = $0 == "" ? " " : substr($0, 1, 1)
            line[count] = substr($0, 2) "\n"
            if (sign[count] != "-")
                left["+"]--
            if (sign[count] != "+")
                left["-"]--
            last[hunks] = count
            next
        }
        /^[+][+][+] / { begun = 1 }
        begun && /^@@ / {
            first[++hunks] = count + 1
            last[hunks] = count
            for (i = 2; i <= 3; i++) {
                parts = split(substr($i, 2), number, ",")
                left[substr($i, 1, 1)] = parts > 1 ? number[2] : 1
                if (substr($i, 1, 1) != added)
                    start[hunks] = number[1] + (parts > 1 && number[2] == 0)
            }
        }

        # Whether the lines that hunk h wants stand at `place`, below what the hunks before it have changed.
        function stands(h, place,   i, here) {
            if (place < done + 1)
                return 0
            for (i = first[h]; i <= last[h]; i++)
                if (sign[i] != added) {
                    here = file[place++]
                    sub(/\r\n$/, "\n", here)
                    if (here != line[i])
                        return 0
                }
            return place <= total + 1
        }
        function copy_up_to(n) {
            while (done < n)
                text[++lines] = file[++done]
        }
        END {
            windows = file[1] ~ /\r\n$/
            if (!ended)
                sub(/\n$/, "", file[total])
            if (hunks == 0 || left["-"] + left["+"] > 0)
                failed = "it is no whole diff"
            for (h = 1; h <= hunks && !failed; h++) {
                place = start[h] + moved
                if (!stands(h, place)) {
                    places = 0
                    for (i = done + 1; i <= total; i++)
                        if (stands(h, i)) {
                            found = ++places == 1 ? i : found ", " i
                            place = i
                        }
                    if (places != 1)
                        failed = places == 0 ? "its lines do not stand there" : \
                            "its lines stand there more than once: at lines " found
                    moved = place - start[h]
                }
                copy_up_to(place - 1)
                for (i = first[h]; i <= last[h]; i++)
                    if (sign[i] == " ")
                        copy_up_to(done + 1)
                    else if (sign[i] != added)
                        done++
                    else {
                        if (windows)
                            sub(/\n$/, "\r\n", line[i])
                        text[++lines] = line[i]
                    }
            }
            if (failed) {
                print failed
                exit 1
            }
            copy_up_to(total)
            for (i = 1; i <= lines; i++)
                printf "%s", text[i]
        }' "$1" "$2" >"$3" && return 0
    cat "$3"
    rm -f "$3"
    return 1
}
