#!/bin/sh
# two_gpus.sh CODE REGEX COMMAND [ARGUMENT...]: as expect.sh, on a machine of two GPUs or more.
count=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ')
if [ "${count:-0}" -lt 2 ]; then
    echo "this test needs two GPUs; here are ${count:-0}"
    exit 77
fi
exec sh "$(dirname "$0")/expect.sh" "$@"
