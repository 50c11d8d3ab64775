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

# Answers.
runs 1 book practice check 01_double.cu
out '^NOT YET: wrong for n = 1: '
cp "$ROOT/practice/01_double/reference.cu" 01_double.cu
runs 0 book practice check 01_double.cu
out '^RIGHT: '
cp "$OUT" first
runs 0 book practice check 01_double.cu
cmp -s first "$OUT" || wrong 'it says something else the second time'
runs 0 book practice
out '^  right  01_double '
sed 's/solve/answer/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^REFUSED: other.cu: there is no function solve\(\) in it'
sed 's/float \*dev_x, int n) {$/float *dev_x, long n) {/' 01_double.cu >other.cu
runs 1 book practice check other.cu
out '^NOT YET: it cannot be built'
echo 'int' >>other.cu
runs 1 book practice check other.cu
out '^    other.cu:[0-9]+:'
# What stands for the name of a task.
sed 's/^\/\/ 01_double/\/\/ mine/' 01_double.cu >named.cu
runs 2 book practice check named.cu
err 'named.cu: the first line names no task, as // 01_double: does; --task TASK says which it is'
runs 0 book practice check --task double named.cu
runs 0 book practice check --task="$ROOT/practice/01_double" named.cu

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
runs 2 book practice new 77_new
err 'is there already'
runs 0 book practice new "$SCRATCH/elsewhere/mine"
runs 0 book practice check --task "$SCRATCH/elsewhere/mine" "$SCRATCH/elsewhere/mine/reference.cu"

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
grade --xml .|practice grade has no option '--xml'; it takes
new|practice new takes a name
new double|practice new: 'double' is not accepted; a number, _ and a word are
new 77-x_y|practice new: '77-x_y' is not accepted as a name
CALLS
finish
