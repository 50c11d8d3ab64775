#!/bin/sh
# command.sh CHECKOUT BUILD: `./book practice` from the list to a right answer, and what it says to those who call it
# wrongly. In a checkout that may be changed.
# shellcheck source=/dev/null
. "$(dirname "$0")/../book/lib.sh"
BOOK_BUILD_DIR=$2
export BOOK_BUILD_DIR
book() { "$BOOK" "$@"; }
rm -f "$BOOK_BUILD_DIR/book/practised"
trap 'rm -rf "$SCRATCH" "$ROOT/practice/77_new"' EXIT

# The list, and a task of it: its file comes to where the reader is, and is never written over.
runs 0 book practice
out '^        *01_double  *each element becomes|^        *01_double  *double each element$'
runs 0 book practice double
out '^# 01\. Double each element$'
out 'book practice check 01_double.cu$'
cmp -s 01_double.cu "$ROOT/practice/01_double/start.cu" || wrong 'start.cu is not there'
echo '// mine' >>01_double.cu
runs 0 book practice 1
err '01_double.cu is there already, and stays as it is'
tail -n 1 01_double.cu | grep -qx '// mine' || wrong 'it was written over'
runs 0 book practice
out '^  begun  01_double '

# Hints.
runs 0 book practice hint double
out '^.hint 1 of 4; the next: ./book practice hint 01_double 2.$'
runs 0 book practice hint 01 4
! grep -q '^(hint' "$OUT" || wrong 'there is no hint after the last'
runs 2 book practice hint 01 5
err "practice hint: '5' is no number of a hint; 01_double has 1 to 4"

# Answers. The first time takes long, and says so.
rm -f "$BOOK_BUILD_DIR/practice/libpractice_judge.a"
runs 1 book practice check 01_double.cu
err '^book: if you need a hint: ./book practice hint 01_double$'
err '^book: building what the judge needs [(]the first time takes a minute or two[)]$'
out '^NOT YET: wrong for n = 1: '
cp "$ROOT/practice/01_double/reference.cu" 01_double.cu
runs 0 book practice check 01_double.cu
out '^RIGHT: '
err '^book: others have solved it so: practice/01_double/right; the next task: ./book practice 02_reverse$'
no_err 'first time'
cp "$OUT" first
runs 0 book practice check 01_double.cu
cmp -s first "$OUT" || wrong 'it says something else the second time'
if unshare -n true 2>/dev/null; then # with no network, where this may be tried
    no_network() { unshare -n "$BOOK" "$@"; }
    runs 0 no_network practice check 01_double.cu
    cmp -s first "$OUT" || wrong 'it says something else without a network'
fi
runs 0 book practice
out '^  right  01_double +double each element$'
sed 's/solve/answer/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^REFUSED: other.cu: there is no function solve\(\) in it'
sed 's/float \*dev_x, int n) {$/float *dev_x, long n) {/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^NOT YET: it cannot be built: solve\(float\*, int\) is used, and no file defines it$'
echo 'int' >>other.cu
runs 1 book practice check other.cu
out '^    other.cu:[0-9]+:'
out '^NOT YET: it cannot be built: other.cu:[0-9]+:[0-9]+: '
sed 's/i < n/i <= n/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^NOT YET: memory out of bounds in kernel twice [(]other.cu:[0-9]*[)]$'
out '^    ./book see other.cu shows step by step'

# What is wrong with no elements does not hide what is wrong with some.
sed 's/^    if (n > 0)$//; s/i < n/i <= n/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^    n = 0  *WRONG: a call of solve[(][)] fails'
out '^    n = 1  *right, but memory out of bounds'
out '^        other.cu:[0-9]*: thread 1 of block [(]0,0,0[)] reads 4 bytes: 0 bytes after the end'
out '^NOT YET: memory out of bounds in kernel twice [(]other.cu:[0-9]*[)]$'
# HANDLE_LAUNCH in solve() ends the program, which says why; and so does a block that is too large.
sed 's/^void solve.*{$/&\n    twice<<<1, 4096>>>(dev_x, n);\n    HANDLE_LAUNCH("twice");/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^    n = 1  *WRONG: it ends the program: other.cu:[0-9]*: launch of kernel twice: cudaErrorInvalidValue'
out '^    look at: a launch, or another call, is refused for all sizes above 0'
# An endless loop takes seconds once, and not for each size.
sed 's/^    if (i < n)$/    while (n > 0)\n        ;\n&/' 01_double.cu >other.cu
runs 1 book practice check other.cu
[ "$(grep -c '^    n = ' "$OUT")" -eq 2 ] || wrong 'it tries on after a loop without end'
runs 1 book practice check "$ROOT/practice/01_double/wrong/no_guard.cu" # which has no main() that could be looked at
! grep -q 'book see' "$OUT" || wrong 'what has no main() is to be seen'
# What stands for the name of a task.
sed '1s/01_double/01_dubble/' 01_double.cu >named.cu
runs 2 book practice check named.cu
err "named.cu: '01_dubble' is no task; tasks are 01_double to [3-9][0-9]_[a-z]* [(]./book practice lists them[)]$"
{ printf '\357\273\277'; cat 01_double.cu; } >mark.cu
runs 0 book practice check mark.cu
sed 1d 01_double.cu >named.cu
runs 2 book practice check named.cu
err 'named.cu: the first line names no task, as // 01_double: does; --task TASK says which it is'
runs 0 book practice check --task double named.cu
runs 0 book practice check --task="$ROOT/practice/01_double" named.cu

