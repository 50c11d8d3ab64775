#!/bin/sh
# sabotage.sh ROOT BUILD FILE.diff: fails unless the broken copy of a program that broken_copies.sh has made by
# FILE.diff in the build folder BUILD is rejected as the file says:
#
#   output: REGEX        a line of its output, as an extended regular expression
#   exit: CODE           its exit code, 1 if not said
#   arguments: WORDS     what it is called with
#   under: SCRIPT        it is not the program that finds it, but tests/SCRIPT
#   flavour: NAME        emulator if not said; what results do not tell, a missing barrier say, `checked` does
#   with: FILE.c         a further source file
#   devices: N           of the emulator, 1 if not said
#   remark: TEXT         for who reads it
#
# A new one: break the program, `git diff -U1` it into the file, mend the program, and put the lines above
# before the diff.
root=$1 build=$2 diff=$3
# shellcheck source=/dev/null
. "$root/book.d/diffs.sh"

folder=$build/sabotage/${diff##*/tests/sabotage/}
folder=${folder%.diff}
if [ ! -x "$folder/program" ]; then
    cat "$folder/why"
    exit 1
fi
CUDA_EMULATOR_DEVICES=$(diff_field "$diff" devices)
export CUDA_EMULATOR_DEVICES
code=$(diff_field "$diff" exit)
under=$(diff_field "$diff" under)
# shellcheck disable=SC2046 # the arguments are words
exec sh "$root/tests/expect.sh" "${code:-1}" "$(diff_field "$diff" output)" \
    ${under:+sh "$root/tests/$under"} "$folder/program" $(diff_field "$diff" arguments)
