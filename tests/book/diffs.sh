#!/bin/sh
# Changes that are data are made and taken back exactly, or not at all, whichever awk there is.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"
# shellcheck source=/dev/null
. "$ROOT/book.d/diffs.sh"
diff=$SCRATCH/a.diff before=$SCRATCH/before after=$SCRATCH/after
: >"$OUT"
: >"$ERR"

# makes BEFORE DIFF AFTER: of a file of the text BEFORE the diff makes AFTER, and -R makes BEFORE again; no other file
# is left. Texts are formats of printf.
makes() {
    set_up "$@"
    # shellcheck disable=SC2059 # formats
    printf "$3" >"$after"
    apply_diff "$diff" "$before" made || wrong 'it is not made'
    cmp made "$after" || wrong 'another text is made'
    apply_diff "$diff" "$after" unmade -R || wrong 'it is not taken back'
    cmp unmade "$before" || wrong 'taken back, it is another text'
    rm -f made unmade
}
# refuses BEFORE DIFF WHY [-R]: nothing is made, and it says why.
refuses() {
    set_up "$@"
    ! why=$(apply_diff "$diff" "$before" made ${4+"$4"}) || wrong 'it is made'
    [ "$why" = "$3" ] || wrong "it says: $why"
    [ ! -e made ] || wrong 'it leaves a file'
}
set_up() {
    # shellcheck disable=SC2034 # for wrong
    DID="$awk: $*"
    # shellcheck disable=SC2059 # formats
    printf "$1" >"$before"
    # shellcheck disable=SC2059
    printf 'title: words\n@@ none\n--- a/f\n+++ b/f\n'"$2" >"$diff"
}

OUT_OF='@@ -2,3 +2,2 @@\n b\n-c\n d\n'
TWO='@@ -1,2 +1,3 @@\n a\n+new\n b\n@@ -5,3 +6,2 @@ where\n e\n-f\n g\n'
NOT_THERE='its lines do not stand there'
mkdir bin
for awk in mawk gawk 'gawk --posix' original-awk 'busybox awk' awk; do
    path=$(command -v "${awk%% *}") || continue
    case $awk in *' '*) path="$path ${awk#* }" ;; esac
    echo "exec $path \"\$@\"" | fake_tool bin/awk
    PATH=$SCRATCH/bin:$PATH

    makes 'a\nb\nc\nd\ne\n' "$OUT_OF" 'a\nb\nd\ne\n'
    makes 'a\nb\ne\ng\ne\nf\ng\n' "$TWO" 'a\nnew\nb\ne\ng\ne\ng\n'
    # Lines with all that a pattern, a format or an assignment could take for its own.
    makes 'a = "\\\\n%%d" /* [x]+ */\n\n\tb\t\n' '@@ -1,3 +1,3 @@\n a = "\\\\n%%d" /* [x]+ */\n \n-\tb\t\n+--- c &\\\\1\n' \
        'a = "\\\\n%%d" /* [x]+ */\n\n--- c &\\\\1\n'
    # A line of the diff that was a single space before an editor took it off.
    makes 'a\n\nb\n' '@@ -1,3 +1,2 @@\n a\n\n-b\n' 'a\n\n'
    # Begun and ended by a change, and all of a file.
    makes 'b\nc\n' '@@ -1,2 +1,4 @@\n+a\n b\n c\n+d\n' 'a\nb\nc\nd\n'
    makes '' '@@ -0,0 +1,2 @@\n+a\n+b\n' 'a\nb\n'
    makes 'a\nb\n' '@@ -1 +1 @@\n-a\n+x\n' 'x\nb\n'

    # Further down, further up, and the second one by another distance than the first.
    makes '1\n2\na\nb\nc\nd\n' "$OUT_OF" '1\n2\na\nb\nd\n'
    makes 'b\nc\nd\n' "$OUT_OF" 'b\nd\n'
    makes '1\na\nb\n2\n3\n4\n5\ne\nf\ng\n' "$TWO" '1\na\nnew\nb\n2\n3\n4\n5\ne\ng\n'
    # Where they stand more than once: at the place that it says, or of none.
    makes 'a\nb\nc\nd\nb\nc\nd\n' "$OUT_OF" 'a\nb\nd\nb\nc\nd\n'
    refuses '1\na\nb\nc\nd\nb\nc\nd\n' "$OUT_OF" 'its lines stand there more than once: at lines 3, 6'
    # The second one never above the first, nor within it.
    refuses 'e\nf\ng\na\nb\n' "$TWO" "$NOT_THERE"
    refuses 'b\nc\nb\nd\n' '@@ -1,3 +1,3 @@\n b\n c\n-b\n+x\n@@ -3,2 +3,2 @@\n b\n-d\n+y\n' "$NOT_THERE"

    # Other lines than it expects: nothing, not even the first of two changes.
    refuses 'a\nb\nC\nd\n' "$OUT_OF" "$NOT_THERE"
    refuses 'a\nb\nc \nd\n' "$OUT_OF" "$NOT_THERE"
    refuses 'a\nb\nc\n' "$OUT_OF" "$NOT_THERE"
    refuses 'a\nb\n3\n4\n5\n6\n7\n' "$TWO" "$NOT_THERE"
    refuses '' "$OUT_OF" "$NOT_THERE"
    # Neither made twice nor taken back twice.
    refuses 'a\nb\nd\ne\n' "$OUT_OF" "$NOT_THERE"
    refuses 'a\nb\nc\nd\ne\n' "$OUT_OF" "$NOT_THERE" -R

    # No newline at the end: of what is left alone, of what is changed; and one that comes or goes.
    makes 'a\nb\nc\nd\ne' "$OUT_OF" 'a\nb\nd\ne'
    makes 'a\nb' '@@ -1,2 +1,2 @@\n a\n-b\n\\\\ No newline at end of file\n+c\n\\\\ No newline at end of file\n' 'a\nc'
    makes 'a\nb' '@@ -1,2 +1,3 @@\n a\n-b\n\\\\ No newline at end of file\n+b\n+c\n' 'a\nb\nc\n'
    refuses 'a\nb\nc\nd' "$OUT_OF" "$NOT_THERE"
    # Lines that end as those of Windows do still do so.
    makes 'a\r\nb\r\nc\r\nd\r\n' "$OUT_OF" 'a\r\nb\r\nd\r\n'
    makes 'a\r\nb\r\ne\r\ng\r\ne\r\nf\r\ng\r\n' "$TWO" 'a\r\nnew\r\nb\r\ne\r\ng\r\ne\r\ng\r\n'
    makes 'a\nb\nc\nd\n' '@@ -2,3 +2,2 @@\r\n b\r\n-c\r\n d\r\n' 'a\nb\nd\n'

    # No diff, or not all of one.
    refuses 'a\n' '' 'it is no whole diff'
    refuses 'a\nb\nc\nd\n' '@@ -2,3 +2,2 @@\n b\n-c\n' 'it is no whole diff'
    refuses 'a\nb\nc\nd\n' '@@ -2,3 +2,2 @@\n b\n-c\n@@ -9 +8 @@\n-x\n' 'it is no whole diff'
    PATH=${PATH#*:}
done
rm "$before"
[ "$(apply_diff "$diff" "$before" made)" = 'there is no such file' ] || wrong 'of a file that is not there it says something else'
finish
