#!/bin/sh
# toolkit_profile.sh NINJA BUILD SOURCE CXX ID CC FLAVOUR...: prints, as variables of the shell, how nvcc calls the
# compilers: $cxx, whose kind is $id, and $cc; for each flavour the options to compile a rewritten file and to link, $compile_FLAVOUR
# and $link_FLAVOUR; and $host, the options for other sources. $TOP is where the toolkit lies.
# shellcheck disable=SC2016  # the dollars are for who reads the profile
ninja=$1 build=$2 source=$3 cxx=$4 id=$5 cc=$6
shift 6
printf "cxx='%s'\nid='%s'\ncc='%s'\n" "$cxx" "$id" "$cc"
echo "host='-I\"\$TOP/include\"'"
for flavour; do
    commands=$("$ninja" -C "$build" -t commands "toolkit.$flavour.stand_in" | grep STAND_IN) || exit 1
    name=$flavour
    [ "$flavour" != portable ] || name=shared
    # What the driver itself decides goes: compiler, standard, names of files.
    printf '%s\n' "$commands" | sed -n "
        / -c /!d
        s|^$cxx ||
        s| -std=[^ ]*||; s| -Winvalid-pch||
        s| -M[DTF] .*||
        s|$build/emulated_cccl|\"\$TOP/emulated_cccl\"|g
        s|$source/emulator/include|\"\$TOP/include\"|g
        s|.*|compile_$name='&'|p"
    printf '%s\n' "$commands" | sed -n "
        / -c /d
        s/^: && [^ ]* //
        s/ -[^ ]*\.stand_in\.dir[^ ]*//
        s/ && :\$//
        /STAND_IN.*\.o -o /!d
        s| [^ ]*STAND_IN[^ ]*\.o -o [^ ]*||
        s| tools/lib| \"\$TOP/lib64\"/lib|g
        s|.*|link_$name='&'|p"
done
