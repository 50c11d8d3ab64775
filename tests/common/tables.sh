#!/bin/sh
# tables.sh PROGRAM: what table.h and chart.h promise, through tests/common/tables.cu: the file is
# right, or there is none, and nothing else is left in the folder.
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0 output='' code=0

bad() { failed=1 && printf '%s\n--- it printed, with exit code %s:\n%s\n' "$1" "$code" "$output"; }
run() { output=$("$program" "$@" 2>&1) && code=0 || code=$?; }
# expect CODE TEXT WHAT
expect() {
    [ "$code" -eq "$1" ] || bad "$3: exit code $code instead of $1"
    case $output in *"$2"*) ;; *) bad "$3: no '$2'" ;; esac
}
# left FILES: the folder holds these and no other.
left() {
    names=$(find . -mindepth 1 -maxdepth 1 | sed 's|^\./||' | LC_ALL=C sort | tr '\n' ' ')
    [ "$names" = "$1" ] || bad "in the folder: $names, expected: $1"
}

cat >expected <<'TEXT'
n,name,value
1,plain,0.10000000000000001
2,"comma, and ""quotes""",0.33333333333333331
3,from C,1.0000000000000001e+300
TEXT
run && left 'expected ' && expect 0 PASSED 'without options'
run --csv table.csv
expect 0 'wrote table.csv' 'a table'
cmp -s table.csv expected || bad "the table is wrong: $(cat table.csv)"
[ "$(stat -c %a table.csv)" = "$(stat -c %a expected)" ] || bad 'a table has other permissions'
left 'expected table.csv '

# Whole or not at all: what was there before stays.
echo old >table.csv
run --csv table.csv --mode 1
expect 1 'option --csv: a row has 2 cells where the header has 3: 3,too few' 'a cell too few'
run --csv table.csv --mode 3 && expect 1 cudaErrorInvalidValue 'an early end'
[ "$(cat table.csv)" = old ] || bad 'the old table is gone'
left 'expected table.csv '
mkdir folder
ln -s folder/real.csv link.csv
echo old >folder/real.csv
run --csv link.csv
if ! [ -L link.csv ] || ! cmp -s folder/real.csv expected; then
    bad 'a symbolic link is not followed'
fi
rm -r link.csv folder table.csv

for option in csv chart; do
    for path in missing/table.svg . ./ /proc/table.svg; do
        case $option$path in chart. | chart./) continue ;; esac
        run --$option "$path"
        expect 2 "option --$option: cannot write '$path': " "--$option $path"
    done
done
run --csv ''
expect 2 "option --csv: cannot write '': No such file" 'no name'
run --csv /dev/stdout
expect 0 '3,from C,1.0000000000000001e+300' '/dev/stdout, a pipe'
"$program" --csv /dev/stdout >out
{ cat expected && echo 'PASSED: done'; } | cmp -s - out || bad "/dev/stdout, a file: $(cat out)"
rm out
run --csv /dev/full
expect 1 "option --csv: cannot write '/dev/full': No space left on device" 'a full disk'
(ulimit -f 0 && exec "$program" --csv table.csv) >/dev/null 2>&1 && bad 'a file that may not grow'
left 'expected '
for path in chart.jpg chart folder.svg/chart; do
    run --chart "$path"
    expect 2 "has an unknown extension" "--chart $path"
done

# Without gnuplot; a folder without it is all of PATH.
mkdir bin
output=$(PATH=$folder/bin "$program" --chart chart.svg --csv table.csv 2>&1) && code=0 || code=$?
expect 77 'drawn by gnuplot, which is not installed (package gnuplot-nox' 'no gnuplot'
# One that fails, before it has read everything and after, and one that draws nothing.
left 'bin expected '
for script in 'echo reason >&2; exit 3' 'cat >/dev/null; echo half; echo reason >&2; exit 1'; do
    printf '#!/bin/sh\n%s\n' "$script" >bin/gnuplot
    chmod +x bin/gnuplot
    output=$(PATH=$folder/bin:$PATH "$program" --chart chart.svg 2>&1) && code=0 || code=$?
    expect 1 'option --chart: gnuplot failed' "gnuplot: $script"
    expect 1 reason "gnuplot's message: $script"
    left 'bin expected '
done
printf '#!/bin/sh\ncat >/dev/null\n' >bin/gnuplot
output=$(PATH=$folder/bin:$PATH "$program" --chart chart.svg 2>&1) && code=0 || code=$?
expect 1 'option --chart: gnuplot drew nothing' 'gnuplot draws nothing'
left 'bin expected '
rm -r bin

