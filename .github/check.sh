#!/bin/sh
# check.sh: what action.yml runs, in the folder of the repository that is checked. FILES, ARGUMENTS, SARIF and
# SECONDS_EACH are the action's inputs; GITHUB_STEP_SUMMARY, where it is set, gets a table. The exit code is 0 if every
# program ends well and has no mistakes, else 1.
book=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)/book
folder=${SARIF:-sarif}
seconds=${SECONDS_EACH:-120}
case $seconds in '' | *[!0-9]* | 0*)
    echo "::error::seconds is a whole number from 1 on, not '$seconds'"; exit 2 ;;
esac
mkdir -p "$folder" || exit 2
# One pathspec a line.
list=$(printf '%s\n' "${FILES:-*.cu}" | while IFS= read -r pattern; do
    [ -z "$pattern" ] || git ls-files -- "$pattern"
done | sort -u)
[ -n "$list" ] || { echo "::error::no file of this repository is named by: ${FILES:-*.cu}"; exit 2; }

summary=${GITHUB_STEP_SUMMARY:-/dev/null}
printf '| program | |\n| --- | --- |\n' >>"$summary"
failed=0 number=0
while IFS= read -r file; do
    number=$((number + 1))
    report=$folder/$number.sarif
    echo "::group::$file"
    # shellcheck disable=SC2086 # the options are words
    timeout -k 10 "$seconds" "$book" check --yes --report sarif "$file" $ARGUMENTS >"$report" </dev/null
    code=$?
    echo "::endgroup::"
    grep -q '"ruleId"' "$report" || rm -f "$report"
    case $code in
    0) verdict='no mistakes' ;;
    98) verdict='mistakes were found' ;;
    124 | 137) verdict="did not end within $seconds seconds" ;;
    *) verdict="ended with exit code $code" ;;
    esac
    if [ $code -ne 0 ]; then
        failed=1
        echo "::error file=$file::$verdict"
    fi
    echo "$file: $verdict"
    printf '| %s | %s |\n' "$file" "$verdict" >>"$summary"
done <<TEXT
$list
TEXT
exit $failed
