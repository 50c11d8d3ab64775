#!/bin/sh
# What happens where packages are missing: with stand-ins for apt-get, sudo and id,
# which write down how they were called and install nothing.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
CALLS=$SCRATCH/calls
LIBRARIES='freeglut3-dev libpng-dev libwebp-dev'
TOOLS='clang shellcheck make gnuplot-nox libthrust-dev libopenmpi-dev openmpi-bin xvfb libgl1-mesa-dri python3 python3-pil python3-xlib'
INSTALL='^apt-get -q install -y --no-install-recommends'

# machine USER: a machine with nothing, where the user's number is USER. Its apt-get
# fails for packages that the pattern $APT_FAILS matches; where MISSING is in its
# environment it installs the libraries for the stand-in of the compiler.
machine() {
    bare_path sed grep
    rm "$BARE/id"
    rm -rf "$USR" "$TREE/build"
    echo "echo $1" | fake_tool "$BARE/id"
    fake_tool "$BARE/apt-get" <<'TEXT'
echo "apt-get $*" >>"$CALLS"
[ -z "${MISSING-}" ] || : >"$MISSING"
case " $* " in *" "${APT_FAILS:-nothing}" "*) exit 100 ;; esac
TEXT
    : >"$CALLS"
}
# building: what a build of the stand-in needs is there too; the compiler is a stand-in.
building() {
    for tool in cmake ctest ninja mv chmod grep rm sed stty awk uname; do
        rm -f "$BARE/$tool"
        path=$(command -v "$tool") && ln -s "$path" "$BARE/$tool"
    done
    fake_compiler "$BARE/clang++"
}
# bare CODE ARGUMENT...: runs the command there.
bare() {
    code=$1
    shift
    runs "$code" env -i PATH="$BARE" CALLS="$CALLS" ${CI:+CI="$CI"} ${CXX:+CXX="$CXX"} \
        ${CPATH:+CPATH="$CPATH"} ${APT_FAILS:+APT_FAILS="$APT_FAILS"} "$TREE/book" "$@"
}
called() { grep -Eq -e "$1" "$CALLS" || wrong "expected a call: $1; calls: $(cat "$CALLS")"; }
uncalled() { [ ! -s "$CALLS" ] || wrong "expected no call; calls: $(cat "$CALLS")"; }
not_called() { ! grep -Eq -e "$1" "$CALLS" || wrong "not expected: $1; calls: $(cat "$CALLS")"; }

# Where apt-get is not, the packages' names are said.
machine 1000
rm "$BARE/apt-get"
bare 1 run dot
silent
err 'missing here: g\+\+ cmake ninja-build'
err "Debian, Ubuntu: +apt-get update && apt-get install g\+\+ cmake ninja-build $LIBRARIES\$"
err 'Fedora: +dnf install gcc-c\+\+ cmake ninja-build freeglut-devel libpng-devel libwebp-devel$'
err 'Arch Linux: +pacman -S gcc cmake ninja freeglut libpng libwebp$'

# Nobody to ask, not root: the exact command, and nothing is done.
machine 1000
fake_tool "$BARE/sudo" <<'TEXT'
exec "$@"
TEXT
bare 1 run
err '^book: what a build needs is missing here: g\+\+ cmake ninja-build\. To install it:$'
err "^    sudo apt-get update && sudo apt-get install --no-install-recommends g\+\+ cmake ninja-build $LIBRARIES\$"
no_err 'su asks'
uncalled
# With --yes they are installed, through sudo. (Nothing really comes of it, so it ends there.)
bare 1 run --yes
called '^apt-get -q update'
called "$INSTALL g\+\+ cmake ninja-build\$"
called "$INSTALL $LIBRARIES\$"
# --yes does not help where sudo is not.
machine 1000
bare 1 run --yes dot
err "^    su - -c 'apt-get update && apt-get install --no-install-recommends g\+\+ cmake ninja-build $LIBRARIES'\$"
err '^book: su asks for the password of root; if you do not have it, send this line to'
uncalled

