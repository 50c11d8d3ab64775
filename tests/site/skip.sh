# Ends a test where the site cannot be built or shown: as Skipped; in CI, where everything can be had, as failed.
# Read by the others.
# shellcheck shell=sh
cannot() {
    echo "$1"
    [ "${CI:-}" != true ] || exit 1
    exit 77
}
version=$(node --version 2>/dev/null) || cannot 'no Node here (package nodejs)'
version=${version#v}
[ "${version%%.*}" -ge 18 ] || cannot "node is version $version, and 18 or newer is needed"
command -v npm >/dev/null || cannot 'no npm here (package npm)'
