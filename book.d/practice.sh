# `./book practice`, read by `book`: tasks of practice/, whose kernels the reader writes, and which are judged.
# What judges is practice/judge; practice_build.sh builds it, practice_grade.sh judges many, practice_link.sh makes links.
# shellcheck shell=sh disable=SC2034,SC2154  # the other parts set ROOT and BUILD, and read YES

help_practice() {
    cat <<'TEXT'
usage: ./book practice
       ./book practice TASK
       ./book practice hint TASK [N]
       ./book practice check [--task TASK] FILE.cu
       ./book practice grade [--task TASK] [--csv | --json | --junit] FOLDER
       ./book practice new NAME
       ./book practice link [--site URL] TASK

Tasks in which you write the kernel. You are told whether it is right, and if not, why.

  (nothing)     lists the tasks, and what you have done: your file is begun, or was found
                right; or another file was, which is named
  TASK          makes a file for you to write in, and shows the question. The file is
                practice/mine/TASK.cu, or TASK.cu in a working directory elsewhere.
                A file that is there already stays as it is
  hint          shows the first hint, or hint N
  check         judges an answer, with sizes that you did not choose, the checker and
                the profiler. The first line of the file names its task. The exit code
                is 0 if the answer is right, else 1
  grade         judges every .cu file in a folder and its subfolders, side by side, and
                prints a table, or for other programs CSV, JSON or JUnit. Each answer
                has its own limits of time, memory and files, and no network, so none
                can disturb another
  new           makes practice/NAME, a task that works, for you to change into your own
  link          prints a link that holds the task, for a site that is at URL (default:
                where ./book site --serve shows it): who opens it solves it there

TASK is a name from the list, a part of one, its number, or the folder of your own
task. ./book practice check takes --yes, as ./book run does.
TEXT
}

cmd_practice() {
    case ${1-} in
    '') [ $# -eq 0 ] || usage_error "practice: the task's name is empty" ; list_tasks ;;
    -h | --help) help_practice ;;
    hint | check | grade | new | link)
        practice_command=$1
        shift
        "practice_$practice_command" "$@"
        ;;
    -*) usage_error "practice has no option '$1'; it takes hint, check, grade, new, link, the name of a task, --help" ;;
    *)
        [ $# -eq 1 ] || usage_error "practice takes one task, not '$2' as well"
        find_task "$1"
        start_task
        ;;
    esac
}

# ---------------------------------------------------------------- tasks

# The names of all tasks: words, wherever the checkout lies.
tasks() {
    for task_file in "$ROOT"/practice/[0-9]*_*/task.cpp; do
        [ -f "$task_file" ] || continue
        task_file=${task_file%/task.cpp}
        printf '%s\n' "${task_file##*/}"
    done
}

# The first line of start.cu, "// NAME: title".
title_of_task() { sed -n '1s|^// *[^:]*: *||p' "$1/start.cu"; }

# Sets TASK to the folder of the task that was named, or ends with an error that helps.
find_task() {
    TASK='' like=''
    if [ -f "$1/task.cpp" ]; then
        TASK=$(CDPATH='' cd -- "$1" && pwd -P) || exit 1
        return
    fi
    for name in $(tasks); do
        number=${name%%_*}
        case $1 in
        "$name" | "${name#*_}" | "$number" | "${number#0}")
            TASK=$ROOT/practice/$name
            return
            ;;
        esac
        case $name in *"$1"*) like="$like $name" ;; esac
    done
    case $like in
    '') ;;
    ' '*' '*) usage_error "'$1' is a part of more than one task's name:$like" ;;
    *) TASK=$ROOT/practice/${like# } && return ;;
    esac
    usage_error "there is no task '$1'; ./book practice lists them, and the folder of a task has a file task.cpp"
}

# The reader's file for TASK: of the checkout, or where they are.
file_of_task() {
    case $PWD/ in
    "$ROOT"/*) printf '%s\n' "$ROOT/practice/mine/${1##*/}.cu" ;;
    *) printf '%s\n' "$PWD/${1##*/}.cu" ;;
    esac
}

list_tasks() {
    choose_build_dir
    for name in $(tasks); do
        TASK=$ROOT/practice/$name
        mark='' other=''
        file=$(file_of_task "$TASK")
        if [ -f "$file" ]; then
            mark='begun'
            ! was_right "$file" || mark='right'
        else
            other=$(sed -n "s|^${TASK##*/}	||p" "$BUILD/book/practised" 2>/dev/null | tail -n 1)
            [ -z "$other" ] || mark='right' other=" (${other#"$ROOT"/})"
        fi
        printf '  %-5s  %-22s %s%s\n' "$mark" "${TASK##*/}" "$(title_of_task "$TASK")" "$other"
    done
    echo
    echo 'Now: ./book practice TASK'
}

