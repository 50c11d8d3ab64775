#!/bin/sh
# chart.sh PROGRAM [OPTION...]: the program, told --chart FILE.svg, passes and draws lines. Where
# gnuplot is not installed it says so, and cannot run (77).
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$@" --chart "$folder/chart.svg"
code=$?
[ "$code" -eq 0 ] || exit "$code"
# gnuplot_plot_1 is the first series; a <path> the axes have as well.
for element in '<svg' '<path' 'id="gnuplot_plot_1"'; do
    if ! grep -q "$element" "$folder/chart.svg"; then
        echo "there is no $element in the chart"
        exit 1
    fi
done
