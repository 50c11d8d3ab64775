#!/bin/sh
# recipe.sh NINJA BUILD TARGET CC: prints, as rules of ninja, the commands by which the build in that folder
# makes TARGET of one file called STAND_IN: rewrite (for the CPU), compile and link; and compile_c, for what
# further files there are in C. Who includes them sets $option, a further option of the compiler, and $libraries, what
# is linked besides; or nothing. What CMake has compilers and linkers write into the folder of TARGET (the linker of
# CMake 4 a list of what it has read) nobody else writes there.
# shellcheck disable=SC2016  # the dollars are ninja's
ninja=$1 build=$2 target=$3 cc=$4
commands=$("$ninja" -C "$build" -t commands "$target" | grep STAND_IN |
    sed 's/\( -Xlinker\)* -[^ ]*\.stand_in\.dir[^ ]*//; s/\$/$$/g')
[ -n "$commands" ] || {
    echo "recipe.sh: ninja knows no commands for $target in $build" >&2
    exit 1
}

# one EXPRESSION: the command that the expression of sed finds, as it changes it.
one() { printf '%s\n' "$commands" | sed -n "$1"; }

compile=$(one '
    / -c /!d
    s/ -DBOOK_NAME=[^ ]*/ $option/
    s/ -MT [^ ]* -MF [^ ]*/ -MT $out -MF $out.d/
    s/ -o [^ ]*//
    s/ -c .*/ -o $out -c $in/p')
# A file appears whole, or not at all: somebody may be about to run it.
link=$(one '
    s/^: && //
    s/ && :$//
    s/ [^ ]*STAND_IN[^ ]*\.o -o [^ ]*/ $in $libraries -o $out.new/
    / -o \$out.new/s/$/ \&\& mv -f $out.new $out/p')
rewrite=$(one '/cuda_rewrite [^ ]*\.cu /!d; s/.* --include-dir/ --include-dir/; s/ --columns [^ ]*//; s/ && .*//p')

cat <<TEXT
rule rewrite
  command = tools/cuda_rewrite \$in --output \$out --depfile \$out.d --columns \$out.columns$rewrite
  depfile = \$out.d
rule compile
  command = $compile
  depfile = \$out.d
  deps = gcc
rule compile_c
  command = $cc$(printf '%s\n' "$compile" | grep -o ' -isystem [^ ]*' | tr '\n' ' ') -MD -MF \$out.d -o \$out -c \$in
  depfile = \$out.d
  deps = gcc
rule link
  command = $link
TEXT
