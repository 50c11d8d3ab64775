#!/bin/sh
# A reader's own files with the real build: own.sh CHECKOUT BUILD. What passes through, whose mistakes are
# named where, and that files do not come in each other's way, however many are run, checked, edited and
# killed at once.
# shellcheck disable=SC2034  # INPUT is read by runs
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
BOOK_BUILD_DIR=$2
# The emulator was built in another checkout.
CUDA_EMULATOR_SOURCE_ROOT=$ROOT/
export BOOK_BUILD_DIR CUDA_EMULATOR_SOURCE_ROOT
run() { "$BOOK" run --backend emulator "$@"; }

mkdir "$SCRATCH/my work"
cd "$SCRATCH/my work" || exit 1
cat >'my sum.cu' <<'TEXT'
#include <cstdio>
#include <cstdlib>
#include "my_constant.h"
__global__ void add(const int *a, const int *b, int *c) { *c = *a + *b + MY_CONSTANT; }
int main(int argc, char **argv) {
    int a = 0, b = argc > 1 ? atoi(argv[1]) : 0, c = 0, *dev;
    if (scanf("%d", &a) != 1 || cudaMalloc(&dev, 3 * sizeof(int)) != cudaSuccess)
        return 9;
    cudaMemcpy(dev, &a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev + 1, &b, sizeof b, cudaMemcpyHostToDevice);
    add<<<1, 1>>>(dev, dev + 1, dev + 2);
    cudaMemcpy(&c, dev + 2, sizeof c, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", c);
    return 3;
}
TEXT
echo '#define MY_CONSTANT 1000' >my_constant.h
echo 20 >"$SCRATCH/input"
INPUT=$SCRATCH/input
runs 3 run 'my sum.cu' 4
[ "$(cat "$OUT")" = 1024 ] || wrong 'the output is not that of the reader'\''s own program'
runs 3 run "$SCRATCH/my work/my sum.cu"
out '^1020$'
# (It may have waited while another test's was "building".)
no_err '^book: (configuring|building)'
# A change of what it includes is seen.
echo '#define MY_CONSTANT 2000' >my_constant.h
runs 3 run 'my sum.cu'
out '^2020$'
INPUT=/dev/null
# So is a file that it includes and that comes later.
printf '%s\n' '#include "later.h"' 'int main() { return LATER; }' >early.cu
runs 1 run early.cu
err 'early\.cu:1:10: error: later\.h: No such file or directory'
echo '#define LATER 4' >later.h
runs 4 run early.cu

# A mistake is reported in the reader's file, at its line.
printf '%s\n' '#include <cstdio>' '' '__global__ void k() {}' 'int main() {' \
    '    k<<<1, 1>>>();' '    return undeclared_thing;' '}' >bad.cu
runs 1 run bad.cu
silent
err 'bad\.cu:6(:[0-9]+)?: .*undeclared_thing'
err 'bad\.cu could not be built'
no_err 'ninja: build stopped'
: >empty.cu
runs 1 run empty.cu
err '/empty\.cu: error: there is no main\(\): a program begins with int main\(\)$'
no_err 'ld\.|crt1'
# It stands in nobody's way, there or gone. (A program of the suite that no exercise is changing.)
runs 0 run ch9_atomics/race
rm bad.cu
runs 0 run ch9_atomics/race

# Files whose programs say which they are, some with names that are the same but for the folder.
cat >"$SCRATCH/template" <<'TEXT'
#include <cstdio>
#include "../common/book.h"
__global__ void store(int *x) { *x = NUMBER; }
int main() {
    int x = 0, *dev;
    HANDLE_ERROR(cudaMalloc(&dev, sizeof x));
    store<<<1, 1>>>(dev);
    HANDLE_LAUNCH("store");
    HANDLE_ERROR(cudaMemcpy(&x, dev, sizeof x, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev));
    printf("this is %d\n", x);
}
TEXT
# write N: the file of that number, files/FOLDER/NAME.cu.
path() { echo "$SCRATCH/files/$(($1 % 4))/of_$(($1 / 4)).cu"; }
write() { sed "s/NUMBER/$2/" "$SCRATCH/template" >"$(path "$1")"; }
mkdir -p "$SCRATCH/files/0" "$SCRATCH/files/1" "$SCRATCH/files/2" "$SCRATCH/files/3"
: >"$SCRATCH/wrong"
# one N: runs the file of that number, in a folder of its own, and looks at what it prints.
one() {
    # A reader who edits one file while another is being compiled.
    write "$1" "$1"
    for command in 'run --backend emulator' check; do
        # shellcheck disable=SC2086  # words
        shown=$("$BOOK" $command "$(path "$1")" 2>"$SCRATCH/files/said.$1")
        [ "$? $shown" = "0 this is $1" ] ||
            { echo "file $1, $command: $shown"; cat "$SCRATCH/files/said.$1"; } >>"$SCRATCH/wrong"
    done
}
FILES=${OWN_FILES:-12}
# Four at a time: the numbers that leave each rest when divided by 4, from both ends.
for rest in 0 1 2 3; do
    (
        low=$rest high=$((FILES - 4 + rest))
        while [ "$low" -le "$high" ]; do
            one "$low"
            [ "$low" -eq "$high" ] || one "$high"
            low=$((low + 4)) high=$((high - 4))
        done
    ) &
done
# Meanwhile somebody kills a call in the middle, whatever it is just doing.
(
    write 2000 7
    for delay in 0.1 0.5 0.9 1.3; do
        setsid "$BOOK" run --backend emulator "$(path 2000)" >"$SCRATCH/killed" 2>&1 &
        sleep "$delay"
        kill -9 -$! 2>/dev/null
        wait $!
    done
) 2>/dev/null
wait
[ ! -s "$SCRATCH/wrong" ] || { DID='files side by side'; cat "$SCRATCH/wrong"; wrong 'files came in each other'\''s way'; }
runs 0 run "$(path 2000)"
out '^this is 7$'

# What ends well is checked where the reader asks for it, and the last line names the place of what is wrong.
# then_check CODE FILE WORDS: HERE in the words is the place that is marked in the file.
then_check() {
    runs "$1" run --then-check "$2"
    tail -n 1 "$ERR" | grep -Eq -e "^book: $(echo "$3" | sed "s|HERE|.*${2##*/}:$(sed -n '\,// here$,=' "$2")|")\$" ||
        wrong "expected as the last line: $3"
}
chapter=$(dirname "$0")/../../ch5_dot # not the checkout's: the exercises change that meanwhile
cp "$chapter/dot.cu" "$chapter/dot_exact.h" .
then_check 0 dot.cu 'verified, and free of races \(1 launch, 8192 threads and [0-9]+ accesses\)'
out '^PASSED: 25723561574400,'
sed 's/(dev_a, dev_b, dev_partial_c, n);/(a, dev_b, dev_partial_c, n);/; s/temp += a.*/& \/\/ here/' "$chapter/dot.cu" >wrong.cu
then_check 98 wrong.cu 'right this time, by luck: HERE: kernel touches memory of the host in kernel dot'
mistakes=$ROOT/tests/first_hour
then_check 98 "$mistakes/sum_without_atomic.cu" 'ended well this time, by luck: HERE: race on global memory in kernel sum'
then_check 98 "$mistakes/device_pointer_on_host.cu" \
    'ended well this time, by luck: HERE: host touches memory of the device'
then_check 0 "$mistakes/barrier_in_branch.cu" \
    'ended well, and no mistake found, but a warning: HERE: barrier without exited threads in kernel sum'
echo 'int main() {}' >none.cu
then_check 0 none.cu 'ended well, and nothing found, but no kernel was launched'

# Who reads what a program prints without end may have seen enough, and then nothing is said of that. Or they are slow:
# then what is not read takes no memory, and Ctrl-C (which timeout sends) ends it at once.
cat >talks.cu <<'TEXT'
#include <cstdio>
#include <unistd.h>
__global__ void talk() {
    for (long i = 0;; ++i)
        printf("line %ld of very many\n", i);
}
int main(int argc, char **) {
    printf("%d\n", getpid());
    if (argc > 1)
        talk<<<1, 1>>>();
    for (long i = 0; cudaDeviceSynchronize() == cudaSuccess; ++i)
        printf("line %ld of very many\n", i);
}
TEXT
for where in '' kernel; do
    DID="talks.cu $where, of which a line is read"
    # shellcheck disable=SC2086 # a word or none
    run talks.cu $where 2>"$ERR" | head -n 2 >"$OUT"
    out '^line 0 of very many$'
    no_err 'crashed|[Bb]roken pipe|book check'
    rm -f "$SCRATCH/unread"
    mkfifo "$SCRATCH/unread"
    exec 3<>"$SCRATCH/unread"
    # shellcheck disable=SC2016 # expanded by the inner shell
    timeout 100 sh -c 'read -r pid; sleep 1; sed -n "s/^VmRSS:[^0-9]*//p" "/proc/$pid/status"; kill -INT "$(cat "$1")"' \
        - "$SCRATCH/timeout" <&3 >"$SCRATCH/memory" &
    # It may have to wait until others have built.
    # shellcheck disable=SC2016,SC2086 # expanded by the inner shell; a word or none
    sh -c 'echo $$ >"$1"; shift; exec timeout --preserve-status -s INT -k 3 90 "$@"' - "$SCRATCH/timeout" \
        "$BOOK" run --backend emulator talks.cu $where >"$SCRATCH/unread" 2>"$ERR" 3>&-
    code=$?
    DID="talks.cu $where, of which no more than that is read"
    [ $code = 130 ] || wrong "Ctrl-C: expected exit code 130, got $code"
    wait
    exec 3>&-
    read -r memory _ <"$SCRATCH/memory" || memory=100000
    [ "$memory" -lt 100000 ] || wrong "it takes memory: $memory kB"
done

# What the checker says of a file by its name, and of one that has no mistake.
runs 0 "$BOOK" check "$(path 0)"
err '^CUDA checker: nothing found in 1 launch, [0-9]+ threads? and [0-9]+ access(es)?$'
cat >leaks.cu <<'TEXT'
__global__ void fill(int *a) { a[threadIdx.x] = threadIdx.x; }
int main() {
    int *a, b[64];
    cudaMalloc(&a, sizeof b);
    fill<<<1, 64>>>(a);
    return cudaMemcpy(b, a, sizeof b, cudaMemcpyDeviceToHost);
}
TEXT
runs 0 "$BOOK" check leaks.cu
err '^CUDA checker: warning: leak$'
err '^CUDA checker: 2 results that .*; \./book check --strict leaks\.cu lists them$'
runs 98 "$BOOK" check --strict leaks.cu
err '^CUDA checker: error: leak$'
runs 2 "$BOOK" check leaks.cu --strict
err '^book: --strict is an option of \./book check, and stands before .*: \./book check --strict leaks\.cu$'
printf '%s\n' '// It knows of --strict itself.' 'int main() {}' >strict.cu
runs 0 "$BOOK" check strict.cu --strict
# Pointers and handles that a kernel may well be given.
cat >pointers.cu <<'TEXT'
__global__ void k(const int *first, const int *last, const int *from_one, void *pinned, cudaStream_t handle, void (*f)()) {}
int main() {
    int *a, *pinned;
    cudaStream_t stream;
    cudaFuncAttributes attributes;
    cudaStreamCreate(&stream);
    cudaMalloc(&a, 4096);
    cudaMallocHost(&pinned, 4096);
    k<<<1, 1>>>(a, a + 1024, a - 1, pinned + 1023, stream, nullptr);
    cudaFuncGetAttributes(&attributes, (const void *)k);
    cudaDeviceSynchronize();
    cudaFreeHost(pinned);
    cudaFree(a);
    cudaStreamDestroy(stream);
}
TEXT
runs 0 "$BOOK" run --backend emulator pointers.cu
no_err '^CUDA emulator'
sed -i 's/(a, a + 1024,/(a, new int,/' pointers.cu
runs 0 "$BOOK" run --backend emulator pointers.cu
err '^CUDA emulator: .*pointers\.cu:9: kernel k gets a pointer to no memory of the device, as its argument last; '
# Tools get a report of what could not be built, too.
printf '%s\n' '__global__ void k(int *a) { a[0] = "1" }' 'int main() { return \t; }' >broken.cu
runs 1 "$BOOK" check --report json broken.cu
out '^  \{"kind": "not-built", "severity": "error", "count": 1, "text": ".*", "first": \{"place": ".*broken\.cu:1"\}\},$'
[ "$(head -c 1 "$OUT")$(tail -n 1 "$OUT")" = '[]' ] || wrong 'a list'
runs 1 "$BOOK" check --report sarif broken.cu
out '"ruleId": "not-built", .*broken\.cu"\}, "region": \{"startLine": 1\}'
echo '__global__ void k() {}' >no_main.cu
runs 1 "$BOOK" check --report json no_main.cu
out '"text": "there is no main\(\): a program begins with int main\(\)"\}$'

# One that has not changed starts at once: in less than two thirds of the time that it takes when it has. (The machine has other tests
# to run meanwhile, so the quickest of each counts.)
milliseconds_of_run() {
    begun=$(date +%s%N)
    runs 0 run "$(path 0)"
    took=$((($(date +%s%N) - begun) / 1000000))
}
built=100000 quickest=100000
for i in 1 2 3; do
    echo "// $i" >>"$(path 0)"
    milliseconds_of_run
    [ "$took" -ge "$built" ] || built=$took
    for _ in 1 2; do
        milliseconds_of_run
        no_err '^book: (configuring|building)'
        [ "$took" -ge "$quickest" ] || quickest=$took
    done
done
echo "an own file that has not changed: $quickest ms, one that has: $built ms"
[ $((3 * quickest)) -lt $((2 * built)) ] || wrong "one that has not changed takes as long"
finish
