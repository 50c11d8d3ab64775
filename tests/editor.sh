#!/bin/sh
# editor.sh ROOT BUILD: what an editor says of the programs. clang, read as clangd reads them, finds nothing in any, and
# what is wrong in one that is; clangd itself, where it is, agrees. Exit code 77 without clang.
root=$1 commands=$2/editor
command -v clang++ >/dev/null || { echo 'no clang++ here'; exit 77; }
cd "$root" || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
# The arguments between the compiler's name and the program's, which are those of all.
flags=$(sed -n '2s/.*"clang++", \(.*\), "[^"]*"\].*/\1/p' "$commands/compile_commands.json" | sed 's/", "/ /g; s/"//g')
# What they all include first is read once.
first=${flags##*-include } first=${first%% *}
others=${flags%-include *}${flags##*-include "$first"}
# shellcheck disable=SC2086 # flags without spaces
clang++ $others -c -Xclang -emit-pch "$first" -o "$scratch/cuda.pch" || exit 1
wrong=0

# shellcheck disable=SC2086 # flags without spaces
findings() { clang++ $others -Xclang -include-pch -Xclang "$scratch/cuda.pch" -I"$root/ch9_atomics" -fsyntax-only "$1" 2>&1; }
for file in ch*/*.cu; do
    case $file in *_mpi.cu) command -v mpicc >/dev/null || continue ;; esac
    found=$(findings "$file")
    [ -z "$found" ] || { printf '%s\n%s\n' "$file" "$found"; wrong=1; }
done
# Where clang finds no toolkit, too.
# shellcheck disable=SC2086 # flags without spaces
clang++ $flags --cuda-path="$scratch" -fsyntax-only ch5_dot/dot.cu || wrong=1
sed 's/atomicAdd(/atomicAdded(/; s/__global__/__host__/' ch9_atomics/race.cu >"$scratch/race.cu"
found=$(findings "$scratch/race.cu")
case $found in *"'atomicAdded'"*) ;; *) echo "a wrong name is not found: $found"; wrong=1 ;; esac
case $found in *"kernel call to non-global function"*) ;; *) echo "a launch of a function is not found: $found"; wrong=1 ;; esac

if command -v clangd >/dev/null; then
    said=$(clangd --check=ch5_dot/dot.cu --compile-commands-dir="$commands" 2>&1)
    case $said in *'All checks completed, 0 errors'*) ;; *) printf '%s\n' "$said"; wrong=1 ;; esac
fi
exit $wrong
