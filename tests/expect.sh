#!/bin/sh
# expect.sh CODE REGEX COMMAND [ARGUMENT...]: runs the command; fails unless its exit code is CODE
# and its output, stdout and stderr together, has a line that matches the extended REGEX, or one for each
# line of REGEX.
# A command that cannot run here (77) passes that on.
code=$1 regex=$2
shift 2
for try in 1 2 3; do
    output=$("$@" 2>&1 </dev/null)
    got=$? failed=0
    # LeakSanitizer itself dies now and then over a thread of a graphics library that is about to end (once in some
    # hundred runs, after the program has ended): it is asked again.
    case $try$output in [12]*'LeakSanitizer has encountered a fatal error'*) sleep 3 ;; *) break ;; esac
done
printf '%s\n' "$output"
if [ "$got" -eq 77 ] && [ "$code" -ne 77 ]; then
    exit 77
fi
if [ "$got" -ne "$code" ]; then
    echo "expected exit code $code, got $got"
    failed=1
fi
while IFS= read -r line; do
    if ! printf '%s\n' "$output" | grep -Eq -e "$line"; then
        echo "expected a line like: $line"
        failed=1
    fi
done <<END
$regex
END
exit "$failed"
