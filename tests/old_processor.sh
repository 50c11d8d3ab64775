#!/bin/sh
# old_processor.sh PROGRAM: where this machine's processor has fused multiply-adds, and PROGRAM is compiled for them, it
# says so on a processor without, and ends; it has no instruction before that which is not there.
program=$1
qemu=$(command -v qemu-x86_64-static || command -v qemu-x86_64) ||
    { echo 'no emulator of x86-64 here (package qemu-user-static)'; exit 77; }
if ! grep -q '^flags.* fma .*avx2' /proc/cpuinfo; then
    echo 'this processor has no fused multiply-adds'
    exit 77
fi
"$qemu" -cpu max "$program" || { echo "$program fails on a processor with fused multiply-adds"; exit 1; }
said=$("$qemu" -cpu core2duo "$program" 2>&1)
code=$?
[ $code = 1 ] && [ "$said" = "CUDA emulator: error: this program was compiled for a processor with fused multiply-adds \
(FMA, AVX2), which this one has not; compile it on this machine" ] && exit 0
echo "on a processor without fused multiply-adds, exit status $code: $said"
exit 1
