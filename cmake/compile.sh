#!/bin/sh
# compile.sh REWRITER COMPILER_ID COMPILER ARGUMENT...: compiles the file that is the last argument. What the
# compiler has to say of a rewritten one is said of the reader's text, by `REWRITER --explain`, and kept
# in FILE.warnings: what compiles nothing anew can say it again.
rewriter=$1 id=$2
shift 2
for file; do :; done
[ -f "$file.columns" ] || exec "$@"
case $id in
GNU) set -- "$@" -fdiagnostics-plain-output -fdiagnostics-column-unit=byte ;;
*) set -- "$@" -fno-caret-diagnostics -fno-color-diagnostics ;;
esac
LANGUAGE='' LC_ALL=C.UTF-8 "$@" 2>"$file.messages"
code=$?
rm -f "$file.warnings"
if [ -s "$file.messages" ]; then
    "$rewriter" --explain --columns "$file.columns" <"$file.messages" 2>&1 | tee "$file.warnings" >&2
fi
rm -f "$file.messages"
exit $code
