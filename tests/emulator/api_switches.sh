#!/bin/sh
# api_switches.sh BINARY [FAULT_BINARY]: checks the emulator's variables of the environment on
# api_switches.cu and, where given, the reports about errors nobody asked for on api_fault.cu.

binary=$1
fault=$2
checks=0
failures=0
output=$(mktemp) || exit 1
trap 'rm -f "$output"' EXIT

# run STATUS WORD...: runs `env WORD...`; its output, stderr first and stdout then, goes to $output.
run() {
    expected=$1
    shift
    errors=$(env "$@" 2>&1 >"$output.out")
    status=$?
    { printf '%s\n' "$errors"; cat "$output.out"; echo; } >"$output"
    rm -f "$output.out"
    command=$*
    checks=$((checks + 1))
    if [ "$status" -ne "$expected" ]; then
        failures=$((failures + 1))
        echo "$command: exit status $status, expected $expected; it printed:"
        cat "$output"
    fi
}

# says REGEX...: each extended regular expression matches a line of the output as a whole.
says() {
    for regex; do
        checks=$((checks + 1))
        if ! grep -Exq -e "$regex" "$output"; then
            failures=$((failures + 1))
            echo "$command: expected a line like: $regex; it printed:"
            cat "$output"
        fi
    done
}

# says_nothing REGEX: no line of the output matches.
says_nothing() {
    checks=$((checks + 1))
    if grep -Eq -e "$1" "$output"; then
        failures=$((failures + 1))
        echo "$command: expected no line like: $1; it printed:"
        cat "$output"
    fi
}

# says_times TIMES REGEX: so many lines of the output match as a whole.
says_times() {
    checks=$((checks + 1))
    times=$(grep -Ecx -e "$2" "$output")
    if [ "$times" -ne "$1" ]; then
        failures=$((failures + 1))
        echo "$command: expected $1 lines like: $2; it printed $times:"
        cat "$output"
    fi
}

# Nothing set, nothing said.
run 0 "$binary" calls
says_nothing 'CUDA emulator'
says 'cudaFree: cudaSuccess'
run 3 "$binary" leaks
says_nothing 'CUDA emulator'

# Counting.
run 0 CUDA_EMULATOR_COUNT_CALLS=1 "$binary" calls
says 'CUDA emulator: 8 API calls'
run 0 CUDA_EMULATOR_COUNT_CALLS=1 "$binary" none
says 'CUDA emulator: 0 API calls'
run 0 CUDA_EMULATOR_COUNT_CALLS=0 "$binary" calls
says_nothing 'API calls'

# Failing calls, one after another.
run 0 CUDA_EMULATOR_FAIL_CALL=1 "$binary" calls
says 'CUDA emulator: call 1, cudaMalloc, made to fail' 'cudaMalloc: cudaErrorMemoryAllocation' \
    'cudaMemcpy: cudaErrorInvalidValue' 'last error: cudaErrorInvalidValue'
k=1
for name in cudaMalloc cudaMemcpy cudaEventCreate cudaStreamCreate cudaDeviceSynchronize \
    cudaStreamDestroy cudaEventDestroy cudaFree; do
    run 0 CUDA_EMULATOR_FAIL_CALL=$k "$binary" calls
    says "CUDA emulator: call $k, $name, made to fail" "$name: cudaError.*" 'last error: cudaError.*'
    k=$((k + 1))
done
run 0 CUDA_EMULATOR_FAIL_CALL=9 "$binary" calls
says_nothing 'CUDA emulator|cudaError'
# What could not be freed is a leak.
run 99 CUDA_EMULATOR_FAIL_CALL=8 CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" calls
says 'CUDA emulator: leak: 4 bytes of device memory at 0x[0-9a-f]+, cudaMalloc call 1'

# Each of them, in a copy of the process, which prints what comes after. It prints nothing twice.
# (COPIES=no: where no process can be copied.)
if [ "${COPIES:-yes}" = no ]; then
    run 2 CUDA_EMULATOR_FAIL_CALL=each "$binary" calls
    says 'CUDA emulator: CUDA_EMULATOR_FAIL_CALL="each" is not possible here: it takes copies of the process'
