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

# apply_diff DIFF FROM TO [OPTION]: writes to TO what becomes of the file FROM. Nothing is guessed: the lines
# that it takes out and those around them must be there, though perhaps further up or down. Else prints why
# not and returns 1. OPTION -R: takes the change back.
apply_diff() {
    command -v patch >/dev/null || { echo 'no patch here (package patch)'; return 77; }
    said=$(patch -s -f -F 0 -r /dev/null ${4+"$4"} -o "$3" "$2" "$1" 2>&1) && return 0
    rm -f "$3"
    printf '%s\n' "$said"
    return 1
}
