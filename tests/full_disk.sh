#!/bin/sh
# full_disk.sh PROGRAM [OPTION...]: a program whose output cannot be written must not claim success.
[ -c /dev/full ] || { echo "no /dev/full here"; exit 77; }
"$@" >/dev/full
code=$?
[ "$code" -eq 77 ] && exit 77
[ "$code" -eq 1 ] || { echo "exit code $code instead of 1"; exit 1; }
