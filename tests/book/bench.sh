#!/bin/sh
# `./book bench --draw`: the results and every chart anew from what was measured, or as they were, and no word too much.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
TREE=$SCRATCH/checkout
mkdir "$TREE" "$TREE/common" "$SCRATCH/tools" || exit 1
cp -R "$ROOT/book" "$ROOT/book.d" "$ROOT/bench" "$TREE/" && cp "$ROOT/common/chart_layout.h" "$TREE/common/" || exit 1
charts=$(find "$TREE/bench" -name '*.svg' | wc -l)
draw() { runs "$1" env -u LANG -u LC_ALL -u LC_CTYPE PATH="$SCRATCH/tools:$PATH" "$TREE/book" bench --draw; }
# drawn: all charts were, and only that was said.
drawn() {
    [ "$(cat "$ERR")" = "book: wrote bench/RESULTS.md
book: drew bench/*.svg" ] || wrong 'something else was said'
    [ "$(grep -l "$1" "$TREE"/bench/*.svg | wc -l)" = "$charts" ] || wrong 'not every chart was drawn'
}

echo 'cat >/dev/null; echo "what is it with this degree sign" >&2; echo drawn' | fake_tool "$SCRATCH/tools/gnuplot"
: >"$TREE/bench/RESULTS.md"
draw 0
drawn '^drawn$'
cmp "$ROOT/bench/RESULTS.md" "$TREE/bench/RESULTS.md" || wrong 'bench/RESULTS.md is not what bench/measured has'
echo 'cat >/dev/null; echo "why it fails" >&2; echo half; exit 1' | fake_tool "$SCRATCH/tools/gnuplot"
draw 1
err '^why it fails$'
err '^book: gnuplot failed; .*/bench/vector_add\.svg is as it was$'
[ "$(cat "$TREE/bench/vector_add.svg")" = drawn ] || wrong 'the chart is not as it was'
[ "$(find "$TREE/bench" -name '*.new')" = '' ] || wrong 'something is left behind'
# The real one, where it is.
rm "$SCRATCH/tools/gnuplot"
if command -v gnuplot >/dev/null; then
    draw 0
    drawn '</svg>'
fi
finish
