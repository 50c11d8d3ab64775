#!/bin/sh
# node.sh FILE BUILD: runs a test that is written for Node, on the site in BUILD/site.
# shellcheck source=/dev/null
. "$(dirname "$0")/skip.sh"
[ -f "$2/site/index.html" ] || cannot 'the site is not built here'
exec sh "$(dirname "$0")/../../site/node.sh" "$1" "$2"