# An answer elsewhere is no work of the reader's.
runs 0 book practice check "$ROOT/practice/02_reverse/reference.cu"
runs 0 book practice
out '^  right  02_reverse .* [(]practice/02_reverse/reference.cu[)]$'
cp "$ROOT/practice/02_reverse/start.cu" 02_reverse.cu
runs 0 book practice
out '^  begun  02_reverse [^(]*$'

# A main() may call what it likes.
{ sed '/^int main/,$d' 01_double.cu && printf '#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n#include <assert.h>\n' &&
    printf 'int main() { void *m = malloc(1); memset(m, 0, 1); assert(m); free(m); return time(NULL) == getenv("A")[0]; }\n'
} >other.cu
runs 0 book practice check other.cu
sed 's/^void solve.*{$/&\n    if (getenv("A")) return;/' other.cu >calls.cu
runs 1 book practice check calls.cu
out '^REFUSED: calls.cu:[0-9]*: getenv is nothing that an answer needs'

sed 's/^#include .*/&\n#include <string>/' 01_double.cu >calls.cu
runs 1 book practice check calls.cu
out '^REFUSED: calls.cu:3: an answer includes nothing but'

# What the page shows is what is said.
call=$(sed -n 's/^[$] [.]\/book practice check //p' "$ROOT/practice/README.md")
sed -n '/^[$] [.]\/book practice check /,/^```/p' "$ROOT/practice/README.md" | sed '1d; $d' >shown
(cd "$ROOT" && ./book practice check "$call" 2>/dev/null) >said
cmp -s shown said || { diff shown said; wrong 'practice/README.md shows something else'; }
[ -s shown ] || wrong 'practice/README.md shows nothing'

# A new one works as it is.
runs 0 book practice new 77_new
runs 0 book practice check --task 77_new "$ROOT/practice/77_new/reference.cu"
runs 0 book practice grade --task 77_new "$ROOT/practice/77_new/wrong"
out '^0 of [1-9][0-9]* are right$'
out '^NOT YET  *no_guard.cu  *77_new: memory out of bounds'
runs 2 book practice new 77_new
err 'is there already'
runs 0 book practice new "$SCRATCH/elsewhere/mine"
runs 0 book practice check --task "$SCRATCH/elsewhere/mine" "$SCRATCH/elsewhere/mine/reference.cu"

# A link holds all of it, also what JSON writes in another way.
printf 'a \\ and a "quote",\tand a tab\n' >>"$SCRATCH/elsewhere/mine/hints.md"
runs 0 book practice link --site https://host/cuda "$SCRATCH/elsewhere/mine"
out '^https://host/cuda/practice/own.html#task=[A-Za-z0-9_-]*$'
if command -v python3 >/dev/null; then
    python3 - "$OUT" "$SCRATCH/elsewhere/mine" <<'PYTHON' || wrong 'the link does not hold the task'
import base64, gzip, json, sys
word = open(sys.argv[1]).read().split("#task=")[1].strip()
task = json.loads(gzip.decompress(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4))))
assert task["name"] == "mine" and task["allowed"] == ""
for part, file in {"question": "README.md", "hints": "hints.md", "source": "start.cu", "task": "task.cpp"}.items():
    assert task[part] == open(sys.argv[2] + "/" + file).read(), part
PYTHON
fi
runs 0 book practice link 01
out '^http://127.0.0.1:8000/practice/own.html#task='

# Wrong calls.
mkdir nothing
while IFS='|' read -r call said; do
    # shellcheck disable=SC2086 # words
    runs 2 book practice $call
    err "$said"
done <<'CALLS'
nowhere|there is no task 'nowhere'; ./book practice lists them
o|'o' is a part of more than one task's name:
double dot|practice takes one task, not 'dot' as well
--quick|practice has no option '--quick'; it takes
hint|practice hint takes a task
hint 1 x|practice hint: 'x' is no number of a hint
hint 1 0|practice hint: '0' is no number of a hint
hint 1 2 3|practice hint takes a task and a number, not '3' as well
check|practice check takes a .cu file
check none.cu|practice check: there is no file 'none.cu'
check first|practice check: 'first' is not a .cu file
check 01_double.cu other.cu|practice check takes one .cu file, not 'other.cu' as well
check --quick 01_double.cu|practice check has no option '--quick'; it takes
check --task|--task needs a value
check --task none 01_double.cu|there is no task 'none'
grade|practice grade takes a folder of .cu files
grade none|practice grade: 'none' is not a folder
grade nothing|practice grade: there is no .cu file in 'nothing'
grade . .|practice grade takes one folder, not '.' as well
grade --csv --junit .|practice grade takes one of --csv, --json and --junit, not --junit as well as --csv
grade --xml .|practice grade has no option '--xml'; it takes
link|practice link takes a task, or the folder of one
link none|there is no task 'none'
link 01 02|practice link takes one task, not '02' as well
link --site ftp://x 01|'ftp://x' is no address of a site
link --quick 01|practice link has no option '--quick'; it takes
new|practice new takes a name
new double|practice new: 'double' is not accepted; a number, _ and a word are
new 77-x_y|practice new: '77-x_y' is not accepted as a name
CALLS
finish
