#!/bin/sh
# each_call.sh PROGRAM: makes each CUDA call of the library fail, one after the other, each in a copy of
# the process, in the program of each_call.c. The call of dotproduct in which that happens must return an
# error and set nothing, the other one must be right, nothing else be printed, and nothing stay
# allocated, except what a cudaFree or cudaEventDestroy that was made to fail was to free.
{
    CUDA_EMULATOR_FAIL_CALL=each CUDA_EMULATOR_COUNT_CALLS=1 CUDA_EMULATOR_REPORT_LEAKS=1 "$1" 2>&1
    echo "each_call.sh: exit code $?"
} | awk '
    function problem(what) {
        printf "%s: %s; it returned%s and said:\n%s", name == "" ? "no call made to fail" : "call " k " (" name ")", \
            what, returned, output
        failed++
    }
    name == "" && /^CUDA emulator: call [0-9]+, [A-Za-z0-9]+, made to fail$/ {
        if ($4 + 0 != ++k)
            problem("call " k " was expected, not " $4)
        name = $5
        sub(/,/, "", name)
        returned_before = returned # by the copy, too
        output = ""
        leaks = others = 0
        next
    }
    name != "" && index($0, "CUDA emulator: call " k ", " name ", failed in a copy of the process, which ended with ") == 1 {
        sub(/.* ended with /, "")
        if ($0 != (name ~ /^(cudaFree|cudaEventDestroy)$/ ? "exit code 99" : "exit code 0"))
            problem($0)
        if (leaks != ($0 == "exit code 99"))
            problem(leaks " leaks")
        if (others != 0)
            problem("something is said")
        if (returned !~ /^( cudaError[A-Za-z]+ cudaSuccess| cudaSuccess cudaError[A-Za-z]+)$/)
            problem("not one error and one success")
        name = ""
        returned = returned_before
        next
    }
    /^each_call\.sh: exit code / {
        if (name != "" || $NF != 0 || others != 0 || returned != " cudaSuccess cudaSuccess")
            problem("exit code " $NF)
        next
    }
    /^cuda(Success|Error[A-Za-z]+)$/ { returned = returned " " $0; next }
    /^CUDA emulator: [0-9]+ API calls$/ { calls = $3; next } # the process itself ends last
    {
        output = output $0 "\n"
        if (/[Ll]eak/)
            leaks++
        else
            others++
    }
    END {
        print k + 0 " calls made to fail, " failed + 0 " of them not handled"
        exit (failed > 0 || k != calls || calls < 20)
    }'
