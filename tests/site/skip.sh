# Ends a test, as Skipped, where the site cannot be built or shown. Read by the others.
# shellcheck shell=sh
version=$(node --version 2>/dev/null) || { echo 'no Node here (package nodejs)'; exit 77; }
version=${version#v}
[ "${version%%.*}" -ge 18 ] || { echo "node is version $version, and 18 or newer is needed"; exit 77; }
command -v npm >/dev/null || { echo 'no npm here (package npm)'; exit 77; }
