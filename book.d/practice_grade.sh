# `./book practice grade`, read by `book`: the answers of a class, judged side by side. Nothing that an answer does
# costs another one: compilers have limits (practice_build.sh), and so has the answer's process (practice/judge).
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts set ROOT and BUILD, and read named

practice_grade() {
    named='' format=text
    while [ $# -gt 0 ]; do
        case $1 in
        --task | --task=*)
            option_value 'a task, or the folder of one' "$@"
            named=$value
            shift "$words"
            find_task "$named"
            ;;
        --csv | --json | --junit)
            case $format in text | "${1#--}") format=${1#--} ;; *)
                usage_error "practice grade takes one of --csv, --json and --junit, not $1 as well as --$format" ;;
            esac
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_practice; return ;;
        --) shift; break ;;
        -*) usage_error "practice grade has no option '$1'; it takes --task TASK, --csv, --json, --junit, --yes," \
            "--help" ;;
        *) break ;;
        esac
        shift
    done
    [ $# -ge 1 ] || usage_error 'practice grade takes a folder of .cu files'
    [ $# -eq 1 ] || usage_error "practice grade takes one folder, not '$2' as well"
    [ -d "$1" ] || usage_error "practice grade: '$1' is not a folder"
    graded=${1%/}
    work=$(mktemp -d "${TMPDIR:-/tmp}/book.XXXXXX") || exit 1
    trap 'rm -rf "$work"' EXIT
    # A name with a line feed in it would be two.
    find -H "$graded" -mindepth 1 -maxdepth 2 -name '*.cu' -type f ! -name '*
*' | LC_ALL=C sort >"$work/files"
    [ -s "$work/files" ] || usage_error "practice grade: there is no .cu file in '$graded', nor in its folders"
    say_not_judged
    prepare_practice
    let_tree_go
    # Each worker takes the next file that no other has: who makes its folder has it.
    workers=0 pids='' count=$(($(wc -l <"$work/files")))
    trap 'kill $pids; interrupted' INT
    while [ $workers -lt "$(nproc 2>/dev/null || echo 1)" ]; do
        workers=$((workers + 1))
        grade_some &
        pids="$pids $!"
    done
    wait
    [ ! -t 2 ] || printf '\r\033[K' >&2
    number=0
    while IFS= read -r file; do
        number=$((number + 1))
        printf '%s\t%s\n' "$(printf '%s' "${file#"$graded"/}" | tr '\t' '?')" "$(cat "$work/$number/verdict")"
    done <"$work/files" | LC_ALL=C awk -v format="$format" -f "$ROOT/book.d/practice_grades.awk"
}

# A file by another name may be somebody's answer, too.
say_not_judged() {
    find -H "$graded" -mindepth 1 -name '.*' -prune -o ! -type d -print | LC_ALL=C sort | LC_ALL=C grep -vxF -f "$work/files" |
        folder=$graded/ LC_ALL=C awk '
        { gsub(/[\001-\037\177]/, "?") }
        NR <= 5 { shown = shown (NR > 1 ? ", " : "") substr($0, length(ENVIRON["folder"]) + 1) }
        END { if (NR) print shown (NR > 5 ? " and " NR - 5 " more" : "") }' >"$work/others"
    [ ! -s "$work/others" ] ||
        say "skipped: $(cat "$work/others"); an answer is a file (no link) that ends in .cu, at most one folder deep"
}

# Judges files of $work/files, until all are taken: each into $work/NUMBER/verdict, as "TASK, VERDICT, WHY" with tabs.
grade_some() {
    trap - EXIT
    number=0
    while IFS= read -r file <&6; do
        number=$((number + 1))
        mkdir "$work/$number" 2>/dev/null || continue
        grade_one "$file" >"$work/$number/said" 2>&1 </dev/null
        tail -n 1 "$work/$number/said" | task=$(cat "$work/$number/task" 2>/dev/null) LC_ALL=C awk '
            { gsub(/\t/, " ") }
            match($0, /^(RIGHT|NOT YET|REFUSED|NOT JUDGED): /) { verdict = substr($0, 1, RLENGTH - 2); $0 = substr($0, RLENGTH + 1) }
            { sub(/^book: /, ""); why = $0 }
            END { print ENVIRON["task"] "\t" (verdict == "" ? "NOT YET" : verdict) "\t" why }' >"$work/$number/verdict"
        tell_progress
    done 6<"$work/files"
}

# After each file: "N of COUNT", which is written over on a terminal, and elsewhere a line for every tenth. No other
# worker has the folder of that N.
tell_progress() {
    judged=${judged:-1}
    while ! mkdir "$work/judged.$judged" 2>/dev/null; do judged=$((judged + 1)); done
    if [ -t 2 ]; then
        printf '\r\033[Kbook: %s of %s are judged' "$judged" "$count" >&2
    elif [ $((judged % 10)) -eq 0 ]; then
        say "$judged of $count are judged"
    fi
}

# In a shell of its own, which may end early.
grade_one() (
    [ -n "$named" ] || TASK=''
    task_of_answer "$1" "${1#"$graded"/}"
    printf '%s\n' "${TASK##*/}" >"$work/$number/task"
    hold_tree
    build_task "$TASK" || {
        echo "NOT JUDGED: the task ${TASK##*/} cannot be built; ./book practice check with this file says why"
        return 1
    }
    judge_answer "$1" "${1#"$graded"/}"
)
