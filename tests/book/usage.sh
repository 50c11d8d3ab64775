#!/bin/sh
# Help, the list of programs, and every mistake in how the command is called.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

for help in help --help -h; do
    runs 0 "$BOOK" $help
    out '^usage: ./book COMMAND'
    no_err .
done
for command in run list try test check bench proof doctor; do
    for help in --help -h; do
        runs 0 "$BOOK" $command $help
        out "^usage: ./book $command"
    done
done

# mistake MESSAGE ARGUMENT...: a mistake of usage, and what is said of it.
mistake() {
    message=$1
    shift
    runs 2 "$BOOK" "$@"
    silent
    err "$message"
}
runs 2 "$BOOK"
err '^usage: ./book COMMAND'
mistake "unknown command 'frobnicate'; the commands are run, list, try, test, check, bench, proof, doctor, help" frobnicate
mistake "unknown option '--frobnicate'; the commands are run, list, try, test, check, bench, proof, doctor, help" --frobnicate
mistake "unknown command ''" ''
mistake "help takes no 'run'" help run
mistake "list takes no 'ch5'" list ch5
mistake 'list takes no' list ''
mistake "doctor takes no '--all'" doctor --all
mistake "bench has no option '--all'" bench --all
mistake "there is no ladder 'frobnicate'; the ladders are vector_add dot histogram matmul matmul_tf32 matmul_double ripple shared_bitmap heat ray" bench frobnicate
mistake "proof has no option '--all'; it takes --yes, --help" proof --all
mistake "proof has no part 'frobnicate'; the parts are tests pictures check" proof tests frobnicate
mistake "proof has no part ''" proof ''
mistake "run has no option '--frobnicate'.*--backend gpu\|emulator, --yes, --help" run --frobnicate
mistake "run has no option '--n'" run --n 5 ch5_dot/dot
mistake '--backend needs a value: gpu or emulator' run --backend
mistake "unknown backend 'cpu'; the backends are gpu, emulator" run --backend cpu
mistake "unknown backend ''" run --backend=
mistake "unknown backend 'ch5_dot/dot'" run --backend ch5_dot/dot
mistake "check has no option '--frobnicate'.*--report text\|json, --yes, --help" check --frobnicate
mistake '--report needs a value: text or json' check --report
mistake "unknown report 'xml'; the reports are text, json" check --report xml
mistake "there is no program or file 'nothing/at_all'" check nothing/at_all
mistake "not 'dot'; did you mean ./book test -R 'dot'" test dot
mistake "there is no program or file 'nothing/at_all'" run nothing/at_all
err 'a program.s name \(./book list shows them\) or the path of a .cu file'
mistake "there is no program or file 'missing.cu'" run missing.cu
mistake "there is no program or file '-x.cu'" run -- -x.cu
mistake "'$SCRATCH' is a directory" run "$SCRATCH"
mistake "'$OUT' is not a .cu file" run "$OUT"
mistake "the program's name is empty" run ''
mistake "there is no program or file 'ch5_dot/dto'" run ch5_dot/dto
err '^book: programs like it:.* ch5_dot/dot'
mistake "'ch5_dot' is a directory" run ch5_dot
err 'programs like it:.* ch5_dot/dot'
: >"$SCRATCH/mine.cu"
mistake "there is no program '$SCRATCH/mine', but a file '$SCRATCH/mine.cu'" run "$SCRATCH/mine"

# Every program is listed below its chapter, with the title on its first line.
runs 0 "$BOOK" list
no_err .
for file in "$ROOT"/ch*/*.cu; do
    name=${file#"$ROOT"/}
    name=${name%.cu}
    title=$(sed -n '1s/^\/\/ *[a-z0-9_]*: *//p' "$file")
    [ -n "$title" ] || wrong "$name.cu: line 1 is no comment '// ${name##*/}: title'"
    grep -Fq -- "${name%/*}" "$OUT" || wrong "${name%/*} is not listed"
    grep -E "^  $name  " "$OUT" | grep -Fq -- "$title" || wrong "$name or its title is not listed"
done

# The same from another folder, and through a symbolic link.
cp "$OUT" "$SCRATCH/listed"
ln -s "$BOOK" "$SCRATCH/link"
cd "$SCRATCH" || exit 1
runs 0 ./link list
cmp -s "$OUT" "$SCRATCH/listed" || wrong 'the list differs through a symbolic link'

# Chapters are in the order of their numbers.
stand_in_tree
runs 0 "$TREE/book" list
[ "$(grep '^ch' "$OUT" | tr '\n' ' ')" = 'ch5_dot ch5_sum ch10_last ' ] ||
    wrong 'the chapters are not in order'
out '^  ch5_dot/dot      the title of dot$'
runs 2 "$TREE/book" run add
err "there is no program or file .add."
err "programs like it: ch5_sum/add_one ch5_sum/add_two\$"
finish
