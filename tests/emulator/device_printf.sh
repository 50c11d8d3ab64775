#!/bin/sh
# device_printf.sh PROGRAM: runs device_printf and compares what it prints, apart from the order of
# lines that come from different threads. Exit codes: 0, 1, or 77 where the program has no device.
output=$("$1" 2>&1 </dev/null)
code=$?
if [ "$code" -eq 77 ]; then
    printf '%s\n' "$output"
    exit 77
fi
failed=0

# expect_lines WHAT REGEX LINES: those lines of the output that match REGEX, sorted, are LINES.
expect_lines() {
    got=$(printf '%s\n' "$output" | grep -E "$2" | sort)
    if [ "$got" != "$3" ]; then
        printf '%s: expected\n%s\ngot\n%s\n' "$1" "$3" "$got"
        failed=1
    fi
}

expect_lines formats '^(int|wide|real|text|nothing)' "\
int 42    42|42   |00042 2a 52 c %
nothing else
real 1.500000 -0.667 1.234568e+04 0.0001       3.14|
text plain      right|left  |
wide -5000000000 18446744073709551615 ffffffffff"

threads=$(for block in 0 1 2; do
    for thread in 0 1 2 3; do
        echo "thread $thread of block $block says $((thread * 10 + block))"
    done
done | sort)
expect_lines "all threads" '^thread ' "$threads"

# One thread's lines, and the host's around a kernel that it has waited for, keep their order.
order=$(printf '%s\n' "$output" | grep -E '^(host|int|nothing|depth)')
wanted='host before
int 42    42|42   |00042 2a 52 c %
nothing else
depth 0
depth 1
depth 2
depth 3
host after'
if [ "$order" != "$wanted" ]; then
    printf 'order: expected\n%s\ngot\n%s\n' "$wanted" "$order"
    failed=1
fi
expect_lines "other thread" '^three ' 'three 1 2 3'
expect_lines "number of arguments" '^PROBE' 'PROBE printf returned 3'

if [ "$code" -ne 0 ]; then
    echo "exit code $code"
    failed=1
fi
if [ "$failed" -ne 0 ]; then
    printf 'the whole output:\n%s\n' "$output"
    exit 1
fi
echo "PASSED: device printf"
