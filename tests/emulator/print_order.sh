#!/bin/sh
# print_order.sh PROGRAM [much]: runs print_order and compares the order of what the lanes of a warp
# print; or counts what they print of more than waits. Exit codes: 0, 1, or 77 where the program has
# no device.
output=$("$@" 2>&1 </dev/null)
code=$?
if [ "$code" -eq 77 ]; then
    printf '%s\n' "$output"
    exit 77
fi
if [ "$#" -gt 1 ]; then
    got=$(printf '%s\n' "$output" | grep -c '^0.*[0-9]$')
    wanted=40000
else
    got=$(printf '%s\n' "$output" | grep -v -e '^warp' -e '^PASSED')
    # Where two warps print, or blocks, nobody knows which comes first.
    got=$(printf '%s\n' "$output" | grep '^warp 0'; printf '%s\n' "$output" | grep '^warp 1'; printf '%s\n' "$got" | grep -v block
        printf '%s\n' "$output" | grep 'block number'; printf '%s\n' "$output" | grep 'block 1$')
    wanted='warp 0: first 0
warp 0: first 1
warp 0: first 2
warp 0: first 3
warp 0: second 0
warp 0: second 1
warp 0: second 2
warp 0: second 3
warp 1: first 0
warp 1: first 1
warp 1: first 2
warp 1: first 3
warp 1: second 0
warp 1: second 1
warp 1: second 2
warp 1: second 3
one line: 0 1 2 3
turn 0 of 1
turn 0 of 2
turn 0 of 3
turn 1 of 2
turn 1 of 3
turn 2 of 3
before: 3
function: 0
function: 1
function: 2
function: 3
behind: 0
behind: 1
behind: 2
behind: 3
odd: 1 in turn 0
odd: 3 in turn 0
all: 0 in turn 0
all: 1 in turn 0
all: 2 in turn 0
all: 3 in turn 0
odd: 1 in turn 1
odd: 3 in turn 1
all: 0 in turn 1
all: 1 in turn 1
all: 2 in turn 1
all: 3 in turn 1
begins: 0
begins: 1
begins: 2
begins: 3
shuffled: 3
shuffled: 4
shuffled: 5
shuffled: 6
step 0: 2
step 1: 1
step 2: 0
by its name: 0
by its name: 1
by another one: 0
by another one: 1
in brackets: 0
in brackets: 1
other side of 2 in turn 0
other side of 3 in turn 0
side of 0 in turn 0
side of 1 in turn 0
other side of 2 in turn 1
other side of 3 in turn 1
side of 0 in turn 1
side of 1 in turn 1
other side of other side
side of other side
other side of side
side of side
case of 0
case of 1
case of 2
case of 3
asks: 0
asks: 1
asks: 2
lock of 1
given back by 1
lock of 2
given back by 2
lock of 3
given back by 3
asks: 0
asks: 1
asks: 2
lock of 4
given back by 4
lock of 5
given back by 5
lock of 6
given back by 6
count before: 0
count before: 1
count behind: 0
count behind: 1
waits
is waited for
goes on
block number 7
block number 8
block number 9
block number 10
block number 11
block number 12
block number 13
block number 14
block 1
behind block 1'
fi
if [ "$got" != "$wanted" ] || [ "$code" -ne 0 ]; then
    printf 'exit code %s; expected\n%s\ngot\n%s\n' "$code" "$wanted" "$got"
    exit 1
fi
echo "PASSED: the order of prints"
