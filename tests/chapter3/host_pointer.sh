#!/bin/sh
# host_pointer.sh PROGRAM [OPTION...]: on a GPU, a kernel that is given an address of the host is stopped, and
# the program says so; or the GPU is one that reads and writes the host's memory, and then the sum is right.
output=$("$@" 2>&1)
code=$?
printf '%s\n' "$output"
case $code in
0) printf '%s\n' "$output" | grep -q '^PASSED: ' ;;
1) printf '%s\n' "$output" | grep -q 'add_numbers.cu:[0-9]*: run of kernel add: cudaErrorIllegalAddress ' ;;
77) exit 77 ;;
*) exit 1 ;;
esac
