#!/bin/sh
# page.sh [PROGRAM TRACE]: prints the page that shows the trace, whole and by itself: no file beside it, no network.
# Without a trace, the page that one can be put into: at the line that has nothing but id="trace".
#
# The modules are put one behind the other, those that others import first, without their imports and exports. So the
# names on their outermost level must be different ones; else the browser refuses all of them.
set -e
viewer=$(dirname "$0")
modules='trace groups recording values moments sentences highlight colours elements canvas
    threads_pane source_pane memory_pane time_pane details_pane help viewer main'
[ $# -eq 0 ] || [ -r "$2" ] || { echo "$0: cannot read the trace ${2:-that is to be shown}" >&2; exit 1; }

cat <<END
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>$(printf '%s' "${1:-see}" | sed 's/&/\&amp;/g; s/</\&lt;/g')</title>
<style>
END
cat "$viewer/page.css" "$viewer/style.css"
printf '</style>\n</head>\n<body>\n<main></main>\n<script type="application/octet-stream;base64" id="trace">'
[ $# -eq 0 ] || gzip -9nc -- "$2" | base64
printf '</script>\n<script type="module">\n'
for module in $modules; do
    sed '/^import /d; s/^export //' "$viewer/$module.mjs"
done
printf '</script>\n</body>\n</html>\n'
