#!/bin/sh
# What happens where packages are missing: with stand-ins for apt-get, sudo and id,
# which write down how they were called and install nothing.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
CALLS=$SCRATCH/calls

# machine USER: a machine with nothing, where the user's number is USER.
machine() {
    bare_path sed grep
    rm "$BARE/id"
    echo "echo $1" | fake_tool "$BARE/id"
    fake_tool "$BARE/apt-get" <<'TEXT'
echo "apt-get $*" >>"$CALLS"
exit "${APT_FAILS:-0}"
TEXT
    : >"$CALLS"
}
# bare CODE ARGUMENT...: runs the command there.
bare() {
    code=$1
    shift
    runs "$code" env -i PATH="$BARE" CALLS="$CALLS" ${CI:+CI="$CI"} \
        ${APT_FAILS:+APT_FAILS="$APT_FAILS"} "$TREE/book" "$@"
}
called() { grep -Eq -e "$1" "$CALLS" || wrong "expected a call: $1; calls: $(cat "$CALLS")"; }
uncalled() { [ ! -s "$CALLS" ] || wrong "expected no call; calls: $(cat "$CALLS")"; }

# Where apt-get is not, the packages' names are said.
machine 1000
rm "$BARE/apt-get"
bare 1 run dot
silent
err 'missing here: g\+\+ cmake ninja-build'
err 'Debian, Ubuntu: +apt-get install g\+\+ cmake ninja-build'
err 'Fedora: +dnf install gcc-c\+\+ cmake ninja-build'
err 'Arch Linux: +pacman -S gcc cmake ninja'

# Nobody to ask, not root: the exact command, and nothing is done.
machine 1000
fake_tool "$BARE/sudo" <<'TEXT'
exec "$@"
TEXT
bare 1 run
err 'missing: g\+\+ cmake ninja-build. To install it: sudo apt-get install --no-install-recommends g\+\+ cmake ninja-build$'
uncalled
# The same with --yes, through sudo. (Nothing really comes of it, so it ends there.)
bare 1 run --yes
called '^apt-get -q update'
called '^apt-get -q install -y --no-install-recommends g\+\+ cmake ninja-build$'
# --yes does not help where sudo is not.
machine 1000
bare 1 run --yes dot
err 'To install it: sudo apt-get install'
uncalled

# Root, nobody to ask: as in a fresh container, it is installed.
machine 0
bare 1 run
called '^apt-get -q install -y --no-install-recommends g\+\+ cmake ninja-build$'
err 'there is no compiler to build with'
machine 0
CI=true
bare 1 test
called '^apt-get -q install -y --no-install-recommends clang$'
called '^apt-get -q install -y --no-install-recommends shellcheck$'
CI=

# An installation that fails is said to.
machine 0
APT_FAILS=100
bare 1 run
err 'apt-get update failed'
err 'apt-get could not install g\+\+ cmake ninja-build'
APT_FAILS=

# Only what is missing is installed.
machine 0
fake_tool "$BARE/clang++" <<'TEXT'
case $1 in -dump*) echo 14.0.6 ;; *) echo 'clang version 14.0.6' ;; esac
TEXT
echo 'echo "cmake version 3.22.1"' | fake_tool "$BARE/cmake"
bare 1 run
called 'no-install-recommends ninja-build$'
err 'cmake is version 3.22.1, and 3.25 or newer is needed'

# A compiler that is named but not there is said to be.
machine 0
runs 1 env -i PATH="$BARE" CXX=/nowhere/cxx "$TREE/book" run
err "CXX names '/nowhere/cxx', which is not there"

# The tests' own tools may be missing: they are tried, and the tests go on.
machine 0
for tool in cmake ctest ninja g++ clang++ mv chmod grep rm sed stty; do
    rm -f "$BARE/$tool"
    path=$(command -v "$tool") && ln -s "$path" "$BARE/$tool"
done
APT_FAILS=100
bare 0 test -R first
err 'apt-get could not install clang; the tests that need it are skipped'
err 'apt-get could not install shellcheck; the tests that need it are skipped'
out '100% tests passed'
APT_FAILS=
# And where everything is there nothing is touched.
: >"$CALLS"
bare 0 run dot
uncalled
finish
