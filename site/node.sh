#!/bin/sh
# node.sh ARGUMENT...: Node; that of the site's own packages where it runs, as with a newer V8 the compiler takes a sixth
# less time.
node=$(dirname "$0")/node_modules/.bin/node
"$node" --version >/dev/null 2>&1 || node=node
exec "$node" "$@"
