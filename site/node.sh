# The Node of the site's own packages, where it runs: with a newer V8 the compiler takes a sixth less time.
# Read by others, who have set `site` to the absolute path of this folder.
# shellcheck shell=sh disable=SC2154
! "$site/node_modules/.bin/node" --version >/dev/null 2>&1 || PATH=$site/node_modules/.bin:$PATH
