#!/bin/sh
# recipes.sh ROOT BUILD: the commands that are captured from the build of a stand-in, for other files to be built by,
# name neither it nor the folder in which CMake builds it: those of this build, and those that are captured where CMake
# has the linker write what it has read, as its version 4 does.
root=$1 build=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
failed=0
for file in "$build"/recipes/*.ninja "$build/toolkit/bin/nvcc.profile"; do
    [ ! -f "$file" ] || cp "$file" "$folder/here.${file##*/}"
done
cat >"$folder/ninja" <<'END'
#!/bin/sh
# ninja -C BUILD -t commands TARGET
dir=CMakeFiles/$5.dir
case $5 in toolkit.*) name='' ;; *) name=' -DBOOK_NAME=\"STAND_IN\"' ;; esac
cat <<LINES
/b/tools/cuda_rewrite /b/recipes/STAND_IN.cu --output /b/rewritten/STAND_IN.cpp --include-dir /s/common --columns /b/x
/usr/bin/c++$name -O2 -MD -MT $dir/rewritten/STAND_IN.cpp.o -MF $dir/rewritten/STAND_IN.cpp.o.d -o $dir/rewritten/STAND_IN.cpp.o -c /b/rewritten/STAND_IN.cpp
: && /usr/bin/c++ -Wl,--as-needed -Wl,--dependency-file=$dir/link.d $dir/rewritten/STAND_IN.cpp.o -o ${5%.stand_in} tools/lib.a -lrt && :
LINES
END
chmod +x "$folder/ninja"
sh "$root/cmake/recipe.sh" "$folder/ninja" /b emulator.stand_in cc >"$folder/there.ninja" || failed=1
sh "$root/cmake/toolkit_profile.sh" "$folder/ninja" /b /s /usr/bin/c++ GNU cc emulator >"$folder/there.profile" || failed=1
# shellcheck disable=SC2016 # ninja's dollars
grep -Fqx '  command = /usr/bin/c++ -Wl,--as-needed $in $libraries -o $out.new tools/lib.a -lrt && mv -f $out.new $out' \
    "$folder/there.ninja" || failed=1
grep -Fqx "link_emulator='-Wl,--as-needed \"\$TOP/lib64\"/lib.a -lrt'" "$folder/there.profile" || failed=1
! grep -ni stand_in "$folder"/here.* "$folder"/there.* || failed=1
[ $failed = 0 ] || cat "$folder"/there.*
exit $failed
