#!/bin/sh
# build.sh BUILD_DIR OUT_DIR [REGEX]: makes the engine, and all programs or those whose names match, as
# README.md says. Where SITE_TESTS=GROUP,... is in the environment, the same process compiles what test.js runs for these.
if [ $# -lt 2 ]; then
    echo 'usage: build.sh BUILD_DIR OUT_DIR [REGEX]' >&2
    exit 2
fi
here=$(dirname "$0")
if [ -n "${SITE_TESTS-}" ]; then
    folder=$1
    shift
    exec sh "$here/../node.sh" "$here/test.js" --compile "$folder" "$SITE_TESTS" "$@"
fi
exec sh "$here/../node.sh" "$here/build.js" "$@"
