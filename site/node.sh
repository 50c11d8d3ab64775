#!/bin/sh
# node.sh ARGUMENT...: Node; that of the site's own packages where it runs, as with a newer V8 the compiler takes a sixth
# less time. Not every npm links it into node_modules/.bin.
node=node
for newer in "$(dirname "$0")"/node_modules/node-linux-*/bin/node; do
    ! "$newer" --version >/dev/null 2>&1 || node=$newer
done
exec "$node" "$@"
