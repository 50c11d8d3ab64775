#!/bin/sh
# `./book profile` in a tree with a stand-in for the build: what it takes, and where its reports go.
# shellcheck disable=SC2016  # what programs print is expanded there
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
mkdir "$SCRATCH/tools"
fake_compiler "$SCRATCH/tools/g++"
echo 'exit 1' | fake_tool "$SCRATCH/tools/apt-get"
PATH=$SCRATCH/tools:$PATH
book() { "$TREE/book" "$@"; }

# refused MESSAGE ARGUMENT...
refused() {
    message=$1
    shift
    runs 2 book profile "$@"
    err "$message"
}
refused "profile takes a program's name .* or the path of a .cu file"
refused "unknown report 'sarif'; the reports are text, json, csv" --report sarif dot
refused '--report needs a value: text, json or csv' --report
for blocks in 0 07 x -3 '' 1.5 1234567890123456789; do
    refused "--blocks takes a whole number from 1 on, not '$blocks'" --blocks "$blocks" dot
done
refused '--blocks needs a value' --blocks
refused "profile has no option '--strict'; before the program's name it takes --report text.json.csv, --compare BEFORE.csv, --blocks K" --strict dot
refused '--blocks is an option of ./book profile, and stands before .*: ./book profile --blocks K ch5_dot/dot' dot --blocks 3
refused '--compare is an option of ./book profile, .*: ./book profile --compare BEFORE.csv ch5_dot/dot' dot --compare x.csv
refused '--report is an option of ./book profile, .*: ./book profile --report text.json.csv ch5_dot/dot' dot --report csv
refused '--device is an option of ./book profile, .*: ./book profile --device NAME ch5_dot/dot' dot --device h100
refused '--flops is an option of ./book profile, .*: ./book profile --flops=3 ch5_dot/dot' dot --flops=3
mkdir -p "$TREE/emulator/profiler"
cp "$ROOT/emulator/profiler/devices.def" "$TREE/emulator/profiler/"
refused "unknown device 'h1000'; the devices are h200, h100, .*, rtx4090" --device h1000 dot
devices=$(sed -n "s/.*the devices are //p" "$ERR")
[ "$("$TREE/book" profile --help | tr -d '\n' | tr -s ' ' | grep -cF "NAME is $devices")" = 1 ] ||
    wrong "expected --help to name all of $devices"
refused "unknown device ''" --device '' dot
refused '--device needs a value: one of h200, h100' --device
for value in '' 0 x 64:float :double 1.5; do
    refused "--flops takes a whole number from 1 on, as 64 or 64:double, not '$value'" --device h100 --flops "$value" dot
done
refused '--flops has its place beside that of a device: --device NAME' --flops 3 dot
for value in '' 0 x mine.cu mine.cu: a.cu:1x; do
    refused "--chart takes worst, the number of a line, or FILE:LINE, not '$value'" --chart "$value" dot
done
refused '--chart draws below a text: leave --report and --compare out' --chart worst --report json dot
refused '--device needs --report text or json, and no --compare' --device h100 --report csv dot
refused "there is no program or file 'dott'" dott
err 'ch5_dot/dot'

# A build tree that is older than the profiler is made anew; one without it says so.
runs 1 book profile dot
err 'the build tree has no profiled programs \(BOOK_FLAVOURS\)'
STAND_IN_PROFILED=1
export STAND_IN_PROFILED
script "$TREE/ch5_dot/dot.cu" 'echo "blocks ${CUDA_PROFILER_BLOCKS:-all}, options $*"' 'echo "a table" >&2' \
    '[ -z "${CUDA_PROFILER_JSON:-}" ] || echo "[1]" >"$CUDA_PROFILER_JSON"' \
    '[ -z "${CUDA_PROFILER_CSV:-}" ] || echo "a,b" >"$CUDA_PROFILER_CSV"' 'exit 7'
