#!/bin/sh
# `./book proof` in a tree with stand-ins for the build, the GPU, nvcc, compute-sanitizer and the
# comparison of pictures: what stands in its report, and when its exit code says that all is well.
# shellcheck disable=SC2016  # what stand-ins print is expanded there
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
REPORT=$TREE/docs/GPU.md
KEPT=$TREE/build/proof
SAYS=$SCRATCH/says
export SAYS
mkdir "$SCRATCH/tools" "$SAYS" "$TREE/docs" "$TREE/ch5_sum/tests" "$TREE/tests" \
    "$TREE/tests/pictures" "$TREE/tests/checker"
printf '%s\n' 'check: --n 7' 'finds: race on global' >"$TREE/ch5_sum/tests/add_two.test"
fake_compiler "$SCRATCH/tools/g++"
for tool in apt-get gnuplot; do
    echo 'exit 1' | fake_tool "$SCRATCH/tools/$tool"
done
PATH=$SCRATCH/tools:$PATH
book() { "$TREE/book" "$@"; }
report() {
    grep -Eq -e "$1" "$REPORT" && return
    wrong "expected in the report: $1"
    sed 's/^/  report: /' "$REPORT"
}
no_report() { ! grep -Eq -e "$1" "$REPORT" || wrong "not expected in the report: $1"; }

# Three tests, which do as the files in $SAYS tell them: what they print, and their exit codes.
cat >>"$TREE/CMakeLists.txt" <<'TEXT'
if(DEFINED ENV{CUDACXX} AND NOT EXISTS "$ENV{SAYS}/no_gpu")
  add_custom_target(gpu_proof)
  add_dependencies(gpu_proof gpu_programs)
endif()
foreach(name "dot: --n '1'" "dot: --chart" "sum: --chart")
  add_test(NAME "gpu/${name}" COMMAND sh -c "cat \"$SAYS/${name}\"; exit $(cat \"$SAYS/${name}.code\")")
  set_tests_properties("gpu/${name}" PROPERTIES LABELS gpu SKIP_RETURN_CODE 77)
endforeach()
TEXT
# told TEST CODE LINE...
told() {
    test=$1
    echo "$2" >"$SAYS/$test.code"
    shift 2
    printf '%s\n' "$@" >"$SAYS/$test"
}
told "dot: --n '1'" 0 '5: a number' 'PASSED: one'
told 'dot: --chart' 0 'PASSED: a chart'
told 'sum: --chart' 0 'PASSED: a chart'

# The comparison is a script of its own, with tests of its own.
: >"$SAYS/pictures"
cat >"$TREE/tests/python.sh" <<'TEXT'
[ "$1" != -c ] || exit 0
echo "ripple --size 9: 0 of 81 pixels differ, by at most 0 ($2, $3)"
exit "$(cat "$SAYS/pictures")"
TEXT
echo 0 >"$SAYS/pictures"

# Mistakes: one that is found at its line, one of which something else is said, and one that is missed.
cp "$ROOT/tests/checker/sanitizer.sh" "$TREE/tests/checker"
script "$TREE/tests/checker/races.cu" '[ $# -gt 0 ] || printf "%s\n" seen beside missed ends' \
    ': // here: other, seen' ': // here: beside' '[ "$1" != ends ]'

# ---- what has to be there

echo 'as it was' >"$REPORT"
CUDACXX=/nowhere/nvcc
export CUDACXX
runs 1 book proof
err "proof needs nvcc, and there is none: CUDACXX names '/nowhere/nvcc'"
fake_tool "$SCRATCH/tools/nvcc" <<'TEXT'
[ "$1" != --version ] || { echo 'Cuda compilation tools, release 13.0, V13.0.88'; exit; }
while [ "$1" != -o ]; do
    shift
done
sh -n "$3" && tail -n +2 "$3" >"$2" && chmod +x "$2"
TEXT
CUDACXX=$SCRATCH/tools/nvcc
echo 'exit 9' | fake_tool "$SCRATCH/tools/nvidia-smi"
runs 1 book proof
err 'proof needs a GPU, and none answers'
# As many processors and as much memory as it takes for four programs at a time.
echo 'echo 16' | fake_tool "$SCRATCH/tools/nproc"
fake_tool "$SCRATCH/tools/nvidia-smi" <<'TEXT'
case $* in
-L) echo 'GPU 0: Made-up 9000 (UUID: GPU-0)' ;;
*driver_version*) echo 580.1.2 ;;
*memory.total*) echo 140000 ;;
*) exit 9 ;;
esac
TEXT
# CMake sees none, not even when asked again.
: >"$SAYS/no_gpu"
runs 1 book proof
err 'CMake sees no GPU'
[ "$(cat "$REPORT")" = 'as it was' ] || wrong 'the report was touched'

