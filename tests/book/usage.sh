#!/bin/sh
# Help, the list of programs, and every mistake in how the command is called.
# shellcheck source=/dev/null
. "$(dirname "$0")/lib.sh"

for help in help --help -h; do
    runs 0 "$BOOK" $help
    out '^usage: ./book COMMAND'
    no_err .
done
cp "$OUT" "$SCRATCH/all"
# Every command there is stands in that text, and has one of its own, which is the beginning of what its --help says.
commands=$(sed -n "s/^COMMANDS='\(.*\)'$/\1/p" "$BOOK" | tr -d ,)
# shellcheck disable=SC2086 # words
[ "$(printf 'cmd_%s() {\n' $commands | sort)" = "$(cat "$BOOK" "$ROOT"/book.d/*.sh | grep '^cmd_' | sort)" ] ||
    wrong "these are not all commands: $commands"
# The parts are read into one shell: no two functions have the same name.
twice=$(cat "$BOOK" "$ROOT"/book.d/*.sh | grep -o '^[a-z_]*()' | sort | uniq -d)
[ -z "$twice" ] || wrong "two functions have the same name: $twice"
for command in $commands; do
    grep -q "^  $command " "$SCRATCH/all" || wrong "./book help does not name $command"
    runs 0 "$BOOK" help "$command"
    out "^usage: ./book $(echo "$command" | sed 's/help/COMMAND/')"
    no_err .
    cp "$OUT" "$SCRATCH/help"
    [ "$command" != help ] || continue
    for help in --help -h; do
        runs 0 "$BOOK" "$command" $help
        head -n "$(wc -l <"$SCRATCH/help")" "$OUT" | cmp -s - "$SCRATCH/help" || wrong 'it is another help'
        [ "$command" = nvcc ] || cmp -s "$OUT" "$SCRATCH/help" || wrong 'it says more than ./book help'
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
mistake "unknown command 'frobnicate'; the commands are run, list, try, practice, site, test, check, profile, see, nvcc, bench, proof, doctor, help" frobnicate
mistake "unknown option '--frobnicate'; the commands are run, list, try, practice, site, test, check, profile, see, nvcc, bench, proof, doctor, help" --frobnicate
mistake "unknown command ''" ''
mistake "unknown command 'run, list'" 'run, list'
mistake "there is no command 'frobnicate'; the commands are run, list" help frobnicate
mistake "there is no command ''; the commands are run, list" help ''
mistake "site takes no 'serve'; it takes --serve, --port N, --address URL, --yes, --help" site serve
mistake "--port goes with --serve" site --port 8000
mistake "--port needs a number" site --serve --port
for port in 0 65536 8000x '' 123456; do
    mistake "'$port' is no port; ports are 1 to 65535" site --serve --port "$port"
done
mistake "--address needs a URL" site --address
for address in '' book.example/cuda https:// 'https://book.example/"'; do
    mistake "'$address' is no address of a site; one begins with https://" site --address "$address"
done
mistake "help takes one command, not 'list' as well" help run list
mistake "'dot' is no command; did you mean ./book run dot ?" dot
mistake "'ch5_dot/dot.cu' is no command; did you mean ./book run ch5_dot/dot.cu ?" ch5_dot/dot.cu
mistake "list takes no 'ch5'" list ch5
mistake 'list takes no' list ''
mistake "doctor takes no '--all'" doctor --all
mistake 'doctor only looks, and installs nothing; ./book run --yes installs what is missing' doctor --yes
mistake "bench has no option '--all'" bench --all
mistake "there is no ladder 'frobnicate'; the ladders are vector_add dot .* heat ray" bench frobnicate
mistake "proof has no option '--all'; it takes --yes, --help" proof --all
mistake "proof has no part 'frobnicate'; the parts are tests pictures check" proof tests frobnicate
mistake "proof has no part ''" proof ''
mistake "run has no option '--frobnicate'.*--backend gpu\|emulator, --then-check, --yes, --help" run --frobnicate
mistake "run has no option '--n'" run --n 5 ch5_dot/dot
mistake '--backend needs a value: gpu or emulator' run --backend
mistake "unknown backend 'cpu'; the backends are gpu, emulator" run --backend cpu
mistake "unknown backend ''" run --backend=
mistake "unknown backend 'ch5_dot/dot'" run --backend ch5_dot/dot
mistake "check has no option '--frobnicate'.*--report text\|json\|sarif, --strict, --yes, --help" check --frobnicate
mistake '--report needs a value: text, json or sarif' check --report
mistake "unknown report 'xml'; the reports are text, json, sarif" check --report xml
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

# like GIVEN PROGRAM...: those are the programs that it is said to be like.
like() {
    mistake "there is no program or file '$1'" run "$1"
    shift
    err "^book: programs like it: $*\$"
}
like dto ch5_dot/dot
like Dot ch5_dot/dot
like ch5_dot/dto.cu ch5_dot/dot
like ch7_dot/dot ch5_dot/dot
like histogam ch9_atomics/histogram
like juila ch4_blocks/julia
like helo ch3_first_kernel/hello
like bank ch7_shared_memory/bank_conflicts
like my_julia_set ch4_blocks/julia
like ch4_blocks/nothing ch4_blocks/add_vectors ch4_blocks/julia
like ch4 ch4_blocks/add_vectors ch4_blocks/julia
mistake "there is no program or file 'a.\\\\b.'" run 'a[\b]'
no_err 'programs like it'
mistake "there is no program or file '/nowhere/zzzzzz.cu'" run /nowhere/zzzzzz.cu
no_err 'programs like it'
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

# They are in the order of the book: README.md has them all, in the order of their chapters, and each chapter's README
# has its own.
listed=$(sed -n 's/^  \(ch[^ ]*\) .*/\1/p' "$OUT")
[ "$listed" = "$(grep '^| \[' "$ROOT/README.md" | grep -o '](ch[^)]*\.cu)' | sed 's/^](//; s/\.cu)$//')" ] ||
    wrong 'README.md has other programs, or in another order'
for chapter in "$ROOT"/ch*; do
    order=$(sed -n "s/^| \[\`[a-z0-9_]*\`](\([a-z0-9_]*\)\.cu).*/${chapter##*/}\/\1/p" "$chapter/README.md")
    [ "$order" = "$(printf '%s\n' "$listed" | grep "^${chapter##*/}/")" ] ||
        wrong "${chapter##*/}/README.md has other programs, or in another order: $order"
done

# From another folder, and through a symbolic link, the list is no other.
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
# What the tables name comes in their order, and what they do not name behind it.
# shellcheck disable=SC2016  # these are no commands
{
    printf '%s\n' 'First [dot](ch5_dot/README.md), in words.' '| [Last](ch10_last/README.md) | |' \
        '| [A sum](ch5_sum/README.md) | |' >"$TREE/README.md"
    printf '%s\n' 'First [`add_one`](add_one.cu), in words.' '| [`add_two`](add_two.cu) | |' >"$TREE/ch5_sum/README.md"
}
runs 0 "$TREE/book" list
[ "$(sed -n 's/^  \([^ ]*\) .*/\1/p' "$OUT" | tr '\n' ' ')" = \
    'ch5_sum/add_two ch5_sum/add_one ch5_dot/dot ch10_last/dot2 ' ] || wrong 'it is not the order of the tables'
# Tasks are found wherever the checkout lies; here there is a blank in its path.
mkdir -p "$TREE/practice/01_one"
echo '// 01_one: the title of one' >"$TREE/practice/01_one/start.cu"
: >"$TREE/practice/01_one/task.cpp"
printf '%s\n' '1. The first hint.' >"$TREE/practice/01_one/hints.md"
runs 0 "$TREE/book" practice
out '^ +01_one +the title of one$'
runs 0 "$TREE/book" practice hint one
out '^The first hint\.$'
echo '// 07_none: mine' >"$SCRATCH/mine.cu"
runs 2 "$TREE/book" practice check "$SCRATCH/mine.cu"
err "'07_none' is no task; tasks are 01_one to 01_one"
finish
