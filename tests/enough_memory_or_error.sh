#!/bin/sh
# enough_memory_or_error.sh COMMAND...: either there is memory for it and the result is right, or
# the program says that there is not.
output=$("$@" 2>&1)
code=$?
printf '%s\n' "$output"
[ "$code" -eq 77 ] && exit 77
if [ "$code" -eq 0 ]; then
    printf '%s\n' "$output" | grep -q '^PASSED: '
else
    [ "$code" -eq 1 ] &&
        printf '%s\n' "$output" | grep -Eq 'cudaErrorMemoryAllocation|out of host memory'
fi
