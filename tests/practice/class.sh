#!/bin/sh
# class.sh BOOK CHEATS: `./book practice grade` of a class of some forty, side by side: right, wrong, racy, hostile. Each
# gets what it deserves, whoever stands beside it; a table, CSV, JSON and JUnit say the same; twice the same.
book=$1 cheats=$2
practice=${book%/*}/practice
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
class=$scratch/class
mkdir -p "$class"
failed=0
wrong() {
    echo "$*"
    failed=1
}

# submits VERDICT NAME FILE
submits() {
    mkdir -p "$class/$2"
    cp "$3" "$class/$2/answer.cu"
    printf '%s/answer.cu,%s\n' "$2" "$1" >>"$scratch/expected"
}
for n in 1 2 3 4; do
    submits RIGHT "anna_$n" "$practice/01_double/reference.cu"
    submits RIGHT "bert_$n" "$practice/06_block_sum/reference.cu"
    submits 'NOT YET' "carl_$n" "$practice/01_double/wrong/one_block.cu"
    submits 'NOT YET' "dora_$n" "$practice/06_block_sum/wrong/no_barrier_in_loop.cu"
    submits 'NOT YET' "emil_$n" "$practice/01_double/start.cu"
    submits REFUSED "fred_$n" "$cheats/fork.cu"
    submits 'NOT YET' "gina_$n" "$cheats/exit.cu"
done
submits 'NOT YET' "hangs" "$cheats/flood.cu"
submits 'NOT YET' "loops" "$practice/03_add_loop/wrong/forever.cu"
submits 'NOT YET' "crashes" "$cheats/jumps.cu"
# shellcheck disable=SC2016 # it must not expand
for name in 'a b' 'a"b' "a'b" '$(touch hacked)' 'a&b<c>' 'a,b'; do
    submits 'NOT YET' "$name" "$practice/01_double/wrong/one_block.cu"
done
# Names over which the readers of tables stumble: bytes that are no UTF-8, and what a spreadsheet would compute.
printf '// 01_double: short\n' >"$scratch/short.cu"
submits REFUSED "$(printf 'm\374ller')" "$scratch/short.cu"
submits REFUSED 'müller' "$scratch/short.cu"
submits REFUSED '=1+1' "$scratch/short.cu"
LC_ALL=C sed -i "s/^m.ller/m?ller/; s/^=/'=/" "$scratch/expected"
# Files that are nobody's answer by their names, of which the teacher is told.
mkdir -p "$class/zoe/a" "$class/.git" && : >"$class/.git/HEAD" # a class may be a repository
for name in zoe.cu.txt zoe.CU zoe/a/b.cu; do
    cp "$scratch/short.cu" "$class/$name"
done
# Those that compilers choke on, the names of no task, and nothing at all.
printf '// 01_double: endless\ntemplate <int N> struct t { t<N + 1> next; };\nt<0> all;\n' >"$scratch/endless.cu"
submits 'NOT YET' endless "$scratch/endless.cu"
printf '// 99_none: of no task\n' >"$scratch/none.cu"
submits 'NOT YET' none "$scratch/none.cu"
: >"$scratch/empty.cu"
submits 'NOT YET' empty "$scratch/empty.cu"
printf '// 01_double: rubbish\n\001\377\376 "\n' >"$scratch/rubbish.cu"
submits REFUSED rubbish "$scratch/rubbish.cu"
LC_ALL=C sort -o "$scratch/expected" "$scratch/expected"

cd "$scratch" || exit 1
"$book" practice grade --csv "$class" >csv 2>messages || wrong "grade ended with $?: $(cat messages)"
count=$(($(wc -l <expected)))
grep -q '^book: skipped: zoe.CU, zoe.cu.txt, zoe/a/b.cu; an answer is' messages ||
    wrong "it does not say what is not judged: $(cat messages)"
for n in 10 20 30 40; do
    grep -qx "book: $n of $count are judged" messages || wrong "it does not say that $n are judged: $(cat messages)"
done
tail -n 1 messages | grep -qx "book: 8 of $count are right" || wrong "it does not end with the sum: $(cat messages)"
# The verdict is behind the name, in quotes or not, and the task.
awk 'NR > 1 {
    name = $0
    if (sub(/^"/, "", name)) { sub(/",[0-9a-z_]*,(RIGHT|NOT YET|REFUSED),.*/, "", name); gsub(/""/, "\"", name) }
    else sub(/,.*/, "", name)
    verdict = $0
    match(verdict, /,(RIGHT|NOT YET|REFUSED),/)
    print name "," substr(verdict, RSTART + 1, RLENGTH - 2)
}' csv | LC_ALL=C sort >got
diff "$scratch/expected" got || wrong 'other verdicts than these'
grep -q '^endless/answer.cu,01_double,NOT YET,.*it cannot be built: endless/answer.cu:2:' csv ||
    wrong 'the first error is not in the table'
grep -q "^none/answer.cu,,NOT YET,none/answer.cu: '99_none' is no task" csv || wrong 'the task is not named'
! grep CUDA_EMULATOR csv || wrong 'a student is told of the judge'"'"'s environment'
for place in . "$class"; do
    [ ! -e "$place/hacked" ] || wrong 'the name of a file was run'
done

# The same in other forms, of a few, and of none that takes long.
rm -rf "$class"/hangs "$class"/loops "$class"/endless "$class"/*_[234]
"$book" practice grade --csv "$class" 2>/dev/null >again
grep -v '^hangs/\|^loops/\|^endless/\|^[a-z]*_[234]/' csv | diff - again || wrong 'not the same twice'
count=$(($(wc -l <again) - 1))
"$book" practice grade "$class" 2>/dev/null | grep -q "^2 of $count are right$" || wrong 'the table has another sum'
"$book" practice grade --json "$class" 2>/dev/null >json
"$book" practice grade --junit "$class" 2>/dev/null >junit
if command -v python3 >/dev/null; then
    python3 - "$count" <<'PYTHON' || wrong 'JSON or JUnit is not what it should be'
import json, sys, xml.etree.ElementTree as tree
all = json.load(open("json"))
suite = tree.parse("junit").getroot()
assert len(all) == int(sys.argv[1]) == int(suite.get("tests")) == len(suite.findall("testcase"))
assert sum(one["verdict"] == "RIGHT" for one in all) == 2
assert int(suite.get("failures")) == len(all) - 2 == len(suite.findall("testcase/failure"))
assert [one["file"] for one in all] == [case.get("name") for case in suite.findall("testcase")]
PYTHON
fi
# A task that cannot be built is no fault of those who answer it.
cp -R "$practice/01_double" "$scratch/broken"
echo 'this is no C++' >>"$scratch/broken/task.cpp"
! "$book" practice grade --task "$scratch/broken" --junit "$class" 2>messages >junit || wrong 'a broken task is no error'
for text in "errors=\"$count\"" '<error type="NOT JUDGED" message="the task broken cannot be built'; do
    grep -q "$text" junit || wrong "of a broken task there is no $text: $(cat junit)"
done
tail -n 1 messages | grep -qx "book: 0 of $count are right, $count could not be judged" ||
    wrong "a broken task is not counted: $(cat messages)"
exit $failed
