#!/bin/sh
# sabotage.sh ROOT BUILD FILE.diff: makes the broken copy of a program of the checkout ROOT, builds it in the
# build folder BUILD, and fails unless it is rejected as the file says:
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
# shellcheck source=/dev/null
. "$root/book.d/one_file.sh"

file=$(diff_file "$diff")
name=${diff%.diff}
name=${name##*/tests/sabotage/}
program=${name%/*}
chapter=${program%/*}
flavour=$(diff_field "$diff" flavour)
folder=sabotage/$name
copy=$build/$folder/copy

# The copy lies among the files of its chapter, or what stands for them; a ladder has a folder of its own there.
mkdir -p "$copy" && ln -sfn "$root/common" "$copy/common" || exit 1
with=$(diff_field "$diff" with)
for here in "$root/$chapter" "$root/$chapter"/*/; do
    here=${here%/}
    there=$copy/${here#"$root/"}
    set --
    for neighbour in "$here"/*.h "$here/${program##*/}.cu"; do
        [ ! -f "$neighbour" ] || [ "$neighbour" = "$root/$file" ] || [ -h "$there/${neighbour##*/}" ] ||
            set -- "$@" "$neighbour"
    done
    [ $# -eq 0 ] || { mkdir -p "$there" && ln -sf "$@" "$there/"; } || exit 1
done
mkdir -p "$copy/${file%/*}" || exit 1
[ -z "$with" ] || ln -sfn "$root/$with" "$copy/$chapter/${with##*/}" || exit 1
said=$(apply_diff "$diff" "$root/$file" "$copy/new")
code=$?
if [ $code -ne 0 ]; then
    printf '%s\n' "$said"
    [ $code -eq 77 ] || echo "the lines that tests/sabotage/$name.diff changes do not stand in $file any more:" \
        "make it of what stands there now, or take it out if what it broke is gone"
    exit $code
fi
# One that is the same as last time is not compiled again.
if cmp -s "$copy/new" "$copy/$file"; then rm "$copy/new"; else mv -f "$copy/new" "$copy/$file"; fi

one_file "$build" "${flavour:-emulator}.unoptimised" "$copy/$program.cu" "$folder" \
    ${with:+"$copy/$chapter/${with##*/}"} >"$build/$folder/log" 2>&1 || {
    cat "$build/$folder/log"
    echo "the broken copy does not compile"
    exit 1
}
CUDA_EMULATOR_DEVICES=$(diff_field "$diff" devices)
export CUDA_EMULATOR_DEVICES
code=$(diff_field "$diff" exit)
under=$(diff_field "$diff" under)
# shellcheck disable=SC2046 # the arguments are words
exec sh "$root/tests/expect.sh" "${code:-1}" "$(diff_field "$diff" output)" \
    ${under:+sh "$root/tests/$under"} "$build/$folder/program" $(diff_field "$diff" arguments)
