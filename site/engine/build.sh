#!/bin/sh
# build.sh BUILD_DIR OUT_DIR [REGEX]: makes the engine, and all programs or those whose names match, as
# README.md says. Where SITE_TESTS=GROUP,... is in the environment, the same process compiles what test.js runs for these.
if [ $# -lt 2 ]; then
    echo 'usage: build.sh BUILD_DIR OUT_DIR [REGEX]' >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 1
site=${here%/*}
# shellcheck source=/dev/null
. "$site/node.sh"
if [ -n "${SITE_TESTS-}" ]; then
    folder=$1
    shift
    exec node "$here/test.js" --compile "$folder" "$SITE_TESTS" "$@"
fi
exec node "$here/build.js" "$@"