# Root, nobody to ask: as in a fresh container, it is installed.
machine 0
bare 1 run
called "$INSTALL g\+\+ cmake ninja-build\$"
called "$INSTALL $LIBRARIES\$"
err 'there is no compiler to build with'
machine 0
CI=true
bare 1 test
called "$INSTALL $LIBRARIES $TOOLS\$"
CI=

# An installation that fails is said to.
machine 0
APT_FAILS='*'
bare 1 run
err 'apt-get update failed'
err 'apt-get could not install g\+\+ cmake ninja-build'
APT_FAILS=

# Only what is missing is installed. Without a compiler the libraries are those in
# /usr/include.
machine 0
mkdir -p "$USR/include/GL" "$USR/include/webp"
: >"$USR/include/GL/freeglut.h"
: >"$USR/include/webp/encode.h"
bare 1 run
called "$INSTALL libpng-dev libwebp-dev\$"
machine 0
fake_compiler "$BARE/clang++"
echo 'echo "cmake version 3.22.1"' | fake_tool "$BARE/cmake"
bare 1 run
called "$INSTALL ninja-build\$"
not_called '-dev'
err 'cmake is version 3.22.1, and 3.25 or newer is needed'

# A compiler that is named but not there is said to be.
machine 0
runs 1 env -i PATH="$BARE" CXX=/nowhere/cxx "$TREE/book" run
err "CXX names '/nowhere/cxx', which is not there"

# ---- the libraries for pictures

# They are installed at first, and one that cannot be had costs nothing else.
machine 0
building
echo "$LIBRARIES" >"$MISSING"
APT_FAILS=libpng-dev
bare 0 run dot
called "$INSTALL $LIBRARIES\$"
for package in $LIBRARIES; do
    called "$INSTALL $package\$"
done
err 'apt-get could not install libpng-dev; going on without$'
no_err 'could not install (freeglut|libwebp)'
APT_FAILS=
# A tree that is configured is left alone, but not where somebody says --yes, or is
# asked for something else anyway.
: >"$CALLS"
bare 0 run dot
uncalled
no_err 'libpng-dev'
bare 0 run --yes dot
called "$INSTALL $LIBRARIES\$"
: >"$CALLS"
mv "$BARE/ninja" "$SCRATCH/ninja"
bare 1 run dot
called "$INSTALL ninja-build\$"
called "$INSTALL $LIBRARIES\$"

# Once installed they are there for the build, which is made with them.
machine 0
building
echo 'libpng-dev' >"$MISSING"
runs 0 env -i PATH="$BARE" CALLS="$CALLS" MISSING="$MISSING" "$TREE/book" run dot
called "$INSTALL libpng-dev\$"
bare 0 run dot
no_err 'libraries|configuring'

# Nobody to ask, not root, or no apt-get: the exact words, once, and it goes on.
machine 1000
building
echo 'libpng-dev libwebp-dev' >"$MISSING"
bare 0 run dot
out '^PASSED: dot is right$'
err '^book: going on without libpng-dev libwebp-dev\. To install it:$'
err "^    su - -c 'apt-get update && apt-get install --no-install-recommends libpng-dev libwebp-dev'$"
bare 0 run dot
no_err 'libpng-dev'
uncalled
rm -r "$TREE/build" "$BARE/apt-get"
bare 0 run dot
err 'going on without libraries for pictures: libpng-dev libwebp-dev$'
err 'Fedora: +dnf install libpng-devel libwebp-devel$'
bare 0 run dot
no_err 'libpng'

# Somebody who is asked says no, once. (The program script gives it a terminal.)
machine 0
building
echo 'libpng-dev' >"$MISSING"
echo n >"$SCRATCH/answer"
if env script --version >/dev/null 2>&1; then
    # shellcheck disable=SC2034  # INPUT is read by runs
    INPUT=$SCRATCH/answer
    on_terminal="env -i PATH='$BARE' CALLS='$CALLS' '$TREE/book' run dot"
    runs 0 env script -qec "$on_terminal" /dev/null
    out 'to install with apt-get: libpng-dev. Go on\? \[Y/n\]'
    out 'going on without libpng-dev'
    runs 0 env script -qec "$on_terminal" /dev/null
    no_out 'Go on|libpng-dev'
    out 'PASSED: dot is right'
    uncalled
    # shellcheck disable=SC2034
    INPUT=/dev/null
