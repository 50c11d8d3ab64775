#!/bin/sh
# bare_root.sh CHECKOUT FOLDER [--all] [CTEST_OPTION...]: what `./book test --bare` does, in a mount and a process
# namespace of its own (unshare): makes a Debian or Ubuntu of nothing but its base system in FOLDER, which is empty,
# of the release and from the package sources of this machine, puts the checkout's files into it as they are, and
# runs there, as root, with nothing in the environment but PATH, HOME and TERM, the README's two commands. With
# --all, then, the tests that these leave out; options of ctest select others. Returns 0 if all commands do.
#
# No root is kept for the next time: to make it takes half a minute, and from nothing is what is to be shown.
set -u
checkout=$1 root=$2
shift 2
mkdir "$root" || exit 1
all=''
[ "${1-}" != --all ] || { all=yes && shift; }
say() { printf 'book: %s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

# A package source a line, as apt has it here: "SITE RELEASE COMPONENT", only those of the distribution itself.
# shellcheck disable=SC2016  # the dollars are apt's
sources=$(apt-get indextargets --format '$(ORIGIN) $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
    sed -n 's/^\(Debian\|Ubuntu\) //p' | LC_ALL=C sort -u)
# shellcheck source=/dev/null
release=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
mirror=$(printf '%s\n' "$sources" | sed -n "s/ $release main\$//p" | head -n 1)
[ -n "$mirror" ] || fail "apt knows no package source of ${release:-this release}"

say "making a bare $release in $root"
debootstrap --variant=minbase "$release" "$root" "$mirror" >"$root.log" 2>&1 || { cat "$root.log" >&2; exit 1; }
rm -f "$root.log"

# How this machine reaches its package sources: their addresses, apt's and npm's settings, names, and the
# certificates that its owner trusts besides.
printf '%s\n' "$sources" | sed 's/^/deb /' >"$root/etc/apt/sources.list"
apt-config dump Acquire >"$root/etc/apt/apt.conf.d/99host"
cat /etc/npmrc "${HOME:-/root}/.npmrc" 2>/dev/null |
    grep -E '^ *(registry|proxy|https-proxy|noproxy|cafile|strict-ssl) *=' >"$root/root/.npmrc"
for file in /etc/resolv.conf /etc/hosts; do
    [ ! -f $file ] || cat $file >"$root$file"
done
mkdir -p "$root/usr/local/share"
[ ! -d /usr/local/share/ca-certificates ] || cp -R /usr/local/share/ca-certificates "$root/usr/local/share/"

# The working tree without what git ignores; of a checkout without git, all but what was built.
home=$root/root/cuda-by-chapters
mkdir "$home"
if [ -e "$checkout/.git" ]; then
    # What was deleted and not committed is still listed.
    (cd -- "$checkout" && git -c safe.directory='*' ls-files -z --cached --others --exclude-standard |
        tar -c --null --files-from=- --ignore-failed-read 2>/dev/null)
else
    tar -c -C "$checkout" --exclude=./build --exclude=./site/node_modules .
fi | tar -x --no-same-owner -C "$home"

mount -t proc proc "$root/proc"
mount --rbind /sys "$root/sys"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"

failed=''
# there WORD=VALUE... COMMAND...: runs it in the bare root.
there() {
    printf '\n# %s\n' "$*"
    chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb \
        sh -c 'cd /root/cuda-by-chapters && exec env "$@"' sh "$@" </dev/null || failed="$failed, $*"
}
there ./book run
if [ $# -gt 0 ]; then
    there ./book test ${all:+--all} "$@"
else
    there ./book test
    # Here what the network does not give is a failure, too.
    [ -z "$all" ] || there CI=true ./book test --all -L '^thorough$'
fi
[ -z "$failed" ] || fail "in the bare root failed: ${failed#, }"
