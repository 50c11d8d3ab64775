#!/bin/sh
# run.sh ROOT PROGRAM [OPTION...]: records the program in each order, each twice. The two traces must be the same, all
# events of a trace must fit together, and a wrong one must be noticed. Prints what was found, in the order of the threads
# that the emulator has.
root=$1 program=$2
shift 2
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
BOOK_WRITES=no CUDA_RECORDER_PROGRAM=program
export BOOK_WRITES CUDA_RECORDER_PROGRAM
failed=0
complain() { printf '%s\n' "$*"; failed=1; }

for order in emulator warps reversed seed:1 seed:2; do
    export CUDA_RECORDER_ORDER=$order
    for run in 1 2; do
        CUDA_RECORDER_TRACE=$work/$run "$program" "$@" >"$run.out" 2>"$run.err" </dev/null
        echo $? >"$run.code"
    done
    cmp 1 2 || complain "order $order: two traces differ"
    cmp 1.code 2.code || complain "order $order: two runs end in different ways"
    python3 "$root/tests/recorder/replay.py" 1 >said || complain "order $order: $(cat said)"
    ! python3 "$root/tests/recorder/replay.py" 1 SABOTAGE >said || complain "order $order: nobody saw a wrong number"
    [ "$order" != emulator ] || cp 1.code code
    cmp -s code 1.code || complain "order $order: the program ends with $(cat 1.code), else with $(cat code): $(cat 1.out 1.err)"
    grep -h '^CUDA recorder: ' 1.err | sed "s/^CUDA recorder/$order/"
done
exit $failed
