#!/bin/sh
# test.sh BUILD_DIR GROUP,...: runs test.js, where Node and the packages are.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
command -v node >/dev/null || { echo 'Node is not installed (package nodejs)'; exit 77; }
[ -d "$here/../node_modules/@yowasp" ] || { echo "the packages are not there (npm ci in site/)"; exit 77; }
exec sh "$here/../node.sh" "$here/test.js" "$@"
