#!/bin/sh
# chart.sh PROGRAM [OPTION...]: the program, told --chart FILE.svg, passes and draws in the style of all
# charts. Where gnuplot is not installed it says so, and cannot run (77).
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
chart=$folder/chart.svg
"$@" --chart "$chart"
code=$?
[ "$code" -eq 0 ] || exit "$code"
# gnuplot_plot_1a is the first series of the first panel; a <path> the axes have as well.
for element in '<svg' '<rect x="0" y="0" width="800" .*fill="#ffffff"' '<path' 'id="gnuplot_plot_1a\{0,1\}"'; do
    if ! grep -q "$element" "$chart"; then
        echo "there is no $element in the chart"
        exit 1
    fi
done
# Black and grey, the colours of the roles, axes and their lines.
others=$(grep -o 'rgb([^)]*)' "$chart" | tr -d ' ' | sort -u | grep -vxF 'rgb(0,0,0)
rgb(102,102,102)
rgb(213,94,0)
rgb(86,180,233)
rgb(0,114,178)
rgb(204,121,167)
rgb(68,68,68)
rgb(221,221,221)')
if [ -n "$others" ]; then
    echo "in the chart there are other colours than those of common/chart_layout.h:" "$others"
    exit 1
fi
