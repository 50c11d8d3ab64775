#!/bin/sh
# node.sh FILE BUILD: runs a test that is written for Node, on the site in BUILD/site.
# shellcheck source=/dev/null
. "$(dirname "$0")/skip.sh"
[ -f "$2/site/index.html" ] || cannot 'the site is not built here'
site=$(cd "$(dirname "$0")/../../site" && pwd)
# shellcheck source=/dev/null
. "$site/node.sh"
exec node "$1" "$2"
