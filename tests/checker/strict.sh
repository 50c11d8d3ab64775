#!/bin/sh
# strict.sh PROGRAM: results that nobody looks at (case "unused" of warnings.cu) are one line, and with
# --strict a list; neither changes the exit code. The report for tools has them as a warning each time. Who has called
# ./book check is told of --strict.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
wrong() {
    echo "$1"
    cat "$work/report" "$work/json"
    failed=1
}
for strict in 0 1; do
    BOOK_PROGRAM=mine.cu CUDA_CHECKER_STRICT=$strict CUDA_CHECKER_JSON=$work/json "$1" unused wrong >"$work/report" 2>&1 </dev/null ||
        wrong "exit code $?"
    said=$(grep -c 'returns goes nowhere$' "$work/report")
    counted=$(grep -c '^CUDA checker: 1 result that nobody looks at, .*; ./book check --strict mine.cu names it$' "$work/report")
    [ "$said $counted" = "$strict $((1 - strict))" ] || wrong "strict $strict: listed $said, counted $counted"
    grep -q '"kind": "unused-result", "severity": "warning", "count": 1,' "$work/json" ||
        wrong 'no warning for tools'
done
"$1" unused wrong >"$work/report" 2>&1 </dev/null
grep -q '^CUDA checker: 1 result that nobody looks at, so that errors would go unseen$' "$work/report" ||
    wrong 'without ./book check: not told, or told of it'
exit $failed