else
    run 0 CUDA_EMULATOR_FAIL_CALL=each CUDA_EMULATOR_COUNT_CALLS=1 CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" calls
    copied='failed in a copy of the process, which ended with'
    k=1
    for name in cudaMalloc cudaMemcpy cudaEventCreate cudaStreamCreate cudaDeviceSynchronize \
        cudaStreamDestroy cudaEventDestroy cudaFree; do
        case $name in cudaStreamDestroy | cudaEventDestroy | cudaFree) code=99 ;; *) code=0 ;; esac
        says "CUDA emulator: call $k, $name, made to fail" "CUDA emulator: call $k, $name, $copied exit code $code"
        says_times $((k + 1)) "$name: .*"
        k=$((k + 1))
    done
    says_times 9 'last error: .*'
    says_times 1 'last error: cudaSuccess'
    says_times 9 'CUDA emulator: 8 API calls'
    says_times 8 'CUDA emulator: call .* made to fail'
    says_times 8 "CUDA emulator: call .* $copied .*"
    says_times 3 'CUDA emulator: leak: .*'
    # Also a call of an exit handler or a destructor.
    run 0 CUDA_EMULATOR_FAIL_CALL=each CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" late
    says "CUDA emulator: call 2, cudaMalloc, $copied exit code 0" "CUDA emulator: call 3, cudaFree, $copied exit code 99" \
        "CUDA emulator: call 4, cudaFree, $copied exit code 99"
    says_times 2 'CUDA emulator: leak: .*'
    run 0 CUDA_EMULATOR_FAIL_CALL=each "$binary" killed
    says "CUDA emulator: call 1, cudaDeviceSynchronize, $copied signal 9 \(Killed\)"
    run 3 CUDA_EMULATOR_FAIL_CALL=each "$binary" leaks
    says "CUDA emulator: call 8, cudaCreateSurfaceObject, $copied exit code 3"
    # A copy would be without the other threads.
    run 0 CUDA_EMULATOR_FAIL_CALL=each "$binary" threads
    says "CUDA emulator: call 1, cudaDeviceSynchronize, $copied exit code 0" \
        'CUDA emulator: call 2, cudaFree, not made to fail: the process cannot be copied here'
    says_nothing 'call 2, cudaFree, made to fail'
    # It has a watchdog of its own.
    run 0 CUDA_EMULATOR_FAIL_CALL=each CUDA_EMULATOR_WATCHDOG=0.3 "$binary" endless
    says "CUDA emulator: call 2, cudaDeviceSynchronize, $copied exit code 4" 'endless: cudaErrorLaunchTimeout'
fi

# Leaks.
run 0 CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" calls
says_nothing 'CUDA emulator'
for which in leaks leaks_exit; do
    run 99 CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" $which
    says 'CUDA emulator: leak: 135168 bytes of device memory at 0x[0-9a-f]+, cudaMalloc call 1' \
        'CUDA emulator: leak: 1000 bytes of pinned memory at 0x[0-9a-f]+, cudaMallocHost call 2' \
        'CUDA emulator: leak: 2000 bytes of managed memory at 0x[0-9a-f]+, cudaMallocManaged call 3' \
        'CUDA emulator: leak: stream 0x[0-9a-f]+, cudaStreamCreate call 4' \
        'CUDA emulator: leak: event 0x[0-9a-f]+, cudaEventCreate call 5' \
        'CUDA emulator: leak: 280 bytes of array memory at 0x[0-9a-f]+, cudaMallocArray call 6' \
        'CUDA emulator: leak: texture object 0x[0-9a-f]+, cudaCreateTextureObject call 7' \
        'CUDA emulator: leak: surface object 0x[0-9a-f]+, cudaCreateSurfaceObject call 8' 'leaving'
done
run 0 CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" late
says_nothing 'CUDA emulator'
run 0 CUDA_EMULATOR_REPORT_LEAKS=1 "$binary" reset
says_nothing 'CUDA emulator'

