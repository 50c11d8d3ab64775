#!/bin/sh
# run.sh ROOT same|differs PROGRAM [OPTION...]: records the program in each order, each twice. The two traces must be the
# same, all events of a trace must fit together, and a wrong one must be noticed. What the program prints is to be the same
# in all orders, or not in all. Prints what the program says last, and what was found.
root=$1 outputs=$2 program=$(CDPATH='' cd -- "${3%/*}" && pwd)/${3##*/}
shift 3
command -v python3 >/dev/null || { echo "no python3 here"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
BOOK_WRITES=no CUDA_RECORDER_PROGRAM=program
export BOOK_WRITES CUDA_RECORDER_PROGRAM
failed=0 other=''
complain() { printf '%s\n' "$*"; failed=1; }

for order in emulator warps reversed seed:1 seed:2; do
    export CUDA_RECORDER_ORDER=$order
    for run in 1 2; do
        CUDA_RECORDER_TRACE=$work/$run "$program" "$@" >"$run.out" 2>"$run.err" </dev/null
        echo $? >"$run.code"
    done
    [ -s 1 ] || { complain "order $order: no trace"; cat 1.out 1.err; break; }
    cmp 1 2 || complain "order $order: two traces differ"
    cmp 1.code 2.code || complain "order $order: two runs end in different ways"
    python3 "$root/tests/recorder/replay.py" 1 >said || complain "order $order: $(cat said)"
    ! python3 "$root/tests/recorder/replay.py" 1 SABOTAGE >said || complain "order $order: nobody saw a wrong number"
    [ "$order" != emulator ] || { cp 1.code code; cp 1.out out; }
    cmp -s out 1.out || other="$other $order"
    cmp -s code 1.code || complain "order $order: the program ends with $(cat 1.code), else with $(cat code): $(cat 1.out 1.err)"
    tail -n 1 1.out | sed "s/^/$order: /"
    grep -h '^CUDA recorder: ' 1.err | sed "s/^CUDA recorder/$order/"
done
case $outputs:$other in
same:?*) complain "the program prints something else in the orders$other" ;;
differs:) complain "the program prints the same in all orders" ;;
esac
exit $failed
