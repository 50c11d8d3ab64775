#!/bin/sh
# `./book see` in a tree with a stand-in for the build and for the viewer: what it takes, and where its page goes.
# shellcheck disable=SC2016  # what programs print is expanded there
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
mkdir -p "$SCRATCH/tools" "$TREE/emulator/viewer" "$SCRATCH/here"
fake_compiler "$SCRATCH/tools/g++"
echo 'exit 1' | fake_tool "$SCRATCH/tools/apt-get"
PATH=$SCRATCH/tools:$PATH
cd "$SCRATCH/here" || exit 1
book() { "$TREE/book" "$@"; }
echo 'echo "page of $1: $(cat "$2")"' >"$TREE/emulator/viewer/page.sh"

# refused MESSAGE ARGUMENT...
refused() {
    message=$1
    shift
    runs 2 book see "$@"
    err "$message"
}
refused "see takes a program's name .* or the path of a .cu file"
for option in out trace block launch order events; do
    refused "--$option needs a value: " --$option
    refused "--$option takes .*, not ''" --$option '' dot
done
for block in x 1,2,3,4 '1,' ,1 -1 1,,2; do
    refused "--block takes X,Y,Z of a block, whole numbers from 0 on, not '$block'" --block $block dot
done
for number in 0 07 x -3 1.5 1234567890; do
    refused "--launch takes the number of a launch, from 1 on, not '$number'" --launch $number dot
done
refused "--events takes a number of events, from 1 to 100000000, not '100000001'" --events=100000001 dot
for order in any seed seed: seed:x; do
    refused "--order takes emulator, warps, reversed or seed:N, not '$order'" --order $order dot
done
refused "--out: there is no folder 'nowhere/'" --out nowhere/page.html dot
refused "--out takes the name of a file, and '.' is a folder" --out . dot
refused "see has no option '--strict'; before the program's name it takes --out FILE" --strict dot
refused '--block is an option of ./book see, and stands before .*: ./book see --block X,Y,Z ch5_dot/dot' dot --block 3
refused "there is no program or file 'dott'" dott

# A build tree that is older than the recorder is made anew; one without it says so.
runs 1 book see dot
err 'the build tree has no recorded programs \(BOOK_FLAVOURS\)'
STAND_IN_RECORDED=1
export STAND_IN_RECORDED
script "$TREE/ch5_dot/dot.cu" 'echo "options $*"' \
    'echo "$CUDA_RECORDER_PROGRAM,${CUDA_RECORDER_BLOCKS:-},${CUDA_RECORDER_LAUNCH:-},${CUDA_RECORDER_ORDER:-},${CUDA_RECORDER_EVENTS:-}" >"$CUDA_RECORDER_TRACE"' 'exit 7'
runs 7 book see dot --n 3
out '^options --n 3$'
err 'wrote dot.html: open it in a browser'
grep -qx 'page of dot: ch5_dot/dot,,,,' dot.html || wrong "$(cat dot.html)"
runs 7 book see --block 1 --block=2,3 --launch 4 --order seed:5 --events 6 --out page.html --trace raw dot
grep -qx 'page of dot: ch5_dot/dot, 1 2,3,4,seed:5,6' page.html || wrong "$(cat page.html)"
grep -qx 'ch5_dot/dot, 1 2,3,4,seed:5,6' raw || wrong "$(cat raw)"
# A program that has launched nothing writes nothing.
rm -f dot.html
script "$TREE/ch5_dot/dot.cu" 'echo said'
runs 1 book see dot
err 'nothing was recorded, so there is no page'
[ ! -e dot.html ] || wrong 'there is a page'
finish