runs 7 book profile dot --n 3
out '^blocks all, options --n 3$'
err '^a table$'
runs 7 book profile --blocks 12 --report json dot
out '^\[1\]$'
no_out blocks
err '^blocks 12, options $'
runs 7 book profile --report=csv --blocks=1 dot
out '^a,b$'
err '^blocks 1, options $'
# What the profiler is to know of a device, and what nvcc says of registers.
script "$TREE/ch5_dot/dot.cu" 'echo "$CUDA_PROFILER_CHART $CUDA_PROFILER_DEVICE $CUDA_PROFILER_FLOPS"' \
    'cat "$CUDA_PROFILER_RESOURCES"' 'exit 7'
{
    echo 'echo "$*" >&2'
    echo "echo \"ptxas info    : Compiling entry function '_Z3dotPf' for 'sm_80'\" >&2"
    echo 'echo "ptxas info    : Used 34 registers, used 1 barriers, 1024 bytes smem" >&2'
    echo "echo \"ptxas info    : Compiling entry function '_Z4plus' for 'sm_80'\" >&2"
    echo 'echo "ptxas info    : Used 8 registers, used 0 barriers" >&2'
} | fake_tool "$SCRATCH/tools/nvcc"
runs 7 book profile --chart mine.cu:31 --device=a100 --flops 64:double dot
out '^mine.cu:31 a100 64:double$'
out '^_Z3dotPf 34 1024$'
out '^_Z4plus 8 0$'
for left in "$TREE/build/book/resources"*; do
    [ ! -e "$left" ] || wrong "$left is left behind"
done
# A program that has called no CUDA writes nothing.
script "$TREE/ch5_dot/dot.cu" 'echo said'
runs 0 book profile --report json dot
out '^\[\]$'
err '^said$'
cp "$TREE/ch5_dot/dot.cu" "$SCRATCH/mine.cu"

# Two runs beside each other.
refused '--compare needs a value: a file that ./book profile --report csv has written' --compare
echo 'a,b' >"$SCRATCH/wrong.csv"
for file in "$SCRATCH/wrong.csv" "$SCRATCH/none.csv" "$SCRATCH"; do
    refused "--compare takes a file that ./book profile --report csv has written, not '$file'" --compare "$file" dot
done
# table FILE ROW...: a report as the profiler writes it. A row: launch, kernel, blocks, memory, requests, then its
# sectors, their ideal, its wavefronts, their ideal, and its addresses.
table() {
    file=$1
    shift
    {
        printf 'Launch,Kernel,Launches,Blocks,Profiled Blocks,File,Line,Memory,Access,Requests,L2 Theoretical Sectors Global,'
        echo 'L2 Theoretical Sectors Global Ideal,L1 Wavefronts Shared,L1 Wavefronts Shared Ideal,Constant Addresses,Divergent Branches'
        printf '%s\n' "$@"
    } >"$file"
}
table "$SCRATCH/before.csv" '1,"turn<float><<<(4,1,1),(32,32,1)>>>",1,4,4,"a ""b"", c.cu",5,global,load,8,32,32,,,' \
    '1,"turn<float><<<(4,1,1),(32,32,1)>>>",1,4,4,"a ""b"", c.cu",5,global,store,8,256,32,,,' \
    '2,"gone<<<(1,1,1),(32,1,1)>>>",1,1,1,a.cu,9,constant,load,2,,,,,64'
table "$SCRATCH/now.csv" '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,5,global,load,8,32,32,,,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,7,global,store,8,40,32,,,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,7,shared,load,8,,,16,8,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,7,local,load,1,,,,,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,6,none,if,,,,,,,3'
script "$TREE/ch5_dot/dot.cu" 'echo said' "cp '$SCRATCH/now.csv' \"\$CUDA_PROFILER_CSV\"" 'exit 7'
refused '--compare prints a text: leave --report json out' --compare "$SCRATCH/before.csv" --report json dot
runs 7 book profile --compare "$SCRATCH/before.csv" dot
out '^said$'
err '^  turn<float>: of 4 -> 2 blocks$'
err '^    global    16 -> 16 requests, 288 -> 72 sectors \(0[.]25 times\), 64 -> 64 ideal$'
err '^    shared    - -> 8 requests, - -> 16 wavefronts, - -> 8 ideal$'
err '^    local     - -> 1 requests$'
err '^    branches  0 -> 3 times both ways$'
err '^  gone$'
err '^    constant  2 -> - requests, 64 -> - addresses$'
script "$TREE/ch5_dot/dot.cu" 'echo said'
runs 0 book profile "$SCRATCH/mine.cu"
out '^said$'
finish
