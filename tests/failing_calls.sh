#!/bin/sh
# failing_calls.sh PROGRAM [OPTION...]: makes the first, second, third ... CUDA call of the program
# fail, until none is left. Each time the program must end with exit code 1, name source line, call
# and error, and leave nothing allocated on the device. (The emulator ends a leaking process with 99.)
failed=0
# What the host has allocated is not freed by a program that ends over an error; what the device has is.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

calls=$(CUDA_EMULATOR_COUNT_CALLS=1 CUDA_EMULATOR_REPORT_LEAKS=1 "$@" 2>&1) || {
    printf '%s\nfails although no call was made to fail\n' "$calls"
    exit 1
}
calls=$(printf '%s\n' "$calls" | sed -n 's/^CUDA emulator: \([0-9]*\) API calls$/\1/p')
if [ "${calls:-0}" -lt 5 ]; then
    echo "the program makes ${calls:-no} calls, which cannot be"
    exit 1
fi

k=1
while [ "$k" -le "$calls" ]; do
    output=$(CUDA_EMULATOR_FAIL_CALL=$k CUDA_EMULATOR_REPORT_LEAKS=1 "$@" 2>&1)
    code=$?
    name=${output#*CUDA emulator: call "$k", }
    case $name in *', made to fail'*) name=${name%%,*} ;; *) name= ;; esac
    problem=
    [ "$code" -eq 1 ] || problem="exit code $code instead of 1"
    [ -n "$name" ] || problem="no call $k"
    printf '%s\n' "$output" | grep -Eq '^[^ ]+\.(cu|h|c):[0-9]+: .*: cudaError[A-Za-z]+ \(.+\)$' ||
        problem="the error is not named"
    case $output in PASSED* | *"
PASSED"*) problem="says PASSED" ;; esac
    if [ -n "$problem" ]; then
        printf 'call %d (%s): %s\n%s\n' "$k" "$name" "$problem" "$output"
        failed=$((failed + 1))
    fi
    k=$((k + 1))
done
echo "$calls calls made to fail, $failed of them not handled"
[ "$failed" -eq 0 ]
