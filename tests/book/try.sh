#!/bin/sh
# `./book try` in a checkout with exercises of its own: a change is made and taken back, and nothing that the
# reader has written is lost.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
stand_in_tree
book() { "$TREE/book" "$@"; }
FILE=$TREE/ch5_dot/dot.cu
mkdir "$TREE/ch5_dot/exercises"
printf 'line %d\n' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 >"$FILE"
cp "$FILE" "$SCRATCH/original"

# exercise N LINE: one that takes out that line.
exercise() {
    sed "$2d" "$SCRATCH/original" >"$SCRATCH/changed"
    {
        printf 'title: Take out line %s.\n$ ./book run ch5_dot/dot\nexit: 1\n\n' "$2"
        diff -u --label a/ch5_dot/dot.cu --label b/ch5_dot/dot.cu "$SCRATCH/original" "$SCRATCH/changed"
    } >"$TREE/ch5_dot/exercises/dot-$1.diff"
}
exercise 1 5
exercise 2 15
exercise 3 6

runs 0 book try
[ "$(grep -c '^ch5_dot/dot [123]  *Take out line' "$OUT")" = 3 ] || wrong 'not every exercise is shown'
runs 0 book try dot
out '^ch5_dot/dot 2  *Take out line 15\.$'

# Made: what was changed is shown, and how it is run and taken back.
runs 0 book try ch5_dot/dot 2
out '^Take out line 15\.$'
out '^-line 15$'
out '^    \./book run ch5_dot/dot$'
out '^    \./book try --undo$'
! grep -qx 'line 15' "$FILE" || wrong 'the change was not made'
runs 0 book try
out '^ch5_dot/dot 2 .* \(is made: --undo takes it back\)$'
runs 0 book try dot 2
err 'is made already; ./book try --undo ch5_dot/dot 2 takes it back'
runs 0 book try --undo
out '^taken back: ch5_dot/dot 2: Take out line 15\.$'
cmp -s "$FILE" "$SCRATCH/original" || wrong 'taken back, the file is another one than before'
runs 1 book try --undo
err 'no exercise is made'

# What the reader changes elsewhere stays, before, between and behind.
sed 's/line 1$/line one/; s/line 20/line twenty/; 10i\
the reader'\''s own' "$SCRATCH/original" >"$FILE"
cp "$FILE" "$SCRATCH/edited"
chmod 640 "$FILE"
runs 0 book try dot 1
runs 0 book try dot 2
sed -i 's/line twenty/line XX/' "$FILE"
runs 0 book try --undo
[ "$(grep -c 'taken back' "$OUT")" = 2 ] || wrong 'not both were taken back'
sed 's/line twenty/line XX/' "$SCRATCH/edited" | cmp -s - "$FILE" || wrong 'an edit of the reader was lost'
[ "$(stat -c %a "$FILE")" = 640 ] || wrong 'the file has other rights than before'
# One of two.
runs 0 book try dot 1
runs 0 book try dot 2
runs 0 book try --undo dot 2
runs 0 book try
out 'dot 1 .*is made'
no_out 'dot 2 .*is made'
runs 0 book try --undo dot

# The latest first: there may be one that is made of what another has left.
cp "$SCRATCH/original" "$FILE"
sed 5d "$SCRATCH/original" >"$SCRATCH/one"
sed 5,6d "$SCRATCH/original" >"$SCRATCH/two"
{
    echo 'title: Take out the next line, too.'
    diff -u --label a/ch5_dot/dot.cu --label b/ch5_dot/dot.cu "$SCRATCH/one" "$SCRATCH/two"
} >"$TREE/ch5_dot/exercises/dot-4.diff"
runs 0 book try dot 1
runs 0 book try dot 4
runs 0 book try --undo
[ "$(cut -d : -f 2 "$OUT" | tr -d '\n')" = ' ch5_dot/dot 4 ch5_dot/dot 1' ] || wrong 'the latest is not taken back first'
cmp -s "$FILE" "$SCRATCH/original" || wrong 'taken back, the file is another one than before'
rm "$TREE/ch5_dot/exercises/dot-4.diff"

# What the reader has made by hand is theirs, though it be an exercise word for word: only by its number is it taken back.
sed 15d "$SCRATCH/original" >"$FILE"
cp "$FILE" "$SCRATCH/edited"
runs 0 book try
out 'dot 2 .* \(is made: --undo ch5_dot/dot 2 takes it back\)$'
for given in '' dot; do
    # shellcheck disable=SC2086 # perhaps none
    runs 1 book try --undo $given
    err '^book: in the files as if made by hand: ch5_dot/dot 2; ./book try --undo PROGRAM N takes one back$'
done
runs 0 book try dot 1
runs 0 book try --undo
no_out 'dot 2'
cmp -s "$FILE" "$SCRATCH/edited" || wrong 'an edit of the reader was lost'
runs 0 book try --undo dot 2
cmp -s "$FILE" "$SCRATCH/original" || wrong 'it was not taken back'
# So is one that was made, taken back by hand, and then made by hand.
runs 0 book try dot 2
cp "$SCRATCH/original" "$FILE"
runs 1 book try --undo
err '^book: no exercise is made'
cp "$SCRATCH/edited" "$FILE"
runs 1 book try --undo
cmp -s "$FILE" "$SCRATCH/edited" || wrong 'an edit of the reader was lost'
# Where the build is gone, nobody knows whose it was.
cp "$SCRATCH/original" "$FILE"
runs 0 book try dot 2
rm -r "$TREE/build"
runs 1 book try --undo
err 'made by hand: ch5_dot/dot 2;'
runs 0 book try --undo dot 2
cmp -s "$FILE" "$SCRATCH/original" || wrong 'it was not taken back'

# Where its lines have changed nothing is, and that is said.
cp "$SCRATCH/original" "$FILE"
runs 0 book try dot 1
cp "$FILE" "$SCRATCH/edited"
runs 1 book try dot 3
err 'exercise ch5_dot/dot 3 cannot be made, and nothing was changed: ch5_dot/exercises/dot-3.diff changes ch5_dot/dot.cu, and its lines do not stand there$'
cmp -s "$FILE" "$SCRATCH/edited" || wrong 'something was changed'
sed -i 's/line 6/mine/' "$FILE"
cp "$FILE" "$SCRATCH/edited"
runs 1 book try --undo
err 'no exercise is made \(one whose lines were edited afterwards is taken back by hand'
cmp -s "$FILE" "$SCRATCH/edited" || wrong 'something was changed'
[ "$(find "$TREE/ch5_dot" -type f | wc -l)" = 4 ] || wrong 'something is left behind'

for mistake in 'dot 4' 'dot 0' 'dot x' 'dot 01' 'add_one' 'add_one 1' 'dot 1 2' '--all' 'nothing'; do
    # shellcheck disable=SC2086 # words
    runs 2 book try $mistake
    silent
done
runs 2 book try dot 4
err "ch5_dot/dot has no exercise '4'; it has 1 to 3"
runs 2 book try add_one
err 'ch5_sum/add_one has no exercises; these have: ch5_dot/dot'
cp "$FILE" "$SCRATCH/mine.cu"
runs 2 book try "$SCRATCH/mine.cu" 1
err 'is a file of your own'
# It needs what every system has, and nothing to be installed.
cp "$SCRATCH/original" "$FILE"
bare_path awk cp grep mktemp mv sed wc
runs 0 env PATH="$BARE" "$TREE/book" try dot 1
runs 0 env PATH="$BARE" "$TREE/book" try --undo dot
cmp -s "$FILE" "$SCRATCH/original" || wrong 'taken back, the file is another one than before'
finish
