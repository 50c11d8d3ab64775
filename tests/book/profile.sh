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
refused "profile has no option '--strict'; before the program's name it takes --backend emulator.gpu, --report text.json.csv, --compare BEFORE.csv, --blocks K" --strict dot
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
refused '--backend needs a value: emulator or gpu' --backend
refused "unknown backend 'tpu'; the backends are emulator, gpu" --backend tpu dot
refused "--report json is for the emulator's profiler: of ncu there are text and csv" --backend gpu --report json dot
refused "--blocks is for the emulator's profiler: ncu counts all blocks" --backend=gpu --blocks 3 dot
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
        echo 'L2 Theoretical Sectors Global Ideal,L1 Wavefronts Shared,L1 Wavefronts Shared Ideal,Constant Addresses,Divergent Branches,Operations'
        printf '%s\n' "$@"
    } >"$file"
}
table "$SCRATCH/before.csv" '1,"turn<float><<<(4,1,1),(32,32,1)>>>",1,4,4,"a ""b"", c.cu",5,global,load,8,32,32,,,' \
    '1,"turn<float><<<(4,1,1),(32,32,1)>>>",1,4,4,"a ""b"", c.cu",5,global,store,8,256,32,,,' \
    '1,"turn<float><<<(4,1,1),(32,32,1)>>>",1,4,4,a.cu,5,none,float add,,,,,,,,64' \
    '2,"gone<<<(1,1,1),(32,1,1)>>>",1,1,1,a.cu,9,constant,load,2,,,,,64'
table "$SCRATCH/now.csv" '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,5,global,load,8,32,32,,,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,7,global,store,8,40,32,,,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,7,shared,load,8,,,16,8,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,7,local,load,1,,,,,' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,6,none,if,,,,,,,3' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,5,none,float add,,,,,,,,30' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,6,none,float add,,,,,,,,2' \
    '1,"turn<float><<<(2,1,1),(32,32,1)>>>",1,2,2,a.cu,6,none,double divide,,,,,,,,7' \
    '3,"alone<<<(1,1,1),(32,1,1)>>>",1,1,1,a.cu,6,none,half add,,,,,,,,1'
script "$TREE/ch5_dot/dot.cu" 'echo said' "cp '$SCRATCH/now.csv' \"\$CUDA_PROFILER_CSV\"" 'exit 7'
refused '--compare prints a text: leave --report json out' --compare "$SCRATCH/before.csv" --report json dot
runs 7 book profile --compare "$SCRATCH/before.csv" dot
out '^said$'
err '^  turn<float>: of 4 -> 2 blocks$'
err '^    global    16 -> 16 requests, 288 -> 72 sectors \(0[.]25 times\), 64 -> 64 ideal$'
err '^    shared    - -> 8 requests, - -> 16 wavefronts, - -> 8 ideal$'
err '^    local     - -> 1 requests$'
err '^    branches  0 -> 3 times both ways$'
err '^    operations 64 -> 32 float add, 0 -> 7 double divide$'
err '^    operations 0 -> 1 half add$'
err '^  gone$'
err '^    constant  2 -> - requests, 64 -> - addresses$'
script "$TREE/ch5_dot/dot.cu" 'echo said'
runs 0 book profile "$SCRATCH/mine.cu"
out '^said$'

# By ncu: a stand-in that runs the program and has two launches to tell of. Of the second kernel's table a function of the
# toolkit comes first, and each table comes twice.
echo 'echo "nvcc: release 13.0"' | fake_tool "$SCRATCH/tools/nvcc"
CUDACXX=$SCRATCH/tools/nvcc
export CUDACXX SCRATCH
runs 1 book profile --backend gpu dot
err '^book: --backend gpu needs ncu, NVIDIA.s profiler Nsight Compute: it is neither on PATH nor beside'
echo 'exit 0' | fake_tool "$SCRATCH/tools/cuobjdump"
echo 'cat "$SCRATCH/lines"' | fake_tool "$SCRATCH/tools/nvdisasm"
cat <<'TEXT' | fake_tool "$SCRATCH/tools/ncu"
case "$*" in
*--import*raw*) cat "$SCRATCH/raw"; exit ;;
*--import*source*) cat "$SCRATCH/source"; exit ;;
esac
while [ "${1#--}" != "$1" ]; do
    case $1 in
    --export) : >"$2.ncu-rep"; : >"${2%/*}/code/a.cubin"; shift ;;
    --log-file) cp "$SCRATCH/log" "$2"; shift ;;
    --section | --metrics | --cache-control | --clock-control) shift ;;
    esac
    shift
