#!/bin/sh
# each_call.sh PROGRAM: makes each CUDA call of the library fail, one after the other, in the program
# of each_call.c. The call of dotproduct in which that happens must return an error and set nothing,
# the other one must be right, nothing else be printed, and nothing stay allocated, except what a
# cudaFree or cudaEventDestroy that was made to fail was to free.
program=$1 failed=0
expected='cudaSuccess
cudaSuccess'
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
said=$(CUDA_EMULATOR_COUNT_CALLS=1 CUDA_EMULATOR_REPORT_LEAKS=1 "$program" 2>"$log")
code=$?
calls=$(sed -n 's/^CUDA emulator: \([0-9]*\) API calls$/\1/p' "$log")
if [ "$code" -ne 0 ] || [ "$said" != "$expected" ] || [ "${calls:-0}" -lt 20 ]; then
    printf '%s\nfails although no call was made to fail\n' "$said"
    cat "$log"
    exit 1
fi
k=1
while [ "$k" -le "$calls" ]; do
    said=$(CUDA_EMULATOR_FAIL_CALL=$k CUDA_EMULATOR_REPORT_LEAKS=1 "$program" 2>"$log")
    code=$?
    name=$(sed -n "s/^CUDA emulator: call $k, \([A-Za-z0-9]*\), made to fail.*/\1/p" "$log")
    others=$(grep -vc "made to fail" "$log")
    problem=
    case $name in
    cudaFree | cudaEventDestroy)
        [ "$code" -eq 99 ] && [ "$(grep -c '[Ll]eak' "$log")" -eq 1 ] || problem='not one leak'
        ;;
    ?*)
        [ "$code" -eq 0 ] || problem="exit code $code"
        [ "$others" -eq 0 ] || problem='something is said'
        ;;
    *) problem='no such call' ;;
    esac
    case $said in
    "$expected") problem='no error is returned' ;;
    cudaError*cudaSuccess | cudaSuccess*cudaError*) ;;
    *) problem='not one error and one success' ;;
    esac
    if [ -n "$problem" ]; then
        printf 'call %d (%s): %s\n%s\n' "$k" "$name" "$problem" "$said"
        cat "$log"
        failed=$((failed + 1))
    fi
    k=$((k + 1))
done
echo "$calls calls made to fail, $failed of them not handled"
[ "$failed" -eq 0 ]
