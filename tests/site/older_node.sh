#!/bin/sh
# older_node.sh BUILD: what makes the site works by the system's own Node, and where that is newer, with what Node 18 has.
# shellcheck source=/dev/null
. "$(dirname "$0")/skip.sh"
here=$(cd "$(dirname "$0")" && pwd) || exit 1
[ -f "$1/site/index.html" ] || cannot 'the site is not built here'
older() { NODE_OPTIONS="--require \"$here/as_node_18.cjs\"" node "$here/$1.mjs" "$2"; }
older parts "$1" && older older_node "$1"
