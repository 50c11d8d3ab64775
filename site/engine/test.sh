#!/bin/sh
# test.sh BUILD_DIR GROUP,...: runs test.js, where Node and the packages are.
here=$(cd "$(dirname "$0")" && pwd) || exit 1
site=${here%/*}
# shellcheck source=/dev/null
. "$site/node.sh"
command -v node >/dev/null || { echo 'Node is not installed (package nodejs)'; exit 77; }
[ -d "$site/node_modules/@yowasp" ] || { echo "the packages are not there (npm ci in site/)"; exit 77; }
exec node "$here/test.js" "$@"