start_task() {
    file=$(file_of_task "$TASK")
    shown=${file#"$PWD"/}
    if [ -f "$file" ]; then
        say "$shown is there already, and stays as it is"
    else
        if ! mkdir -p -- "${file%/*}" || ! cp -- "$TASK/start.cu" "$file"; then
            fail "cannot write $shown: go to a folder of your own, and call this from there"
        fi
    fi
    sed 's|](\.\./\.\./|](|g' "$TASK/README.md" # its links are seen from here
    echo
    echo "Now: write the kernel in $shown"
    echo "    ./book run $shown"
    echo "    ./book practice check $shown"
    echo "    ./book practice hint ${TASK##*/}"
}

practice_hint() {
    case ${1-} in -h | --help) help_practice; return ;; esac
    [ $# -ge 1 ] || usage_error 'practice hint takes a task'
    [ $# -le 2 ] || usage_error "practice hint takes a task and a number, not '$3' as well"
    find_task "$1"
    number=${2-1}
    count=$(grep -c '^[0-9]*\. ' "$TASK/hints.md")
    case $number in '' | *[!0-9]* | 0* | ????*) number=0 ;; esac
    if [ "$number" -lt 1 ] || [ "$number" -gt "$count" ]; then
        usage_error "practice hint: '${2-}' is no number of a hint; ${TASK##*/} has 1 to $count"
    fi
    echo
    awk -v number="$number" '/^[0-9]+\. / { n++ } n == number { sub(/^[0-9]+\. |^   /, ""); print }' "$TASK/hints.md"
    [ "$number" -eq "$count" ] ||
        echo "(hint $number of $count; the next: ./book practice hint ${TASK##*/} $((number + 1)))"
}

practice_new() {
    case ${1-} in -h | --help) help_practice; return ;; esac
    [ $# -ge 1 ] || usage_error 'practice new takes a name, as 40_mine, or the path of a folder'
    [ $# -eq 1 ] || usage_error "practice new takes one name, not '$2' as well"
    new=$1
    case $new in
    */*) ;;
    [0-9]*_?*) new=$ROOT/practice/$new ;;
    *) usage_error "practice new: '$new' is not accepted; a number, _ and a word are, as 40_mine," \
        "or the path of a folder" ;;
    esac
    name=${new##*/}
    case $name in '' | *[!A-Za-z0-9_]*)
        usage_error "practice new: '$name' is not accepted as a name; letters, digits and _ are" ;;
    esac
    [ ! -e "$new" ] || usage_error "practice new: $new is there already"
    # The simplest of all, with its answers.
    mkdir -p -- "${new%/*}" || exit 1
    cp -R -- "$ROOT/practice/01_double" "$new" || exit 1
    find "$new" -type f -exec sed -i "s/01_double/$name/g; s/^# 01\\./# $name:/" {} +
    echo "made $new, which is 01_double by another name. Now:"
    echo "    change task.cpp (what is asked), start.cu, reference.cu, README.md, hints.md"
    echo "    ./book practice check --task $new $new/reference.cu    must be right"
    echo "    ./book practice grade --task $new $new/wrong           none of these"
    echo "practice/README.md says more"
}

# ---------------------------------------------------------------- one answer

practice_check() {
    named=''
    while [ $# -gt 0 ]; do
        case $1 in
        --task | --task=*)
            option_value 'a task, or the folder of one' "$@"
            named=$value
            shift "$words"
            find_task "$named"
            ;;
        -y | --yes) YES=1 ;;
        -h | --help) help_practice; return ;;
        --) shift; break ;;
        -*) usage_error "practice check has no option '$1'; it takes --task TASK, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    [ $# -ge 1 ] || usage_error 'practice check takes a .cu file'
    [ $# -eq 1 ] || usage_error "practice check takes one .cu file, not '$2' as well"
    is_answer "$1"
    task_of_answer "$1"
    prepare_practice
    build_task "$TASK" || exit 1
    echo "${TASK##*/}, $1"
    judge_answer "$1"
    code=$?
    [ $code -ne 0 ] || was_right "$1" || printf '%s\t%s\n' "${TASK##*/}" "$(whole_path "$1")" >>"$BUILD/book/practised"
    say_next $code
    exit $code
}

# After the verdict: what to do now. On standard error, so that the verdict is the last line of what was asked for.
say_next() {
    if [ "$1" -ne 0 ]; then
        say "if you need a hint: ./book practice hint ${TASK#"$ROOT"/practice/}"
    else
        next=$(tasks | sed -n "/^${TASK##*/}\$/{n;p;}")
        say "others have solved it so: ${TASK#"$ROOT"/}/right${next:+; the next task: ./book practice $next}"
    fi
}

