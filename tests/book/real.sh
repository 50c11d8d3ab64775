#!/bin/sh
# Every program with the real build, and what is left of them when one is edited so that it does not compile:
# real.sh CHECKOUT BUILD.
# shellcheck disable=SC2016,SC2034  # the dollars are sed's; DID is read by wrong
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
BOOK_BUILD_DIR=$2
# The emulator was built in another checkout.
CUDA_EMULATOR_SOURCE_ROOT=$ROOT/
export BOOK_BUILD_DIR CUDA_EMULATOR_SOURCE_ROOT
run() { "$BOOK" run --backend emulator "$@"; }

# A frame of each animation will do, and one timed launch where there are several; and a small picture of ray, which
# takes half a minute unoptimised.
for file in "$ROOT"/ch*/*.cu; do
    ! grep -q ' repeat = [1-9]' "$file" || sed -i 's/ repeat = [1-9][0-9]*/ repeat = 1/' "$file"
done
sed -i 's/size = 400/size = 40/' "$ROOT/ch8_const_texture/ray.cu"
runs 0 env BOOK_FRAMES=1 "$BOOK" run --backend emulator
out ' programs verified themselves on the CPU emulator$'
! grep -q '.\{81\}' "$OUT" || wrong 'the table is wider than 80 columns'
rows
no_out 'FAILED|CRASHED|CANNOT'
for file in "$ROOT"/ch*/*.cu; do
    name=${file#"$ROOT"/}
    out "^${name%.cu} +PASSED +[^ ].* [0-9]+\.[0-9]+ s"
done
# The second call builds nothing. And where CUDA calls fail, every program says so and the table does.
ls -lR --time-style=full-iso "$BOOK_BUILD_DIR/emulator" >"$SCRATCH/before" 2>/dev/null
runs 1 env CUDA_EMULATOR_FAIL_CALL=1 "$BOOK" run --backend emulator
no_err '^book: (configuring|building)|^\[[0-9]+/[0-9]+\] (Building|Linking|Rewriting)'
ls -lR --time-style=full-iso "$BOOK_BUILD_DIR/emulator" >"$SCRATCH/after" 2>/dev/null
cmp -s "$SCRATCH/before" "$SCRATCH/after" || wrong 'the second call built something'
out '^0 of ([0-9]+) programs verified themselves on the CPU emulator; \1 of \1 failed$'
no_out 'PASSED|CRASHED'
# A program's own mistake of usage is its own.
runs 2 run ch5_dot/dot --no-such-option
err '--no-such-option'

# Programs, headers of common/ and ladders are edited in place. What does not compile is named at its line;
# everything else builds and runs, and CMake has no objection.
cp -Rp "$ROOT/ch5_dot" "$ROOT/common" "$SCRATCH/"
restore() { cp "$SCRATCH/$1" "$ROOT/$1"; }
for edit in '/float temp = 0;/s/;//' 's/__syncthreads(); .*//' '/^int main/,$d' 's/cacheIndex/i/g' '1,$d' \
    's/$/\r/' 's/n - 1/n/g'; do
    sed "$edit" "$SCRATCH/ch5_dot/dot.cu" >"$ROOT/ch5_dot/dot.cu"
    DID="the edit $edit of dot.cu"
    run ch5_dot/dot >"$OUT" 2>"$ERR" || grep -q '^FAILED: ' "$OUT" || err 'ch5_dot/dot could not be built'
    no_err 'configur|FATAL|CMake Error'
    runs 0 run ch5_dot/dot_kahan --n 1000
    no_err 'dot.cu|^book: (configuring|building)'
done
restore ch5_dot/dot.cu
mv "$ROOT/ch5_dot/dot.cu" "$ROOT/ch5_dot/mine.cu"
runs 0 run ch5_dot/mine
runs 0 run ch5_dot/dot_kahan --n 1000
runs 2 run ch5_dot/dot
mv "$ROOT/ch5_dot/mine.cu" "$ROOT/ch5_dot/dot.cu"
rung=ch5_dot/dot_ladder/3_shuffle.h
sed 's/__shared__ float/__shared__ flaot/' "$SCRATCH/$rung" >"$ROOT/$rung"
! cmp -s "$SCRATCH/$rung" "$ROOT/$rung" || wrong "$rung was not edited"
runs 1 run ch5_dot/dot_fast --n 1000
err '^ch5_dot/dot_ladder/3_shuffle.h:[0-9]+.*flaot|3_shuffle.h:[0-9]+:[0-9]+: error: .*flaot'
runs 0 run ch5_dot/dot
restore "$rung"
echo '#error "a mistake in chart.h"' >>"$ROOT/common/chart.h"
runs 1 run ch5_dot/dot_kahan --n 1000
err 'chart.h:[0-9]+:[0-9]+: error: .*a mistake in chart.h'
runs 0 run ch5_dot/dot
restore common/chart.h
runs 0 run ch5_dot/dot_kahan --n 1000
# Other programs have not seen the mistake, and need not be built again.
cp -p "$SCRATCH/common/chart.h" "$ROOT/common/chart.h"

# All of them, with one that does not compile; what is built of it does not run in its place, and all others
# run: to their first call, to be quick.
echo 'nonsense' >>"$ROOT/ch5_dot/dot_naive.cu"
runs 1 env CUDA_EMULATOR_FAIL_CALL=1 "$BOOK" run --backend emulator
rows
out '^ch5_dot/dot_naive +NOT BUILT +it does not compile \(above\)'
err 'ch5_dot/dot_naive.cu:[0-9]+:[0-9]+: error: .*nonsense'
[ "$(grep -c '^ch.* FAILED  *ch' "$OUT")" -gt 30 ] || wrong 'other programs did not run'
# Its tests fail, broken copies of it included; others do not.
runs 8 "$BOOK" test -R 'emulator/ch5_dot/(dot_naive|divergence): --n 1$|sabotage/.*/(dot_naive|dot): lost (addition|block)$'
out 'emulator/ch5_dot/divergence: --n 1 .*Passed'
out 'emulator/ch5_dot/dot_naive: --n 1 .*Failed'
out 'sabotage/emulator/ch5_dot/dot: lost block .*Passed'
out 'sabotage/emulator/ch5_dot/dot_naive: lost addition .*Failed'
restore ch5_dot/dot_naive.cu
# A broken copy whose place is gone fails its test, with a word about what to mend.
sed -i 's/blocksPerGrid; i++/blocksPerGrid - 0; i++/' "$ROOT/ch5_dot/dot.cu"
runs 8 "$BOOK" test -R 'sabotage/emulator/ch5_dot/dot: (lost block|not a number)$'
out 'sabotage/emulator/ch5_dot/dot: not a number .*Passed'
out 'the lines that tests/sabotage/ch5_dot/dot/lost_block.diff changes do not stand in ch5_dot/dot.cu any more: make it of'
restore ch5_dot/dot.cu
finish
