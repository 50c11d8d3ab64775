#!/bin/sh
# compile.sh REWRITER COMPILER_ID COMPILER ARGUMENT...: compiles the file that is the last argument. What the
# compiler has to say of a rewritten one is said of the reader's text, by `REWRITER --explain`. If that was anything,
# FILE.warned stands beside the rewritten file.
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
rm -f "$file.warned"
[ ! -s "$file.messages" ] || "$rewriter" --explain --columns "$file.columns" <"$file.messages" | tee "$file.warned"
rm -f "$file.messages"
exit $code
