#!/bin/sh
# build.sh ROOT BUILD: builds the site in BUILD/site as a reader does, and says why where that cannot be.
root=$1
BOOK_BUILD_DIR=$2
export BOOK_BUILD_DIR
# shellcheck source=/dev/null
. "$(dirname "$0")/skip.sh"
"$root/book" site 2>&1 | tee "$BOOK_BUILD_DIR/site_build.log"
# Only a lock file that is right can be told from a network that is not there.
if grep -Eq 'npm (error|ERR!) code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)' \
    "$BOOK_BUILD_DIR/site_build.log"; then
    echo 'the packages of the site cannot be loaded here: no connection'
    exit 77
fi
[ -f "$BOOK_BUILD_DIR/site/index.html" ] && grep -q 'the site is in' "$BOOK_BUILD_DIR/site_build.log"
