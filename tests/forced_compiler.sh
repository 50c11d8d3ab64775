#!/bin/sh
# forced_compiler.sh SCRATCH COMPILER TOOLS: makes SCRATCH/build.COMPILER, as checkout.sh makes SCRATCH/build, by that
# compiler, which links by the linker that $FORCED_LINKER names when it is called, or else by its own.
scratch=$1 compiler=$2 tools=$3
command -v "$compiler" >/dev/null || { echo "no $compiler here"; exit 77; }
cat >"$scratch/new.$compiler" <<END
#!/bin/sh
case " \$* " in *' -c '*) ;; *) set -- "\$@" \${FORCED_LINKER:+"-fuse-ld=\$FORCED_LINKER"} ;; esac
exec $compiler "\$@"
END
chmod +x "$scratch/new.$compiler"
# One that is the same keeps its time.
cmp -s "$scratch/new.$compiler" "$scratch/$compiler" || mv -f "$scratch/new.$compiler" "$scratch/$compiler" || exit 1
# The options of a linker that CMake would choose are not for another one.
cd "$scratch/checkout" && cmake --preset emulator -B "$scratch/build.$compiler" -DBOOK_HAS_lld=OFF -DBOOK_HAS_gold=OFF \
    -DCMAKE_CXX_COMPILER="$scratch/$compiler" -DBOOK_UNOPTIMISED=ON -DBOOK_FLAVOURS='emulator;checked' \
    -DBOOK_TOOLS="$tools" &&
    cmake --build "$scratch/build.$compiler" --target emulator.recipe checked.recipe
