#!/bin/sh
# each_fault.sh PROGRAM SOURCE: fails unless the profiler says of the program the sentences that stand beside the lines of
# its source, and no others; and none of them where nothing is wrong. If any number in them were one more, that is seen.
program=$1 source=$2 failed=0
found=$("$program" 2>&1 >/dev/null </dev/null | sed -n 's|^  [^ :]*each_fault|each_fault|p' | sort)
# expected N: the first number of the Nth sentence is one more.
expected() {
    LC_ALL=C awk -v sabotaged="$1" '
        !/^ *\/\/: / { line = FNR; next }
        {
            sub(/^ *\/\/: /, "")
            if (++count == sabotaged && match($0, /[0-9]+/))
                $0 = substr($0, 1, RSTART - 1) (substr($0, RSTART, RLENGTH) + 1) substr($0, RSTART + RLENGTH)
            print "each_fault.cu:" line ": " $0
        }' "$source" | sort
}
if [ "$found" != "$(expected 0)" ]; then
    printf '%s\n' "expected:" "$(expected 0)" "found:" "$found"
    failed=1
fi
number=0
while [ $((number += 1)) -le "$(expected 0 | wc -l)" ]; do
    [ "$found" != "$(expected $number)" ] || { echo "nobody saw that a number of sentence $number is wrong"; failed=1; }
done
said=$("$program" right 2>&1 >/dev/null </dev/null | grep '^  [^ ]')
[ -z "$said" ] || { printf '%s\n' "said where nothing is wrong:" "$said"; failed=1; }
# Too few blocks: what is said of that takes a device.
for right in '' right; do
    CUDA_PROFILER_DEVICE=h100 "$program" ${right:+"$right"} 2>&1 >/dev/null </dev/null |
        grep -c '^        bound      latency: too few warps to hide it$'
done | paste -s -d ' ' - | grep -qx '1 0' || { echo 'few blocks are not found, or where there are many'; failed=1; }
exit $failed
