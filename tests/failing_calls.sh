#!/bin/sh
# failing_calls.sh PROGRAM [OPTION...]: makes each CUDA call of the program fail, one after the other:
# in a copy of the process, or, where the emulator can make none, in a run of its own.
# Each time the program must end with exit code 1, name source line, call
# and error, and leave nothing allocated on the device. (The emulator ends a leaking process with 99.)
# What the host has allocated is not freed by a program that ends over an error; what the device has is.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS

# run CALL PROGRAM [OPTION...]: with this call made to fail, or each.
run() {
    printf '\nfailing_calls.sh: call %s\n' "$1"
    call=$1
    shift
    CUDA_EMULATOR_FAIL_CALL=$call CUDA_EMULATOR_COUNT_CALLS=1 CUDA_EMULATOR_REPORT_LEAKS=1 "$@" 2>&1
    printf '\nfailing_calls.sh: exit code %d\n' $?
}

said=$(run each "$@")
not_copied=$(printf '%s\n' "$said" | sed -n 's/.*CUDA emulator: call \([0-9]*\), [^,]*, not made to fail:.*/\1/p')
{
    printf '%s\n' "$said"
    for k in $not_copied; do
        run "$k" "$@"
    done
} | awk '
    function end_of_call(how) {
        problem = has_passed ? "says PASSED" : !is_named ? "the error is not named" : \
            how != "exit code 1" ? how " instead of exit code 1" : ""
        if (problem != "") {
            printf "call %d (%s): %s\n%s\n", k, name, problem, output
            failed++
        }
        ended[k]++
        output = name = ""
        has_passed = had_passed
    }
    /^PASSED/ { has_passed = 1 }
    /^failing_calls\.sh: call / {
        run = $NF
        output = name = ""
        has_passed = 0
        next
    }
    /^failing_calls\.sh: exit code / {
        if (run != "each" && name != "")
            end_of_call("exit code " $NF)
        else if (run != "each" || name != "" || $NF != 0) {
            printf "%s\nexit code %d although no call was made to fail\n", output, $NF
            failed++
        }
        next
    }
    name == "" && /CUDA emulator: call [0-9]+, [^,]+, made to fail/ {
        name = k = $0
        sub(/.*CUDA emulator: call /, "", k)
        k += 0
        sub(/.*CUDA emulator: call [0-9]+, /, "", name)
        sub(/,.*/, "", name)
        output = ""
        is_named = 0
        had_passed = has_passed # what the process had said, a copy of it has said, too
    }
    run == "each" && name != "" && index($0, copied = "CUDA emulator: call " k ", " name ", failed in a copy of the process, which ended with ") {
        end_of_call(substr($0, index($0, copied) + length(copied)))
        next
    }
    run == "each" && name == "" && /^CUDA emulator: [0-9]+ API calls?$/ { calls = $3 }
    /^[^ ]+\.(cu|h|c):[0-9]+: .*: (cudaError|nccl)[A-Za-z]+ \(.+\)$/ { is_named = 1 }
    { output = output $0 "\n" }
    END {
        for (k = 1; k <= calls; k++)
            if (ended[k] != 1) {
                print "call " k " was made to fail " ended[k] + 0 " times"
                failed++
            }
        print calls + 0 " calls made to fail, " failed + 0 " of them not handled"
        exit (failed > 0 || calls < 5)
    }'
