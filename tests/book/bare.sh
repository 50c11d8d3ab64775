#!/bin/sh
# `./book test --bare` and `.ci/run`, with stand-ins for what makes a root and enters it: what is put into it, what
# runs there in what environment, what comes of it, and what is said where no root can be made. (The real thing is
# what CI runs.)
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
cp -R "$ROOT/tests" "$ROOT/.ci" "$TREE/"
rm -f "$TREE/tests"/*.cmake
CALLS=$SCRATCH/calls TMP="$SCRATCH/a place"
mkdir "$TMP"
release=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
[ -n "$release" ] || { echo 'this system does not say which release it is'; exit 77; }

bare_path sed grep mktemp chmod tar cp find uname
rm "$BARE/id"
echo "echo 0" | fake_tool "$BARE/id"
fake_tool "$BARE/apt-get" <<TEXT
case \$1 in indextargets) ;; *) echo "apt-get \$*" >>'$CALLS'; exit ;; esac
echo 'Somebody https://elsewhere.example/packages $release main'
echo 'Debian https://mirror.example/debian $release main'
echo 'Debian https://mirror.example/debian $release-updates main'
TEXT
echo "echo 'Acquire::Languages \"none\";'" | fake_tool "$BARE/apt-config"
fake_tool "$BARE/unshare" <<'TEXT'
while :; do case $1 in -*) shift ;; *) break ;; esac; done
exec "$@"
TEXT
echo : | fake_tool "$BARE/mount"
echo : | fake_tool "$BARE/true"
fake_tool "$BARE/debootstrap" <<TEXT
echo "debootstrap \$*" >>'$CALLS'
mkdir -p "\$3/root" "\$3/etc/apt/apt.conf.d" "\$3/dev"
TEXT
# The root has a command of its own making: the file "fails" in it names what is to fail.
fake_tool "$BARE/chroot" <<TEXT
root=\$1
case "\$2 \$3 \$4 \$5 \$6 \$7 \$8" in "env -i PATH="*" HOME=/root TERM=dumb sh -c") ;; *) exit 1 ;; esac
shift 10
echo "there \$*" >>'$CALLS'
cp "\$root/etc/apt/sources.list" '$SCRATCH/sources'
(cd "\$root/root/cuda-by-chapters" && find . -type f | sort) >'$SCRATCH/files'
! echo "\$*" | grep -qx -e "\$(cat '$SCRATCH/fails')"
TEXT
echo none >"$SCRATCH/fails"

# bare CODE COMMAND...: runs it on that machine.
bare() {
    code=$1
    shift
    : >"$CALLS"
    runs "$code" env -i PATH="$BARE" HOME="$SCRATCH" TMPDIR="$TMP" "$@"
    [ -z "$(ls -A "$TMP")" ] || wrong "left behind in $TMP: $(ls "$TMP")"
}
# called LINE...: these calls, and no others.
called() { printf '%s\n' "$@" | cmp -s - "$CALLS" || wrong "expected calls: $(printf '\n%s' "$@"), got: $(cat "$CALLS")"; }
has() { grep -qxF -e "$2" "$SCRATCH/$1" || wrong "expected in $1: $2"; }
has_not() { ! grep -qF -e "$2" "$SCRATCH/$1" || wrong "not expected in $1: $2"; }

# The README's commands, with an empty environment, in a root of this release.
ROOT_IS="debootstrap --variant=minbase $release"
: >"$TREE/a file"
mkdir "$TREE/build"
: >"$TREE/build/ignored"
bare 0 "$TREE/book" test --bare
sed "s|^\($ROOT_IS\) .* |\1 |" "$CALLS" >"$CALLS.new" && mv "$CALLS.new" "$CALLS"
called "$ROOT_IS https://mirror.example/debian" 'there ./book run' 'there ./book test'
has sources "deb https://mirror.example/debian $release-updates main"
has_not sources elsewhere.example
has files './a file'
has files ./ch5_dot/dot.cu
has_not files ./build
# Of a checkout of git what git lists, but for what has been deleted since.
mkdir "$TREE/.git"
printf '%s\0' book ch5_dot/dot.cu ch5_sum/deleted.cu 'a file' >"$SCRATCH/listed"
fake_tool "$BARE/git" <<TEXT
case "\$*" in *"ls-files -z --cached --others --exclude-standard") cat '$SCRATCH/listed' ;; *) exit 1 ;; esac
TEXT
bare 0 "$TREE/book" test --bare
printf '%s\n' './a file' ./book ./ch5_dot/dot.cu | cmp -s - "$SCRATCH/files" || wrong "in the root are: $(cat "$SCRATCH/files")"

# With --all the rest, where what the network does not give is a failure; options of ctest select.
there() { sed -n 's/^there //p' "$CALLS" | tr '\n' '|'; }
bare 0 "$TREE/book" test --all --bare
[ "$(there)" = './book run|./book test|CI=true ./book test --all -L ^thorough$|' ] || wrong "ran: $(there)"
bare 0 "$TREE/book" test --bare -R first
[ "$(there)" = './book run|./book test -R first|' ] || wrong "ran: $(there)"
bare 0 "$TREE/book" test --bare --all -L site
[ "$(there)" = './book run|./book test --all -L site|' ] || wrong "ran: $(there)"

# What fails there fails here, and the rest runs all the same.
echo './book run' >"$SCRATCH/fails"
bare 1 "$TREE/book" test --bare --all
err 'in the bare root failed: ./book run$'
[ "$(there)" = './book run|./book test|CI=true ./book test --all -L ^thorough$|' ] || wrong "ran: $(there)"
echo 'CI=true .*' >"$SCRATCH/fails"
bare 1 "$TREE/.ci/run"
err 'in the bare root failed: CI=true ./book test --all'
no_out 'NOT IN A BARE ROOT'
echo none >"$SCRATCH/fails"
bare 0 "$TREE/.ci/run"
[ "$(there)" = './book run|./book test|CI=true ./book test --all -L ^thorough$|' ] || wrong "ran: $(there)"
no_out 'NOT IN A BARE ROOT'
echo 'echo no such release >&2; exit 1' | fake_tool "$BARE/debootstrap"
bare 1 "$TREE/book" test --bare
err 'no such release'

# Where no root can be made it is said why, and CI runs the tests on the machine itself.
cat >"$TREE/stub" <<TEXT
#!/bin/sh
# The command, but for what it would do here.
case "\$*" in *--bare*) exec '$TREE/book.real' "\$@" ;; esac
echo "here \$*; CI=\$CI" >>'$CALLS'
TEXT
cp "$TREE/book" "$TREE/book.real"
cp "$TREE/stub" "$TREE/book" && chmod +x "$TREE/book"
echo exit 1 | fake_tool "$BARE/unshare"
bare 77 "$TREE/book" test --bare
err 'no bare root can be made here: this machine allows no namespaces'
bare 0 "$TREE/.ci/run"
out 'NOT IN A BARE ROOT'
called 'here run; CI=true' 'here test --all --yes; CI=true'
# NVIDIA's compiler, where it is, reads the programs before; what it refuses fails.
echo : | fake_tool "$BARE/nvcc"
bare 0 "$TREE/.ci/run"
called 'here test --yes -R ^(nvcc/|bench/gpu); CI=true' 'here run; CI=true' 'here test --all --yes; CI=true'
rm "$BARE/nvcc"
rm "$BARE/debootstrap"
fake_tool "$BARE/apt-get" <<TEXT
echo "apt-get \$*" >>'$CALLS'
case "\$*" in *install*) exit 100 ;; esac
TEXT
bare 77 "$TREE/book" test --bare
err 'no bare root can be made here: debootstrap is not there'
called 'apt-get -q update' 'apt-get -q install -y --no-install-recommends debootstrap'
echo 'echo 1000' | fake_tool "$BARE/id"
bare 77 "$TREE/book" test --bare
err 'no bare root can be made here: only root can$'
[ ! -s "$CALLS" ] || wrong 'expected no call'
finish
