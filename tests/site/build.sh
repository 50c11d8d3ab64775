#!/bin/sh
# build.sh ROOT BUILD: builds the site in BUILD/site as a reader does, and says why where that cannot be. The same
# process compiles what site/engine will run (see site/engine/test.js), once the site's own programs are there.
root=$1
BOOK_BUILD_DIR=$2
SITE_TESTS=compiler,conformance,lanes,races,profiles,recordings
export BOOK_BUILD_DIR SITE_TESTS
# shellcheck source=/dev/null
. "$(dirname "$0")/skip.sh"
"$root/book" site 2>&1 | tee "$BOOK_BUILD_DIR/site_build.log"
# No network is no mistake of the site, and a lock file that is wrong is one.
if grep -Eq 'npm (error|ERR!) code (E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|HOSTUNREACH)|ERR_SOCKET_TIMEOUT)' \
    "$BOOK_BUILD_DIR/site_build.log"; then
    cannot 'the packages of the site cannot be loaded here: no connection'
fi
[ -f "$BOOK_BUILD_DIR/site/index.html" ] && grep -q 'the site is in' "$BOOK_BUILD_DIR/site_build.log"
