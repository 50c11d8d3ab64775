#!/bin/sh
# suite.sh PROGRAM NAME: runs a program of the suite, NAME is chapter/program, as ./book check does,
# and fails unless nothing is found, or just what the program teaches. The suite's own leaks are mistakes.
if [ $# -ne 2 ] || [ ! -x "$1" ]; then
    echo "usage: suite.sh PROGRAM NAME" >&2
    exit 2
fi
ROOT=$(CDPATH='' cd -- "$(dirname "$0")/../.." && pwd -P)
# shellcheck source=/dev/null
. "$ROOT/book.d/check.sh"
BACKEND=emulator # read by check_verdict
export BACKEND
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# shellcheck disable=SC2046  # the options are words
CUDA_CHECKER_STRICT=1 "$1" $(said_of "$2" check) </dev/null >out 2>err
verdict=$(check_verdict "$2" $? err)
printf '%s\n' "$verdict"
case $verdict in CLEAN* | 'AS TAUGHT'*) exit 0 ;; esac
cat err
exit 1
