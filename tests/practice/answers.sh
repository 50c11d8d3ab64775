#!/bin/sh
# answers.sh BOOK TASK RIGHT FILE...: what `./book practice check` says of answers to a task. RIGHT: right or wrong. A
# wrong one says in its first lines what must be said of it, "// says: TEXT", where {file} is its name and {line} the
# number of its line that ends in "// here". No other answer may be found right.
book=$1 task=$2 right=$3
shift 3
failed=0
[ -f "${1-}" ] || { echo "there are no answers to $task: $*"; exit 1; }
for file; do
    said=$("$book" practice check --task "$task" "$file" 2>&1)
    code=$?
    last=$(printf '%s\n' "$said" | grep -v '^book: ' | tail -n 1)
    problem=''
    if [ "$right" = right ]; then
        case $code:$last in '0:RIGHT: '*) ;; *) problem='it is right, and not found to be so' ;; esac
    else
        case $code:$last in '1:NOT YET: '* | '1:REFUSED: '*) ;; *) problem='it is wrong, and not found to be so' ;; esac
        line=$(grep -n '// here$' "$file" | head -n 1 | cut -d : -f 1)
        expected=$(sed -n 's|^// says: ||p' "$file" | sed "s|{file}|$file|g; s|{line}|$line|g")
        [ -n "$expected" ] || problem='it does not say what must be said of it'
        while IFS= read -r text; do
            case $said in *"$text"*) ;; *) problem="not said: $text" ;; esac
        done <<TEXTS
$expected
TEXTS
    fi
    if [ -n "$problem" ]; then
        printf '%s: %s\n%s\n' "$file" "$problem" "$said"
        failed=1
    else
        printf '%s: %s\n' "$file" "$last"
    fi
done
exit $failed