if command -v gnuplot >/dev/null; then
    run --chart "it's.svg" --csv table.csv
    expect 0 "wrote it's.svg" 'a chart as SVG'
    grep -q '</svg>' "it's.svg" || bad 'not a whole SVG file'
    # shellcheck disable=SC2016 # that these expand nowhere is the point
    for text in 'The author' '`date` $HOME of one line' "it's one" 'from C'; do
        sed 's/&quot;/"/g; s/&apos;/'"'"'/g; s/&#39;/'"'"'/g' "it's.svg" | grep -qF "$text" || bad "no '$text' in the SVG file"
    done
    case $output in *warning*) bad 'gnuplot warns' ;; esac
    for text in 'Another panel' alone '1000'; do
        grep -q "<text>.*$text</" "it's.svg" || bad "no '$text' in the chart"
    done
    grep -q 'without a point' "it's.svg" && bad 'a series without a point is named'
    # On a dark page it has its own white, and the roles have their colours.
    grep -q '<rect x="0" y="0" width="800" .*fill="#ffffff"' "it's.svg" || bad 'the background is not opaque'
    for colour in '213,  94,   0' '  0, 114, 178' '102, 102, 102'; do
        grep -qF "rgb($colour)" "it's.svg" || bad "no line has the colour $colour"
    done
    # Two lines that end in the same point: their names are a line of text apart.
    awk '
        /translate/ { split($0, part, /[(,)]/) }
        /it.*s one<|ends there too</ { height[++count] = part[3] }
        END { apart = height[1] - height[2]; exit !(count == 2 && (apart > 17 || apart < -17)) }
    ' "it's.svg" || bad 'names are written over one another'
    # Whatever is closed, it ends, and the file is whole or not there.
    timeout 60 "$program" --chart closed.svg <&- >/dev/null 2>&1 || bad 'no standard input'
    grep -q '</svg>' closed.svg || bad 'no standard input: not a whole SVG file'
    timeout 60 "$program" --chart closed.svg --csv closed.csv <&- >&- 2>&-
    [ $? -eq 1 ] || bad 'nothing open: what could not be printed is not noticed'
    head -c 5 closed.svg | grep -qF '<?xml' || bad 'nothing open: something else is in the SVG file'
    cmp -s closed.csv expected || bad 'nothing open: something else is in the table'
    rm closed.svg closed.csv
    run --chart chart.PNG
    expect 0 'wrote chart.PNG' 'a chart as PNG'
    [ "$(head -c 4 chart.PNG | tail -c 3)" = PNG ] || bad 'not a PNG file'
    run --chart chart.svg --mode 2
    expect 1 'option --chart: there is no point to draw' 'no points'
    run --chart bars.svg --mode 4
    expect 0 'wrote bars.svg' 'bars'
    for text in odd even one three 'hardly any, own scale'; do
        grep -q "<text>.*$text</" bars.svg || bad "no '$text' in the chart of bars"
    done
    [ "$(grep -c "<polygon fill = " bars.svg)" -ge 4 ] || bad 'no bars'
    run --chart spans.svg --mode 5
    expect 0 'wrote spans.svg' 'spans'
    for text in above below 'in two parts' meanwhile 'at last'; do
        grep -q "<text>.*$text</" spans.svg || bad "no '$text' in the chart of spans"
    done
    grep -q never spans.svg && bad 'a series without a span is named'
    # Their left and right ends: of the first row, of the second, of the panel below.
    ends=$(sed -n "s/^.*<polygon fill = .* points = '\([0-9.]*\),[0-9.]* [0-9.]*,[0-9.]* \([0-9.]*\),.*/\1 \2/p" spans.svg)
    printf '%s\n' "$ends" | awk '
        function near(a, b) { return a - b < 0.1 && b - a < 0.1 }
        { from[NR] = $1; to[NR] = $2 }
        END {
            one = to[1] - from[1]
            exit !(NR == 4 && one > 20 && near(from[2], to[1] + one) && near(to[2], to[1] + 3 * one) &&
                near(from[3], to[1]) && near(to[3], from[2]) && near(from[4], to[1] + 2 * one) && near(to[4], to[2]))
        }' || bad "spans do not lie where they should: $ends"
    left "bars.svg chart.PNG expected it's.svg spans.svg table.csv "
else
    echo 'no gnuplot here: no chart was drawn'
    [ $failed -eq 1 ] || failed=77
fi
exit $failed