# ---- without compute-sanitizer: the rest is done, and it is no success

rm "$SAYS/no_gpu"
runs 1 book proof
err 'not as it should be: check: no compute-sanitizer here; mistakes: no compute-sanitizer here$'
report '^\*\*Not all is as it should be:\*\* check: no compute-sanitizer here; mistakes: no compute-sanitizer here\.$'
report '^`ctest -L gpu`: 3 passed, 0 failed, 0 skipped, of 3\.$'
report '^Not run: there is no compute-sanitizer here\.$'
no_report '^(Failed|Skipped)'

# ---- all is well

fake_tool "$SCRATCH/tools/compute-sanitizer" <<'TEXT'
while [ $# -gt 0 ]; do
    case $1 in
    --tool) tool=$2 ;;
    --log-file) log=$2 ;;
    --error-exitcode) found=$2 ;;
    --*) ;;
    *) break ;;
    esac
    shift 2
done
program=${1##*/}
[ "$program" != program ] || program=$2
[ "$program" != dot ] || sleep 1 # the first one is the last to end
[ ! -f "$SAYS/slow" ] || sleep 6
"$@" || exit
echo '========= COMPUTE-SANITIZER' >"$log"
[ -f "$SAYS/$program.$tool" ] || exit 0
cat "$SAYS/$program.$tool" >>"$log"
exit "$found"
TEXT
for case in seen:4 beside:3; do
    printf '========= %s\n' 'Invalid __global__ read of size 4 bytes' "    at k(int *)+0x50 in races.cu:${case#*:}" \
        '    by thread (1,0,0) in block (0,0,0)' '' >"$SAYS/${case%:*}.memcheck"
done
runs 0 book proof
err 'Test +#[0-9]+: gpu/dot: --chart'
no_err 'Test command'
report '^\*\*All is as it should be\.\*\*$'
for part in tests pictures check mistakes; do
    report "^\| $part \| Made-up 9000 \| 580\.1\.2 \| 13\.0 \| clang version 14\.0\.6 \| [0-9]{4}-[0-9]{2}-[0-9]{2} \|\$"
done
report '^ripple --size 9: 0 of 81 pixels differ, by at most 0 \(.*build/emulator, .*build/gpu\)$'
report '^Every program under .*: 4 of 4 are as they should be\.$'
report '^\| ch5_dot/dot \| CLEAN \|  \| [0-9.]+ s \|$'
report '^\| ch5_sum/add_two \| NOT SEEN \|'
[ "$(sed -n 's/^| \(ch[0-9][^ ]*\) .*/\1/p' "$REPORT" | tr '\n' ' ')" = \
    'ch5_dot/dot ch5_sum/add_one ch5_sum/add_two ch10_last/dot2 ' ] || wrong 'the table is not in order'
report '^\| `races` \| 1 of 4 \| `beside` \(something else\), `missed`, `ends` \(the program ends\) \|$'
[ "$(ls "$TREE/docs")" = GPU.md ] || wrong 'something is left beside the report'

# ---- a test that is skipped is none that passed, and no failure

told 'dot: --chart' 77 'trying' '2: no gnuplot here'
told 'sum: --chart' 77 '2: no gnuplot here'
runs 0 book proof tests
report '^\*\*All that ran is as it should be\.\*\* 2 of 3 tests were skipped\.$'
report '^`ctest -L gpu`: 1 passed, 0 failed, 2 skipped, of 3\.$'
report '^- `2: no gnuplot here` \(2\): `gpu/dot: --chart`, `gpu/sum: --chart`$'
# The other parts are those of before.
report '^Every program under .*: 4 of 4 '
report '^ripple --size 9'
# All skipped proves nothing, and nor does one that saw no GPU.
told "dot: --n '1'" 77
runs 1 book proof tests
report '^\*\*Not all .*:\*\* tests: none passed\.$'
report '^- `it gave no reason` \(1\)'
told "dot: --n '1'" 0 'PASSED: one'
told 'sum: --chart' 77 'sum.cu:9: cudaMalloc(&a, n): cudaErrorInsufficientDriver (too old)'
runs 1 book proof tests
report '^\*\*Not all .*:\*\* tests: 1 of 3 saw no GPU\.$'
told 'sum: --chart' 77 '2: no gnuplot here'

# ---- a test that fails; what was said before it is read, and named

told "dot: --n '1'" 1 "in $TREE/ch5_dot/dot.cu:5" "expected \`a|b\` in $TREE/ch5_dot/dot.cu:7" ' '
runs 1 book proof tests
err 'not as it should be: tests: 1 of 3 failed$'
report '^\*\*Not all is as it should be:\*\* tests: 1 of 3 failed\.$'
report '^`ctest -L gpu`: 0 passed, 1 failed, 2 skipped, of 3\.$'
report "^- \`gpu/dot: --n '1'\`: \`Failed: expected 'a\|b' in ch5_dot/dot.cu:7\`\$"
# Another part is well, and its exit code says so; the report does not.
runs 0 book proof pictures
report '^\*\*Not all .*:\*\* tests: 1 of 3 failed\.$'
told "dot: --n '1'" 0 'PASSED: one'

# ---- pictures that differ, or that could not be compared

echo 1 >"$SAYS/pictures"
runs 1 book proof tests pictures
report '^\*\*Not all .*:\*\* pictures: not those of the emulator\.$'
report '^ripple --size 9'
echo 77 >"$SAYS/pictures"
runs 1 book proof pictures
report '^\*\*Not all .*:\*\* pictures: not compared\.$'
echo 0 >"$SAYS/pictures"
runs 0 book proof pictures
report '^\*\*All that ran is as it should be\.\*\* 2 of 3 tests were skipped\.$'

# ---- a finding

cat >"$SAYS/dot2.synccheck" <<'TEXT'
========= Invalid __shared__ read of size 8 bytes
=========     at two(double *)+0x50 in dot2.cu:4
=========     by thread (1,0,0) in block (0,0,0)
=========     Access to 0x500 is out of bounds
========= 
TEXT
runs 1 book proof check
report '^\*\*Not all .*:\*\* check: 1 of 4 programs are not as they should be\.$'
report '^\| ch10_last/dot2 \| FINDINGS \| shared memory out of bounds in kernel two \|'
report '^Every program under .*: 3 of 4 are as they should be\.$'
rm "$SAYS/dot2.synccheck"

# ---- mistakes that do not build

script "$TREE/tests/checker/other.cu" 'if then'
runs 1 book proof mistakes
report '^\*\*Not all .*:\*\* .*mistakes: 1 of 2 files could not be built\.$'
report '^\| `other` \| 0 of 0 \| could not be built: '
rm "$TREE/tests/checker/other.cu"
runs 0 book proof mistakes

# ---- Ctrl-C: what is under way ends, and nothing else begins

: >"$SAYS/slow"
echo 'echo 8' | fake_tool "$SCRATCH/tools/nproc"
cp "$REPORT" "$SCRATCH/before"
if command -v timeout >/dev/null; then
    runs 130 timeout --preserve-status -s INT 3 "$TREE/book" proof check
    err '^book: interrupted$'
    cmp -s "$REPORT" "$SCRATCH/before" || wrong 'the report was touched'
    sleep 5
    [ -d "$KEPT/check/programs/2" ] || wrong 'two programs at a time had not begun'
    [ ! -d "$KEPT/check/programs/3" ] || wrong 'a program was begun after the interruption'
fi
rm "$SAYS/slow"
runs 0 book proof check
no_report 'Not all'

# ---- what a part that was killed has left is in the report

rm "$KEPT/check/code" "$KEPT/check/programs/4/row"
rm "$KEPT/tests/code"
sed '/ Test *#[0-9]*: gpu.sum/d' "$KEPT/tests/log" >log && cp log "$KEPT/tests/log"
runs 0 book proof pictures
report '^\*\*Not all .*:\*\* tests: ended after 2 of 3; check: ended after 3 of 4\.$'
report '^`ctest -L gpu`: 1 passed, 0 failed, 1 skipped, of 3\.$'
report '^Every program under .*: 3 of 4 are as they should be\.$'
report '^The others have not run\.$'
: >"$KEPT/tests/log"
rm "$KEPT/pictures/code"
rm -r "$KEPT/check"
runs 0 book proof check
report '^\*\*Not all .*:\*\* tests: ended after 0 of 0; pictures: interrupted\.$'
rm -r "$KEPT/tests" "$KEPT/check/programs" "$KEPT/check/code"
runs 0 book proof pictures
report '^\*\*Not all .*:\*\* tests: not run yet; check: ended after 0 of 0\.$'
report '^\| tests \| not run yet '

# ---- what does not build leaves the report alone

echo 'as it was' >"$REPORT"
script "$TREE/ch5_sum/add_one.cu" 'if then'
runs 1 book proof check
err 'the programs to be checked could not be built'
[ "$(cat "$REPORT")" = 'as it was' ] || wrong 'the report was touched'
finish
