#!/bin/sh
# Runs the source rewriter on every case and compares what it writes byte for byte.
#
#   run_cases.sh REWRITER_BINARY CASES_DIR
#
# A case is NAME.in.cu with either NAME.expected, the translation, or NAME.error, the message. One whose name
# begins with right_ has neither: nothing may be said of it.
# NAME.expected.HEADER.h is the rewritten copy of a header, NAME.depfile the list of dependencies.
# NAME.messages is what it warns of.
# A case whose name begins with check_ is translated for the checker, one with profile_ for the profiler, one with
# record_ for the recorder, and one with right_relaxed_ with nvcc's option --expt-relaxed-constexpr. Threads become
# lanes only in one that begins with lanes or right_, and products are fused with sums only in one that begins with
# multiply_adds, so that the others show one pass each. Of one whose name begins
# with tree_ only the tree is printed.
# In all of these, @CASES@ stands for the absolute path of CASES_DIR and @OUT@ for the directory
# of the output.
set -u

if [ $# -ne 2 ] || [ ! -x "$1" ] || [ ! -d "$2" ]; then
    echo "usage: run_cases.sh REWRITER_BINARY CASES_DIR" >&2
    exit 2
fi
rewriter=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cases=$(cd "$2" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
total=0
failed=0

# What does not depend on where the files lie.
portable() {
    sed -e "s|$cases|@CASES@|g" -e "s|$out|@OUT@|g" "$1"
}

# same EXPECTED ACTUAL: prints the difference.
same() {
    if [ ! -f "$2" ]; then
        echo "$name: $(basename "$2") was not written"
        return 1
    fi
    portable "$2" >"$work/actual"
    if ! diff -u "$1" "$work/actual" >"$work/diff"; then
        echo "$name: differs from $(basename "$1")"
        cat "$work/diff"
        return 1
    fi
}

# Behind the last #line there are as many lines as in the input from there on.
same_lines() {
    shift_by=$(awk '/^#line / { by = NR + 1 - $2 } END { print by }' "$2")
    [ $(($(wc -l <"$1") + shift_by)) -eq "$(wc -l <"$2")" ] || {
        echo "$name: the number of lines changed"
        return 1
    }
}

check_case() {
    out=$work/$name
    mkdir "$out"
    check=--one-by-one
    fmad=--no-fmad
    case $name in
    multiply_adds*) fmad='' ;;
    check_*) check=--check ;;
    profile_*) check=--profile ;;
    record_*) check=--record ;;
    right_relaxed_*) check=--relaxed-constexpr ;;
    lanes* | right_*) check='' ;;
    esac
    case $name in tree_*)
        (cd "$cases" && exec "$rewriter" --tree "$name.in.cu") >"$out/tree" 2>&1 || return 1
        same "$cases/$name.expected" "$out/tree"
        return
        ;;
    esac
    # shellcheck disable=SC2086  # no option where there is none
    (cd "$cases" && exec "$rewriter" $check $fmad "$name.in.cu" --output "$out/$name.cpp" \
        --depfile "$out/depfile" --include-dir include) >"$out/messages" 2>&1
    status=$?
    if [ -f "$cases/$name.error" ]; then
        if [ $status -ne 1 ]; then
            echo "$name: exit status $status instead of 1"
            return 1
        fi
        if [ -e "$out/$name.cpp" ]; then
            echo "$name: wrote an output in spite of the error"
            return 1
        fi
        same "$cases/$name.error" "$out/messages"
        return
    fi
    if [ $status -ne 0 ]; then
        echo "$name: exit status $status instead of 0"
        cat "$out/messages"
        return 1
    fi
    if [ ! -f "$out/$name.cpp" ]; then
        echo "$name: wrote no output"
        return 1
    fi
    case $name in right_*)
        [ ! -s "$out/messages" ] || cat "$out/messages"
        [ ! -s "$out/messages" ]
        return
        ;;
    esac
    result=0
    same "$cases/$name.expected" "$out/$name.cpp" || result=1
    same_lines "$cases/$name.in.cu" "$out/$name.cpp" || result=1
    if [ -f "$cases/$name.messages" ]; then
        same "$cases/$name.messages" "$out/messages" || result=1
    elif [ -s "$out/messages" ]; then
        cat "$out/messages"
        result=1
    fi
    if [ -f "$cases/$name.depfile" ]; then
        same "$cases/$name.depfile" "$out/depfile" || result=1
    fi
    for copy in "$out/$name.cpp".*; do
        [ -e "$copy" ] || continue
        expected=$cases/$name.expected.${copy#"$out/$name.cpp."}
        if [ ! -f "$expected" ]; then
            echo "$name: $(basename "$copy") is not expected"
            result=1
        fi
    done
    for expected in "$cases/$name.expected".*; do
        [ -e "$expected" ] || continue
        same "$expected" "$out/$name.cpp.${expected#"$cases/$name.expected."}" || result=1
    done
    return $result
}

for input in "$cases"/*.in.cu; do
    name=$(basename "$input" .in.cu)
    total=$((total + 1))
    check_case || failed=$((failed + 1))
done

# The command line: wrong usage exits with 2 and names the option; --help with 0.
check_usage() {
    total=$((total + 1))
    wanted=$1
    pattern=$2
    shift 2
    "$rewriter" "$@" >"$work/messages" 2>&1
    status=$?
    if [ $status -ne "$wanted" ] || ! grep -q -e "$pattern" "$work/messages"; then
        echo "usage '$*': exit status $status instead of $wanted, or no '$pattern' in:"
        cat "$work/messages"
        failed=$((failed + 1))
    fi
}
check_usage 0 '--display-name NAME' --help
check_usage 2 'no input'
check_usage 2 "'--output' is missing" x.cu
check_usage 2 "'--output' has no value" x.cu --output
check_usage 2 "'--outptu' is not known; accepted are" x.cu --outptu y
check_usage 2 'more than one input' x.cu y.cu --output z.cpp
check_usage 2 "'--include-dir' has the value ''" x.cu --output z.cpp --include-dir ''
check_usage 1 'x.cu: error: cannot be read' "$work/x.cu" --output "$work/x.cpp"
check_usage 1 'cannot be written' "$cases/empty.in.cu" --output "$work/missing/x.cpp"

if [ $failed -ne 0 ]; then
    echo "$failed of $total rewriter cases failed"
    exit 1
fi
echo "all $total rewriter cases passed"