# Answers that were right, as lines "TASK, FILE" with a tab: whether FILE was one to TASK.
was_right() { grep -qxF -e "${TASK##*/}	$(whole_path "$1")" "$BUILD/book/practised" 2>/dev/null; }
whole_path() { printf '%s/%s\n' "$(CDPATH='' cd -- "$(dirname -- "$1")" && pwd -P)" "${1##*/}"; }

is_answer() {
    [ -f "$1" ] || usage_error "practice check: there is no file '$1'"
    [ -r "$1" ] || usage_error "practice check: cannot read '$1'"
    [ "$1" != "${1%.cu}" ] || usage_error "practice check: '$1' is not a .cu file"
}

# task_of_answer FILE [NAME]: sets TASK to the one that the first line names, "// 01_double: ...", or the file's name,
# or --task. Errors call the file NAME. Some editors begin a file with a byte order mark, three bytes.
task_of_answer() {
    [ -z "$named" ] || return 0
    in_file=$(LC_ALL=C sed -n "1{s/^$(printf '\357\273\277')//;s|^// *\([0-9A-Za-z_]*\) *:.*|\1|p;}" "$1")
    for candidate in "$in_file" "${1##*/}"; do
        candidate=${candidate%.cu}
        if [ -n "$candidate" ] && [ -f "$ROOT/practice/$candidate/task.cpp" ]; then
            TASK=$ROOT/practice/$candidate
            return
        fi
    done
    [ -z "$in_file" ] || usage_error "${2-$1}: '$in_file' is no task; tasks are" \
        "$(tasks | sed -n '1p; $s|^|to |p' | tr '\n' ' ')(./book practice lists them)"
    usage_error "${2-$1}: the first line names no task, as // 01_double: does; --task TASK says which it is"
}

# judge_answer FILE [NAME]: prints what the judge says of it, under that name; the last line begins with RIGHT, NOT YET
# or REFUSED. Returns 0 if it is right. What is judged is a copy: the reader may go on writing.
judge_answer() {
    called=${2-$1}
    answer=practice/answers/$(identify "$(whole_path "$1") $TASK")
    mkdir -p "$BUILD/$answer" || exit 1
    lock 8 "$BUILD/$answer/lock" "is judging $called"
    if [ "$(wc -c <"$1")" -gt 100000 ]; then
        echo "REFUSED: $called: it is longer than 100 KB, which no answer needs"
        return 1
    fi
    cmp -s -- "$1" "$BUILD/$answer/answer.cu" || cat -- "$1" >"$BUILD/$answer/answer.cu" || exit 1
    "$BUILD/$task_build/program" read "$BUILD/$answer/answer.cu" "$called" || return 1
    build_answer "$answer"
    code=$?
    let_tree_go
    if [ $code -ne 0 ]; then
        say_not_built "$called" <"$BUILD/$answer/messages"
        return 1
    fi
    seed=$(seed_of "$BUILD/$answer/answer.cu")
    rm -rf "$BUILD/$answer/run" && mkdir "$BUILD/$answer/run" || exit 1
    (cd -- "$BUILD/$answer/run" && exec "$BUILD/$task_build/program" "$seed" "$BUILD/$answer" "$called")
}

# What compilers say of an answer that they do not take, or object_rules.sh, of the reader's file. The last line has
# the first error, as it is all that a grade shows.
say_not_built() {
    shown=$1 LC_ALL=C awk '
        skip { skip = 0; next } # the command that failed
        /^FAILED: / { skip = 1 }
        /^\[|^FAILED: |^ninja: |^$/ { next }
        {
            line = "" # the name itself may have that in it
            while ((at = match($0, /[^ :`\047"]*answer\.cu/)) > 0) {
                line = line substr($0, 1, at - 1) ENVIRON["shown"]
                $0 = substr($0, at + RLENGTH)
            }
            $0 = line $0
        }
        sub(/error: refused: /, "") { refused = refused == "" ? $0 : refused; next }
        first == "" && /error: |undefined reference/ { first = ": " $0; sub(/error: /, "", first) }
        !seen[$0]++ && lines++ < 20 { print "    " $0 }
        END { print refused != "" ? "REFUSED: " refused : "NOT YET: it cannot be built" first }'
}

seed_of() {
    if command -v sha256sum >/dev/null; then
        sha256sum <"$1" | cut -c 1-15
    else
        printf '%x\n' "$(cksum <"$1" | cut -d ' ' -f 1)"
    fi
}
