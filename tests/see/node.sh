#!/bin/sh
# node.sh FILE ARGUMENT...: runs a test of the viewer, which is written for Node.
here=$(dirname "$0")
# shellcheck source=/dev/null
. "$here/../site/skip.sh"
file=$1
shift
exec sh "$here/../../site/node.sh" "$here/$file" "$@"
