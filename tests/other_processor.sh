#!/bin/sh
# other_processor.sh ROOT BUILD_FOLDER TOOLS: builds the emulator for 64-bit Arm, with the rewriter of the folder
# TOOLS, and runs in QEMU what depends on the processor: the switch between threads, atomics and fences,
# roundings, multiply-adds, and how a fault is caught and told of. (Not the division by zero: that processor does not trap it. Not spin_lock, which is
# about how soon waiting threads let others go on: in QEMU all takes thirty times as long, and its limits are passed.)
root=$1 build=$2 tools=$3
tests='kernels shared_memory warp async_copies early_return steps rounding multiply_adds'
faults='null_store wild_read endless_recursion huge_local_array endless_loop endless_sines spin_on_flag divergent_barrier
    failing_assert trap'
command -v aarch64-linux-gnu-g++ ||
    { echo 'no compiler for 64-bit Arm here (package g++-aarch64-linux-gnu)'; exit 77; }
qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) ||
    { echo 'no emulator of 64-bit Arm here (package qemu-user-static)'; exit 77; }
targets='emulator.faults'
for name in $tests; do targets="$targets emulator.tests.$name"; done
only=''
for name in $faults; do only="$only${only:+;}$name"; done
# Linked statically, so that no library is looked for where those of this machine are.
# -O3 is tested on this machine's processor; here -O1 compiles in half the time.
# shellcheck disable=SC2086 # the targets are words
if ! { cmake -S "$root" -B "$build" -G Ninja -DBOOK_GPU=OFF -DBOOK_FLAVOURS=emulator -DBOOK_UNITY=ON \
    -DBOOK_LEVEL=-O1 "-DBOOK_FAULTS=$only" -DBOOK_REWRITER="$tools" \
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_EXE_LINKER_FLAGS=-static \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
    -DCMAKE_FIND_ROOT_PATH=/usr/aarch64-linux-gnu \
    -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY &&
    cmake --build "$build" -j 1 --target $targets; } >"$build.log" 2>&1; then
    tail -n 60 "$build.log"
    exit 1
fi
if grep 'warning:' "$build.log"; then
    exit 1
fi

mkdir -p "$build/run"
PATH=$build/run:$PATH
ln -sf "$(command -v aarch64-linux-gnu-addr2line)" "$build/run/addr2line"
# in_qemu PROGRAM: the path of a script that runs it.
in_qemu() {
    script=$build/run/${1##*/}
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$qemu" "$1" >"$script"
    chmod +x "$script"
    printf '%s' "$script"
}
failed=0
for name in $tests; do
    options=''
    [ "$name" != rounding ] || options=200000
    # shellcheck disable=SC2086 # none, or one
    sh "$root/tests/case.sh" other_processor.sh 'says: ^PASSED: ' -- "$(in_qemu "$build/emulator/tests/$name")" $options ||
        { echo "$name failed"; failed=1; }
done
for name in $faults; do
    sh "$root/tests/case.sh" "$name.cu" "head: $root/tests/emulator/faults/$name.cu" -- \
        "$(in_qemu "$build/emulator/tests/faults/$name/program")" || { echo "$name failed"; failed=1; }
done
exit $failed
