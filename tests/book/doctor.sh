#!/bin/sh
# The report of what is here, on this machine and on one with nothing installed.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

# Here a build is possible: this test runs in one.
runs 0 "$BOOK" doctor
no_err .
out '^found +CMake [0-9.]+ +/'
out '^found +Ninja [0-9.]+ +/'
out '^found +(g\+\+|clang\+\+) [0-9.]+ +/'
out '^./book run would use the (GPU|CPU emulator) \('

# The texts and CMake ask for the compilers that it asks for.
# shellcheck disable=SC2034  # wrong shows it
DID='the versions of compilers'
oldest() { sed -n "s/.*CXX_OLDEST=\([0-9]*\) .* $1 .*/\1/p" "$ROOT/book.d/tools.sh"; }
gnu=$(oldest -dumpfullversion) clang=$(oldest -dumpversion)
grep -q "^| \`g++\` $gnu or later, or \`clang\` $clang or later " "$ROOT/docs/USING.md" ||
    wrong "docs/USING.md does not say g++ $gnu and clang $clang"
for compiler in "GNU.* VERSION_LESS $gnu" "Clang.* VERSION_LESS $clang"; do
    grep -q "$compiler)" "$ROOT/CMakeLists.txt" || wrong "CMakeLists.txt does not say $compiler"
done

# Nothing but the plainest of tools, and a CUDA compiler that is named but not there.
bare_path
runs 1 env -i PATH="$BARE" CUDACXX=/nowhere/nvcc "$BOOK" doctor
no_err .
out '^missing +g\+\+ .*package g\+\+'
out '^missing +clang\+\+ .*package clang'
out '^missing +CMake .*package cmake \(3.25 or newer\)'
out '^missing +Ninja .*package ninja-build'
out "^missing +CUDA toolkit .*emulator: CUDACXX names '/nowhere/nvcc'"
out '^missing +GPU, driver .*no nvidia-smi'
out '^(missing|found) +NCCL '
out '^(missing|found) +OpenBLAS '
out '^(missing|found) +OpenGL and freeglut '
out '^(missing|found) +libpng '
out '^(missing|found) +libwebp and mux '
out '^missing +display .*pictures go to files$'
out '^missing +gnuplot .*figures go to --csv files; package gnuplot-nox$'
out '^missing +Xvfb .*tests of windows are skipped; package xvfb$'
out '^(missing|found) +Mesa software OpenGL '
out '^(missing|found) +Python with PIL, Xlib '
out '^missing +shellcheck '
out '^missing +lld .*package lld$'
out '^missing +gold .*package binutils-gold$'
out '^missing +g\+\+ for 64-bit Arm .*packages g\+\+-aarch64-linux-gnu qemu-user-static$'
out '^./book run cannot build yet: it lacks a C\+\+ compiler, CMake, Ninja$'

# help and list need no more than that either.
runs 0 env -i PATH="$BARE" "$BOOK" help
no_err .
runs 0 env -i PATH="$BARE" "$BOOK" list
no_err .

# Tools of a kind this machine may not have: an old CMake and compiler, a driver
# without a GPU, and one with.
echo 'echo "cmake version 3.22.1"' | fake_tool "$BARE/cmake"
fake_tool "$BARE/g++" <<'TEXT'
case $1 in --version) echo 'g++ (GCC) 10.2.1' ;; *) echo 10.2.1 ;; esac
TEXT
echo 'echo 1.10.1' | fake_tool "$BARE/ninja"
echo 'echo "No devices found."' | fake_tool "$BARE/nvidia-smi"
runs 1 env -i PATH="$BARE" CUDACXX=/nowhere/nvcc DISPLAY=:5 "$BOOK" doctor
out '^too old +CMake 3.22.1 .*3.25 or newer is needed'
out '^too old +g\+\+ 10.2.1 .*11 or newer is needed'
out '^found +Ninja 1.10.1 '
out '^missing +GPU .*no GPU answers'
out '^found +display +X :5'
out 'it lacks a C\+\+ compiler, a newer CMake$'

