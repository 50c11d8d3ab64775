#!/bin/sh
# said.sh ROOT FOLDER: what the recorder says of the programs in the folder, what stands in their traces, and which values
# of its settings it refuses.
root=$1 folder=$2
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
complain() { printf '%s\n' "$*"; failed=1; }
export CUDA_RECORDER_TRACE="$work/trace"

# says PROGRAM REGEX [SETTING...]: on standard error.
says() {
    program=$1 wanted=$2
    shift 2
    rm -f "$CUDA_RECORDER_TRACE"
    env "$@" "$folder/$program" >"$work/out" 2>"$work/err" </dev/null
    grep -Eq -e "$wanted" "$work/err" || complain "$program $*: not said: $wanted" "$(cat "$work/err")"
}
# holds REGEX: the trace, as trace.py shows its first 2000 events.
holds() {
    python3 "$root/docs/trace.py" "$CUDA_RECORDER_TRACE" 0 2000 >"$work/events"
    grep -Eq -e "$1" "$work/events" || complain "no event: $1"
}

# Which launch, and which block.
says launches 'launch 2 of 3, shared<<<.*: 28 events of block \(0,0,0\)$'
says launches '^CUDA recorder: others: 1 plain; --launch N takes another$' X=
says divides 'launch 2 of 3, divided<<<' X=
says divides '^CUDA recorder: others: 1 straight; --launch N takes another$' X=
says launches 'the order warps is that of this block; the others ran in the emulator' CUDA_RECORDER_ORDER=warps CUDA_RECORDER_BLOCKS=0
says launches 'the order seed 3 is that of these blocks; ' CUDA_RECORDER_ORDER=seed:3 'CUDA_RECORDER_BLOCKS=1 2'
for silent in X= CUDA_RECORDER_ORDER=emulator 'CUDA_RECORDER_BLOCKS=0 1 2'; do
    says launches 'launch 2 of 3' CUDA_RECORDER_ORDER=warps "$silent"
    ! grep -q 'the order' "$work/err" || complain "launches $silent: $(cat "$work/err")"
done
says launches 'launch 3 of 3, plain<<<' CUDA_RECORDER_LAUNCH=3
says launches 'there is no launch 4: the program has made 3$' CUDA_RECORDER_LAUNCH=4
says launches '56 events of block \(1,0,0\), \(2,0,0\)$' 'CUDA_RECORDER_BLOCKS=1 2,0,0'
holds '^[0-9]+ thread 7: write tile\[3] 2 '
says launches 'there is no block \(9,0,0\): the grid is \(3,1,1\)$' CUDA_RECORDER_BLOCKS=9
# Without a choice: the first block, and those of a mistake that is found in others.
says blocks 'launch 1 of 3, between<<<.*: [0-9]+ events of block \(0,0,0\), \(6,0,0\), \(7,0,0\)$' X=
says blocks 'race on global memory in kernel between$' X=
for line in '(7,0,0) writes 4 bytes: byte 24 of out' '(6,0,0) writes 4 bytes there, before it in this run'; do
    grep -aqF "thread (0,0,0) of block $line" "$CUDA_RECORDER_TRACE" || complain "blocks: not in its trace: $line"
