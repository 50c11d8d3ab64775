#!/bin/sh
# sabotage.sh ROOT BUILD FILE.diff: fails unless the broken copy of a program that broken_copies.sh has made by
# FILE.diff in the build folder BUILD is rejected as the lines before the diff say, in the words of a case (README.md):
#
#   $ PROGRAM OPTION ...   how it is called, if not without options
#   exit: CODE             1 if not said
#   says: REGEX            has, not, env likewise
#   under: SCRIPT          it is not the program that finds it, but tests/SCRIPT
#   each: FLAVOUR          emulator if not said; what results do not tell, a missing barrier say, `checked` does
#   with: FILE.c           a further source file
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
under=$(diff_field "$diff" under)
arguments=$(sed -n '/^--- /q; s/^[$] [^ ]*//p' "$diff")
# shellcheck disable=SC2086 # the arguments are words
exec sh "$root/tests/case.sh" "${diff#"$root/"}" 'exit: 1' "head: $diff" -- \
    ${under:+sh "$root/tests/$under"} "$folder/program" $arguments
