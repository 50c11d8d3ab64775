# Building an answer to a task of practice/ (`./book practice`), read by `book`. It is compiled twice, for the
# emulator's checker and for its profiler, and each time linked with the task and the main() of the answer's
# process. The judge's process is linked with the task only: no line of an answer is ever in it.
# The dollars are ninja's; the other parts set BUILD, ROOT and CXX_PATH, and read BACKEND.
# shellcheck shell=sh disable=SC2016,SC2034,SC2154

# prepare_practice: what all answers take. Holds the tree, as one of those who only read from it.
prepare_practice() {
    BACKEND=emulator
    find_nvcc
    choose_build_dir
    need_tools
    prepare_tree emulator
    has_target practice_judge || configure --fresh
    first=''
    [ -f "$BUILD/practice/libpractice_judge.a" ] || first=' (the first time takes a minute or two)'
    build quiet "what the judge needs$first" checked.recipe profiled.recipe practice_judge practice_answer ||
        fail 'the judge could not be built'
    share_tree
}

# What is built needs the tree, and what runs does not: others may build then.
hold_tree() { exec 9>>"$BUILD/book/lock" && share_tree; }
let_tree_go() { exec 9>&-; }

# build_task FOLDER: the task in it, an absolute path. Sets task_build to where its object and its judge are, and the
# calls that answers may make: a task may allow more of them, in a file of its own. Returns 1 if it cannot be built, which
# is no fault of an answer.
build_task() {
    task_build=practice/${1##*/}-$(identify "$1")
    mkdir -p "$BUILD/$task_build" || exit 1
    lock 7 "$BUILD/$task_build/lock" ''
    more=/dev/null
    [ ! -f "$1/allowed_calls" ] || more=$1/allowed_calls
    cat -- "$ROOT/practice/judge/allowed_calls" "$more" >"$BUILD/$task_build/allowed_calls.new" || exit 1
    cmp -s "$BUILD/$task_build/allowed_calls.new" "$BUILD/$task_build/allowed_calls" ||
        mv -f "$BUILD/$task_build/allowed_calls.new" "$BUILD/$task_build/allowed_calls" || exit 1
    {
        echo "builddir = $task_build"
        echo 'rule compile'
        echo "  command = $CXX_PATH -std=c++17 -O1 -Wall -Wextra -I'$ROOT/practice/judge'" \
            "-isystem '$ROOT/emulator/include' -MD -MF \$out.d -c \$in -o \$out"
        echo '  depfile = $out.d'
        echo '  deps = gcc'
        # It names the answer, which it does not call.
        echo 'rule link'
        echo "  command = $CXX_PATH \$in -no-pie -Wl,--unresolved-symbols=ignore-all -o \$out"
        echo "build $task_build/task.o: compile $(ninja_path "$1/task.cpp")"
        echo "build $task_build/program: link $task_build/task.o practice/libpractice_judge.a"
    } >"$BUILD/$task_build/build.ninja.new"
    (cd -- "$BUILD" && ninja_program "$task_build") >"$BUILD/$task_build/messages" 2>&1
    task_code=$?
    exec 7>&-
    [ $task_code -eq 0 ] || {
        grep -v '^\[\|^FAILED: \|^ninja: ' "$BUILD/$task_build/messages" >&2
        say "the task ${1##*/} could not be built"
        return 1
    }
}

# build_answer FOLDER: FOLDER/checked and FOLDER/profiled, programs, from FOLDER/answer.cu and the task of build_task.
# FOLDER is below BUILD. Returns 1 if there is no program; what compilers say is left in FOLDER/messages. They may take
# a minute and 4 GB, and write 64 MB, whatever the answer is.
build_answer() {
    for flavour in checked profiled; do
        {
            echo "include recipes/$flavour.ninja"
            echo 'option = -ffunction-sections -fdata-sections'
            echo 'rule select'
            echo "  command = sh $(ninja_path "$ROOT/practice/judge/object_rules.sh") $1/answer.cu \$in \$out" \
                "$task_build/allowed_calls"
            echo "build $1/$flavour.cpp: rewrite $1/answer.cu | tools/cuda_rewrite"
            echo "build $1/$flavour.all.o: compile $1/$flavour.cpp"
            echo "build $1/$flavour.o: select $1/$flavour.all.o | $(ninja_path "$ROOT/practice/judge/object_rules.sh")" \
                "$task_build/allowed_calls"
            echo "build $1/$flavour: link $task_build/task.o $1/$flavour.o practice/libpractice_answer.a |" \
                "tools/libemulator_runtime.$flavour.a"
        } >"$BUILD/$1/$flavour.ninja"
    done
    {
        echo "builddir = $1"
        echo "subninja $1/checked.ninja"
        echo "subninja $1/profiled.ninja"
        echo "build $1/program: phony $1/checked $1/profiled"
    } >"$BUILD/$1/build.ninja.new"
    (
        cd -- "$BUILD" || exit 1
        # shellcheck disable=SC3045  # shells have more of them than POSIX asks for
        ulimit -t 60 && ulimit -v 4194304
        ulimit -f 131072 # blocks of 512 bytes
        ninja_program "$1"
    ) >"$BUILD/$1/messages" 2>&1
}