done
exec "$@"
TEXT
: >"$SCRATCH/log"
operation=smsp__sass_thread_inst_executed_op_
printf '%s\n' "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"launch__shared_mem_per_block_dynamic\",\"${operation}ffma_pred_on.sum\",\"${operation}fadd_pred_on.sum\",\"${operation}dmul_pred_on.sum\"" \
    '"","","","","byte/block","inst","inst","inst"' '"0","_Z4turnPf","(32, 1, 1)","(4, 1, 1)","0","1,024","6","2"' \
    '"1","_ZN1a3addIiEEvPT_","(64, 1, 1)","(1, 2, 1)","256","0","0","0"' >"$SCRATCH/raw"
header='"Address","Source","Instructions Executed","Predicated-On Thread Instructions Executed","L2 Theoretical Sectors Global","L2 Theoretical Sectors Global Ideal","L1 Wavefronts Shared","L1 Wavefronts Shared Ideal"'
turn='"0x7f00","   LDG.E R1, [R2]","4","128","128","16","0","0"'
{
    for _ in 1 2; do
        printf '%s\n' '"Kernel Name","_Z4turnPf",' "$header" "$turn" '"0x7f10","   RED.E.ADD [R2], R1","4","4","4","4","0","0"'
    done
    for _ in 1 2; do
        printf '%s\n' '"Kernel Name","__slow_path",' "$header" '"0x9000","   LDG.E R9, [R2]","9","9","9","9","0","0"'
        printf '%s\n' '"Kernel Name","_ZN1a3addIiEEvPT_",' "$header" '"0x8000","   STS.64 [R1], R2","4","128","0","0","16","8"' \
            '"0x8010","@P0 LDS R1, [R2]","4","3","0","0","1","1"'
    done
} >"$SCRATCH/source"
cat >"$SCRATCH/lines" <<TEXT
.text._Z4turnPf:
	//## File "$TREE/ch5_dot/dot.cu", line 2
        /*0000*/                   LDG.E R1, [R2] ;
	//## File "/usr/include/crt/atomics.hpp", line 84 inlined at "$TREE/ch5_dot/dot.cu", line 1
	//## File "$TREE/ch5_dot/dot.cu", line 1
        /*0010*/                   RED.E.ADD [R2], R1 ;
.text._ZN1a3addIiEEvPT_:
	//## File "/elsewhere/other.h", line 7
        /*0000*/                   STS.64 [R1], R2 ;
        /*0010*/              @P0 LDS R1, [R2] ;
TEXT
script "$TREE/ch5_dot/dot.cu" 'echo "options $*"' 'exit 7'
runs 7 book profile --backend gpu --report csv dot --n 3
err '^options --n 3$'
out '^1,"turn<<<\(4,1,1\),\(32,1,1\)>>>",1,4,4,ch5_dot/dot[.]cu,1,global,atomic,4,1[.]00,4,4,0,,,,,16,128,,,,$'
out '^1,"turn<<<\(4,1,1\),\(32,1,1\)>>>",1,4,4,ch5_dot/dot[.]cu,2,global,load,4,32[.]00,128,16,112,,,,,512,4096,,,,$'
out '^2,"add<<<\(1,2,1\),\(64,1,1\),256>>>",1,2,2,/elsewhere/other[.]h,7,shared,load,,,,,,1,1,0,,12,,,,,$'
out '^2,"add<<<\(1,2,1\),\(64,1,1\),256>>>",1,2,2,/elsewhere/other[.]h,7,shared,store,4,32[.]00,,,,16,8,8,,1024,,,,,$'
out '^1,"turn<<<\(4,1,1\),\(32,1,1\)>>>",1,4,4,,,none,float add,{15}1030$'
out '^1,"turn<<<.*,none,float multiply,{15}1024$'
out '^1,"turn<<<.*,none,double multiply,{15}2$'
out '^2,"add<<<.*,none,float add,{15}0$'
out '^2,"add<<<.*,none,float multiply,{15}0$'
[ "$(wc -l <"$OUT")" -eq 10 ] || wrong 'more or fewer rows than nine'
runs 7 book profile --backend gpu dot
out '^options $'
err '^    ch5_dot/dot[.]cu:2: #!/bin/sh$'
err '^        global load  *4 requests    32 of 32 threads  *128 sectors, 16 ideal$'
err '^        shared load  *[?] requests  *1 wavefront, 1 ideal$'
err '^    in all: operations, 1030 float add, 1024 float multiply, 2 double multiply$'
echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission' >"$SCRATCH/log"
runs 1 book profile --backend gpu dot
err 'this system lets only its administrator read the GPU.s counters \(ERR_NVGPUCTRPERM\)'
finish
