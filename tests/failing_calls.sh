#!/bin/sh
# failing_calls.sh PROGRAM [OPTION...]: makes the first, second, third ... CUDA call of the program
# fail, until none is left. Each time the program must end with exit code 1, name source line, call
# and error, and leave nothing allocated on the device. (The emulator ends a leaking process with 99.)
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
    CUDA_EMULATOR_FAIL_CALL=$k CUDA_EMULATOR_REPORT_LEAKS=1 "$@" 2>&1
    printf '\nfailing_calls.sh: exit code %d\n' $?
    k=$((k + 1))
done | awk '
    BEGIN { begin_call() }
    function begin_call() {
        k++
        output = name = ""
        is_named = has_passed = 0
    }
    /^failing_calls\.sh: exit code [0-9]+$/ {
        problem = has_passed ? "says PASSED" : !is_named ? "the error is not named" : name == "" ? "no call " k : \
            $NF != 1 ? "exit code " $NF " instead of 1" : ""
        if (problem != "") {
            printf "call %d (%s): %s\n%s\n", k, name, problem, output
            failed++
        }
        begin_call()
        next
    }
    {
        output = output $0 "\n"
        said = "CUDA emulator: call " k ", "
        if (name == "" && index($0, said) && $0 ~ /, made to fail/) {
            name = substr($0, index($0, said) + length(said))
            sub(/,.*/, "", name)
        }
    }
    /^[^ ]+\.(cu|h|c):[0-9]+: .*: (cudaError|nccl)[A-Za-z]+ \(.+\)$/ { is_named = 1 }
    /^PASSED/ { has_passed = 1 }
    END {
        print k - 1 " calls made to fail, " failed + 0 " of them not handled"
        exit (failed > 0 || k - 1 != '"$calls"')
    }'
