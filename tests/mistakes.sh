#!/bin/sh
# mistakes.sh PROGRAM SOURCE [CASE ...]: runs each case with its mistake, which the checker must name, and corrected, of
# which it must say nothing: all that the source names in its last lines, or these. In the source,
#
#   code; // here: CASE             the report must name this file and line
#   // CASE says: REGEX             and have a line that matches this extended regular expression
#   // CASE exit: 0                 only a warning: the exit code is the program's own, and else 98
#   // CASE env: NAME=VALUE         so with CUDA_CHECKER_STRICT=1, which is ./book check --strict
#
# Says which cases are not so, and what the program said. With its mistake a case runs twice, because a report must be
# the same every time; with MISTAKE_ONCE=1 once, for a program of other options, say, of which that does not depend.
program=$1 source=$2
shift 2
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # the cases are words
    set -- $("$program")
    [ $# -ne 0 ] || { echo "$program names no cases"; exit 1; }
fi
reports=$(mktemp -d) || exit 1
trap 'rm -rf "$reports"' EXIT
unset CUDA_CHECKER_STRICT

# run CASE wrong|corrected REPORT. What hangs must not keep the others from being judged.
run() {
    env ${setting:+"$setting"} timeout 60 "$program" "$1" "$2" >"$reports/$1.$3" 2>&1 </dev/null
    echo "exit code $?" >>"$reports/$1.$3"
}
for case; do
    setting=$(sed -n "s|^// $case env: ||p" "$source")
    run "$case" wrong wrong
    [ -n "${MISTAKE_ONCE-}" ] || run "$case" wrong again
    run "$case" corrected corrected
done

awk -v file="${source##*/}" -v reports="$reports" -v once="${MISTAKE_ONCE-}" -v cases="$*" '
    function expect(name, what) { expected[name, ++count[name]] = what }
    # The report of a run. Its last line is the exit code.
    function report(name, run,    path, text) {
        path = reports "/" name "." run
        lines = 0
        text = ""
        while ((getline line[++lines] < path) > 0)
            text = text line[lines] "\n"
        lines--
        close(path)
        return text
    }
    function fail(name, why, text) {
        printf "%s: %s\n%s\n", name, why, text
        failed = 1
    }

    match($0, /\/\/ here: [a-z0-9_]+(, [a-z0-9_]+)*$/) {
        n = split(substr($0, RSTART + 9), names, ", ")
        for (i = 1; i <= n; i++)
            expect(names[i], file ":" FNR "([^0-9]|$)")
    }
    /^\/\/ [a-z0-9_]+ [a-z]+: / && index(" " cases " ", " " $2 " ") > 0 {
        name = $2
        word = $3
        sub(/^\/\/ [^ ]+ [^ ]+ +/, "")
        if (word == "says:")
            expect(name, $0)
        else if (word == "exit:")
            code[name] = $0
        else if (word != "env:")
            fail(name, "line " FNR " of " file ": `" word " ` is not known; known is `says: `, `exit: ` or `env: `", "")
    }

    END {
        n = split(cases, names, " ")
        for (i = 1; i <= n; i++) {
            name = names[i]
            if (!count[name]) {
                fail(name, file " does not say what must be said about it", "")
                continue
            }
            text = report(name, "wrong")
            if (line[lines] != "exit code " (name in code ? code[name] : 98))
                fail(name, "another exit code than " (name in code ? code[name] : 98), text)
            for (k = 1; k <= count[name]; k++) {
                for (l = 1; l < lines && line[l] !~ expected[name, k]; l++)
                    ;
                if (l >= lines)
                    fail(name, "expected a line like: " expected[name, k], text)
            }
            if (once == "" && (again = report(name, "again")) != text)
                fail(name, "another report in another run", text again)
            text = report(name, "corrected")
            if (text != "exit code 0\n")
                fail(name, "corrected, nothing may be said of it", text)
        }
        exit failed
    }' "$source"