fi

# The real compiler is asked what it finds: nothing, then what CPATH adds.
machine 1000
building
mkdir -p "$SCRATCH/headers/webp" "$USR/include"
: >"$SCRATCH/headers/png.h"
: >"$SCRATCH/headers/webp/mux.h"
: >"$USR/include/png.h"
for compiler in g++ clang++; do
    path=$(command -v $compiler) || continue
    ln -sf "$path" "$BARE/$compiler"
    rm -rf "$TREE/build"
    CXX="$compiler -nostdinc -I/"
    bare 0 run dot
    err "going on without $LIBRARIES\."
    rm -r "$TREE/build"
    CPATH=$SCRATCH/headers
    bare 0 run dot
    err 'going on without freeglut3-dev\.'
    CPATH='' CXX=''
done

# ---- the tests' own tools

# They may be missing: they are tried, one after the other where need be, and the
# tests go on.
machine 0
building
APT_FAILS='*'
bare 0 test -R first
called "$INSTALL $TOOLS\$"
for package in $TOOLS; do
    called "$INSTALL $package\$"
    err "apt-get could not install $package; the tests that need it are skipped"
done
out '100% tests passed'
APT_FAILS=
# Those for another processor, and for the site, only for all tests.
not_called 'aarch64|nodejs|npm|nbclient|chromium|firefox'
: >"$CALLS"
bare 0 test --all -R first
called "$INSTALL $TOOLS lld binutils-gold g\+\+-aarch64-linux-gnu qemu-user-static nodejs npm python3-nbclient python3-ipykernel chromium firefox-esr\$"
# The libraries that pictures lack are asked for along with them.
echo 'libpng-dev' >"$MISSING"
: >"$CALLS"
bare 0 test -R first
called "$INSTALL libpng-dev $TOOLS\$"
rm "$BARE/apt-get"
bare 0 test -R first
err "the tests that need one of these are skipped: $TOOLS\$"

# Where everything is there nothing is touched, and the Python with the modules may be
# the system's.
machine 0
building
for tool in clang shellcheck make gnuplot mpicc Xvfb; do
    echo true | fake_tool "$BARE/$tool"
done
mkdir -p "$USR/bin" "$USR/lib/a-machine/dri" "$USR/include/thrust" "$USR/include/cub"
: >"$USR/include/thrust/version.h"
: >"$USR/include/cub/version.cuh"
: >"$USR/lib/a-machine/dri/swrast_dri.so"
echo 'exit 1' | fake_tool "$BARE/python3"
# shellcheck disable=SC2016  # expanded in the stand-in
echo 'case "$1 $2" in "-c "*PIL*Xlib* | "-c "*nbclient*) ;; *) exit 1 ;; esac' | fake_tool "$USR/bin/python3"
bare 0 test -R first
uncalled
for tool in ld.lld ld.gold aarch64-linux-gnu-g++ qemu-aarch64 npm chromium firefox-esr; do
    echo true | fake_tool "$BARE/$tool"
done
echo 'echo v18.20.4' | fake_tool "$BARE/node"
bare 0 test --all -R first
uncalled
# Newer releases of Mesa have a library instead, and python3 may be enough.
rm -r "$USR/lib/a-machine/dri"
: >"$USR/lib/a-machine/libgallium-25.0.7.so"
mv "$USR/bin/python3" "$BARE/python3"
bare 0 test -R first
uncalled
# Each is missed by itself.
rm "$BARE/python3"
bare 0 test -R first
called "$INSTALL python3 python3-pil python3-xlib\$"
echo true | fake_tool "$BARE/python3"
: >"$CALLS"
rm "$USR/lib/a-machine/libgallium-25.0.7.so"
bare 0 test -R first
called "$INSTALL libgl1-mesa-dri\$"
finish
