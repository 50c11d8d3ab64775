#!/bin/sh
# build.sh BUILD_DIR OUT_DIR [REGEX]: makes the engine, and all programs or those whose names match, as
# README.md says.
if [ $# -lt 2 ]; then
    echo 'usage: build.sh BUILD_DIR OUT_DIR [REGEX]' >&2
    exit 2
fi
exec node "$(dirname "$0")/build.js" "$@"