# The device's memory.
run 0 CUDA_EMULATOR_MEMORY=1000000 "$binary" info
says 'memory: 1000000' 'free: 1000000' 'total: 1000000'
run 0 CUDA_EMULATOR_MEMORY=1000000 "$binary" allocate 1000000
says 'cudaMalloc: cudaSuccess'
run 0 CUDA_EMULATOR_MEMORY=1000000 "$binary" allocate 1000001
says 'cudaMalloc: cudaErrorMemoryAllocation'
run 0 "$binary" info
says 'memory: [1-9][0-9]{6,}'
run 0 "$binary" fresh
says '1 bytes, wrong: 0' '1000 bytes, wrong: 0' '100000 bytes, wrong: 0' '41943040 bytes, wrong: 0'

# The workers.
run 0 CUDA_EMULATOR_WORKERS=3 "$binary" info
says 'multiprocessors: 3' 'name: CPU emulator \(3 cores\)'
run 0 CUDA_EMULATOR_WORKERS=1 "$binary" info
says 'multiprocessors: 1' 'name: CPU emulator \(1 core\)'

# No device.
run 0 CUDA_EMULATOR_NO_DEVICE=1 "$binary" info
says 'cudaGetDeviceCount: cudaErrorNoDevice' 'devices: 0' \
    'cudaGetDeviceProperties: cudaErrorNoDevice' 'cudaFree: cudaErrorNoDevice'
run 0 CUDA_EMULATOR_NO_DEVICE=1 "$binary" calls
says 'cudaMalloc: cudaErrorNoDevice' 'last error: cudaErrorNoDevice'

# Dead handles.
run 0 "$binary" handles
says_nothing ': (cudaSuccess|cudaError([^I]|I[^n]|Inv[^a]|Invalid[^R]))'
says 'cudaStreamSynchronize: cudaErrorInvalidResourceHandle'

# No place for an answer.
run 0 "$binary" symbols
says 'address to null: cudaErrorInvalidValue' 'size to null: cudaErrorInvalidValue'

# What cannot be understood.
for setting in FAIL_CALL=x FAIL_CALL=0 FAIL_CALL=-1 FAIL_CALL=1x FAIL_CALL=99999999999999999999 \
    FAIL_CALL=every FAIL_CALL=each2 \
    COUNT_CALLS=yes COUNT_CALLS=2 REPORT_LEAKS=no NO_DEVICE=maybe MEMORY=1G MEMORY=0 \
    MEMORY=-5 'MEMORY= 5' WORKERS=0 WORKERS=many WORKERS=1025 WORKERS=1.5 DEVICES=0 DEVICES=17 \
    DEVICES=two DEVICES=-1; do
    run 2 "CUDA_EMULATOR_$setting" "$binary" calls
    says "CUDA emulator: CUDA_EMULATOR_${setting%%=*}=\"${setting#*=}\" is not .*"
    says_nothing 'cudaMalloc'
    run 0 "CUDA_EMULATOR_$setting" "$binary" none
done
run 0 CUDA_EMULATOR_FAIL_CALL= CUDA_EMULATOR_COUNT_CALLS= CUDA_EMULATOR_MEMORY= \
    CUDA_EMULATOR_WORKERS= CUDA_EMULATOR_DEVICES= CUDA_EMULATOR_REPORT_LEAKS= CUDA_EMULATOR_NO_DEVICE= "$binary" calls
says_nothing 'CUDA emulator'

# Errors nobody asked for.
if [ -n "$fault" ]; then
    run 0 "$fault" launch
    says 'CUDA emulator: a launch failed with cudaErrorInvalidValue \(invalid argument\) and the program did not ask; see cudaGetLastError: kernel store<<<\(1,1,1\),\(33792,1,1\)>>>, launched at .*api_faults?\.cu:[0-9]+: 33792 threads: a block of this device holds up to 1024'
    # After a fault the program does not end well, whatever it says itself.
    run 1 "$fault" kernel
    says 'CUDA emulator: a kernel failed with cudaErrorIllegalAddress \(an illegal memory access was encountered\) and the program did not ask; see cudaDeviceSynchronize.*'
    run 1 "$fault" asked
    says_nothing 'did not ask'
fi

if [ "$failures" -ne 0 ]; then
    echo "FAILED: $failures of $checks checks"
    exit 1
fi
echo "PASSED: $checks checks"