done
says blocks 'launch 2 of 3, within<<<.*: [0-9]+ events of block \(0,0,0\), \(3,0,0\)$' CUDA_RECORDER_LAUNCH=2
says blocks 'race on shared memory in kernel within$' CUDA_RECORDER_LAUNCH=2
says blocks 'launch 3 of 3, counted<<<.*: [0-9]+ events of block \(0,0,0\)$' CUDA_RECORDER_LAUNCH=3
! grep -q race "$work/err" || complain "blocks: $(cat "$work/err")"
says blocks 'launch 2 of 3, within<<<.*: [0-9]+ events of block \(0,0,0\)$' CUDA_RECORDER_LAUNCH=2 CUDA_RECORDER_EVENTS=400
says blocks 'the order warps is that of the first 2 blocks; the others ran' CUDA_RECORDER_LAUNCH=2 CUDA_RECORDER_EVENTS=400 CUDA_RECORDER_ORDER=warps
says tree '10 events of block .*' CUDA_RECORDER_EVENTS=10
says tree 'CUDA recorder: 244 events left out; --events sets how many' CUDA_RECORDER_EVENTS=10
says tree '254 events' X=
# What it records: the same by both compilers.
python3 "$root/docs/trace.py" "$CUDA_RECORDER_TRACE" 0 1000 | sed 's/(.*:/(/' >"$work/tree"
cmp "$root/tests/recorder/tree.events" "$work/tree" || failed=1
# Types: each variable as the source says behind "//:".
says types 'launch 1 of 1' X=
python3 - "$root" "$CUDA_RECORDER_TRACE" <<'TEXT' || failed=1
import re
import sys
sys.path.insert(0, sys.argv[1] + "/docs")
from trace import Trace
found = {f"{v['space']} {v['type']} {v['format']} {v['size']} {v['shape']}": v["name"] for v in Trace(sys.argv[2]).variables}
missing = 0
for line in open(sys.argv[1] + "/tests/recorder/types.cu"):
    if "//: " in line:
        code, wanted = line.rstrip().split("//: ")
        name = re.search(r"(\w+)\s*[\[;]", code)[1] if code.strip() else wanted.split()[0]
        wanted = wanted if code.strip() else wanted.split(" ", 1)[1]
        if found.get(wanted) != name:
            print("types:", name, wanted, "is not among", found)
            missing = 1
sys.exit(missing)
TEXT
# Mistakes.
says lost 'race on global memory in kernel add$' X=
says unwritten 'read of memory that nothing has written on shared memory in kernel first$' X=
says unwritten 'read of memory that nothing has written on global memory in kernel first$' X=
says waits 'divergent barrier: ' X=
# The finding is true at its moment: behind the latest of its events.
# moment SCRIPT: of Python; what is to be true, of who has done what last.
moment() {
    python3 - "$root" "$CUDA_RECORDER_TRACE" "$1" <<'TEXT' || complain "not so: $1"
import sys
sys.path.insert(0, sys.argv[1] + "/docs")
from trace import Trace
trace = Trace(sys.argv[2])
events = trace.header["findings"][0]["events"]
last = {e.thread: e.kind for e in trace.events if e.number <= max(events)}
done = [last.get(thread) for thread in range(32)]
sys.exit(not eval(sys.argv[3]))
TEXT
}
for order in emulator warps reversed; do
    says waits 'divergent barrier: ' CUDA_RECORDER_ORDER=$order
    moment 'len(events) == 2 and done == 32 * ["arrive"]'
    says leaves '^CUDA recorder: threads have left the kernel leave while others wait' CUDA_RECORDER_ORDER=$order
    moment 'len(events) == 2 and done == 16 * ["arrive"] + 16 * ["exit"]'
done
says faults '^CUDA recorder: ' X=
moment 'len(events) == 1 and [e for e in trace.events][events[0]].thread == 20'
[ "$("$folder/lost" 2>/dev/null)" = 64 ] || complain 'lost: not 64 in the order of the emulator'
[ "$(CUDA_RECORDER_ORDER=warps "$folder/lost" 2>/dev/null)" = 1 ] || complain 'lost: not 1 where warps are in step'
says right '^CUDA recorder: launch 1 of 1' X=
! grep -q 'race\|unwritten' "$work/err" || complain "right: $(cat "$work/err")"
# What cannot be written, and what is refused.
says tree 'CUDA recorder: cannot write /nowhere/trace$' CUDA_RECORDER_TRACE=/nowhere/trace
for setting in LAUNCH=0 LAUNCH=x EVENTS=0 EVENTS=-1 BLOCKS=1,2,3,4 BLOCKS=x ORDER=seed ORDER=seed:x ORDER=any; do
    says tree "^CUDA recorder: CUDA_RECORDER_${setting%%=*}=\"${setting#*=}\" is not " "CUDA_RECORDER_$setting"
done
exit $failed