echo 'echo "cmake version 4.1.0"' | fake_tool "$BARE/cmake"
fake_tool "$BARE/nvidia-smi" <<'TEXT'
case $1 in
-L) echo 'GPU 0: Made-up 9000 (UUID: GPU-0)'; echo 'GPU 1: Made-up 9000 (UUID: GPU-1)' ;;
topo) cat <<'END' ;;
	GPU0	GPU1	CPU Affinity	NUMA Affinity	GPU NUMA ID
GPU0	 X 	NV18	0-31	0		N/A
GPU1	NV18	 X 	0-31	0		N/A

Legend:
  NV#  = Connection traversing a bonded set of # NVLinks
END
*) echo 555.42.01; echo 555.42.01 ;;
esac
TEXT
fake_tool "$BARE/nvcc" <<'TEXT'
echo 'Cuda compilation tools, release 12.4, V12.4.131'
TEXT
stand_in_tree
fake_compiler "$BARE/clang++"
runs 0 env -i PATH="$BARE" "$TREE/book" doctor
out '^found +clang\+\+ 14.0.6 '
out '^found +CMake 4.1.0 '
out "^found +CUDA toolkit 12.4 +$BARE/nvcc"
out '^found +GPU, driver 555.42.01 +Made-up 9000 \('
out '^found +2 GPUs +CUDA_VISIBLE_DEVICES=0 leaves'
out '^found +link between GPUs +NV18, 18 links of NVLink: GPUs 0-1$'
out '^(missing|found) +NCCL '
out '^./book run would use the GPU \(Made-up 9000 answers; --backend emulator overrides\)$'

# The libraries for pictures, as the compiler finds them, and what their tests use.
out '^found +OpenGL and freeglut +<GL/freeglut.h>$'
out '^found +libpng +<png.h>$'
out '^found +libwebp and mux +<webp/mux.h>$'
out '^missing +Mesa software OpenGL .*tests of windows are skipped; package libgl1-mesa-dri$'
out '^missing +Python with PIL, Xlib .*tests of windows and pictures are skipped; packages python3 python3-pil python3-xlib$'
out '^missing +Python with nbclient .*tests of notebooks are skipped; packages python3-nbclient python3-ipykernel$'
echo 'freeglut3-dev libpng-dev libwebp-dev' >"$MISSING"
mkdir -p "$USR/bin" "$USR/lib/dri"
: >"$USR/lib/dri/swrast_dri.so"
echo 'exit 1' | fake_tool "$BARE/python3"
echo true | fake_tool "$USR/bin/python3"
echo true | fake_tool "$BARE/gnuplot"
echo true | fake_tool "$BARE/Xvfb"
fake_tool "$BARE/pkg-config" <<'TEXT'
[ "$*" = '--modversion libwebpmux' ] && echo 1.2.4
TEXT
runs 0 env -i PATH="$BARE" "$TREE/book" doctor
out '^missing +OpenGL and freeglut .*no window opens, pictures go to files; package freeglut3-dev$'
out '^missing +libpng .*PPM files; package libpng-dev$'
out '^missing +libwebp and mux .*one file for each frame; package libwebp-dev$'
out "^found +gnuplot +$BARE/gnuplot\$"
out "^found +Xvfb +$BARE/Xvfb\$"
out "^found +Mesa software OpenGL +$USR/lib/dri/swrast_dri.so\$"
out "^found +Python with PIL, Xlib +$USR/bin/python3\$"
out "^found +Python with nbclient +$USR/bin/python3\$"
echo 'freeglut3-dev' >"$MISSING"
runs 0 env -i PATH="$BARE" "$TREE/book" doctor
out '^missing +OpenGL and freeglut '
out '^found +libwebp and mux 1.2.4 +<webp/mux.h>$'
# No compiler, and nothing in the usual place either.
rm "$BARE/clang++"
runs 1 env -i PATH="$BARE" "$TREE/book" doctor
out '^missing +libpng '
finish
