# shellcheck shell=sh
# texts.sh: read by the tests of all texts, in the root of the checkout: which texts there are.

# look_at_texts CHECK: CHECK FILE... prints what is wrong with these texts. It gets all but what was built or fetched.
look_at_texts() {
    check=$1
    # shellcheck disable=SC2046 # names without spaces
    set -- $(find . \( -name .git -o -name node_modules -o -name 'build*' \) -prune -o -name '*.md' -print | sort)
    found=$("$check" "$@")
    [ -z "$found" ] || { printf '%s\n' "$found" && exit 1; }
    echo "$# texts"
    [ $# -gt 5 ]
}
