#!/bin/sh
# case_fails.sh ROOT: what stands in a .test file can fail: each kind of expectation is given a program of which it is
# true, and one of which it is not; and what nobody can understand is refused, by file and line.
# shellcheck disable=SC2016 # what stands in such a file is not the shell's
root=$1 failed=0
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
wrong() {
    printf '%s\n' "$*"
    failed=1
}

# As a program would, says what it is told to say, and ends as it is told.
printf '#!/bin/sh\necho "GPU 0: one"\n' >"$folder/nvidia-smi"
chmod +x "$folder/nvidia-smi"
PATH=$folder:$PATH
cat >"$folder/program" <<'END_OF_PROGRAM'
#!/bin/sh
printf 'PASSED: 3 of 3 sums are right\n%s\n' "${SUMS:-a (b)}" >&2
exit "$1"
END_OF_PROGRAM
chmod +x "$folder/program"

# ends CODE EXPECTATION ...: case.sh, given these and the program, ends so, 1 with all of what was expected.
ends() {
    code=$1
    shift
    sh "$root/tests/case.sh" a.test:7 "$@" -- "$folder/program" "${PROGRAM_ENDS:-0}" >"$folder/said" 2>&1
    got=$?
    [ $got -eq "$code" ] || { wrong "exit code $got, expected $code: $*" && cat "$folder/said"; }
    [ "$code" -ne 1 ] || for words in "$@" 'a.test:7 ' "$folder/program ${PROGRAM_ENDS:-0}"; do
        case $words in env:* | needs:* | exit:\ 77) continue ;; esac
        grep -qF -e "$words" "$folder/said" || wrong "without '$words': $(cat "$folder/said")"
    done
}
ends 0 'exit: 0'
ends 1 'exit: 1'
ends 0 'has: a (b'
ends 1 'has: a .b.'
ends 0 'says: ^a .b.$'
ends 1 'says: ^b$'
ends 0 'says: ^PASSED: ([0-9]+) of \1 sums'
ends 0 'not: c'
ends 1 'not: b'
ends 1 'has: c' 'says: ^d' 'not: a'
ends 0 'env: SUMS=sums and more' 'has: sums and more'
ends 1 'env: SUMS=two sums' 'has: and more'
grep -qF -e "$ SUMS='two sums' $folder/program" "$folder/said" || wrong 'without what stood in the environment'
ends 77 'needs: gpus' 'has: a'
PROGRAM_ENDS=1 ends 0 'exit: 1' 'says: ^PASSED'
PROGRAM_ENDS=1 ends 1 'exit: 0'
PROGRAM_ENDS=77 ends 77 'exit: 0' 'has: c'
PROGRAM_ENDS=77 ends 0 'exit: 77' 'has: a'
PROGRAM_ENDS=77 ends 1 'exit: 77' 'has: c'

# What stands before a source or a diff.
printf '%s\n' '// Adds: three numbers.' '// each: emulator portable' '// $ ./book run' '// $ ./book check' '// exit: 1' \
    '// says: ^{here}: two$' '// $ ./book check' '// has: three' 'int main() {' '    return 1; // here' '} // says: four' \
    >"$folder/head.cu"
printf '%s\n' '# It adds.' 'exit: 1' 'says: ^a .b.$' '' '--- a/sum.cu' 'says: no more' >"$folder/head.diff"

# begins WORDS FILE [COMMAND]: what head.awk makes of the file, in one line, is this.
begins() {
    read=$(awk -v "command=${3-}" -f "$root/tests/head.awk" "$folder/$2" 2>&1 | tr '\n' ' ')
    [ "$read" = "$1" ] || wrong "expected of $2, $3: $1; it is $read"
}
begins 'exit: 1 says: ^head.cu:10: two$ has: three ' head.cu
begins 'exit: 1 says: ^head.cu:10: two$ ' head.cu './book run'
begins 'exit: 1 says: ^head.cu:10: two$ has: three ' head.cu './book check'
begins 'exit: 1 says: ^a .b.$ ' head.diff
PROGRAM_ENDS=1 ends 0 "head: $folder/head.diff"
printf '%s\n' '// say: two' 'int main() {}' >"$folder/head.cu"
begins 'head.cu:1: `say: ` is not known; known is, each with a colon: exit has says not env each under with title  ' head.cu
echo 'It adds' >"$folder/head.diff"
begins "head.diff:1: 'It adds' is not known; a remark begins with # " head.diff
! sh "$root/tests/case.sh" a.test:7 "head: $folder/head.diff" -- true 2>/dev/null || wrong 'a head that nobody understands is passed over'

# A tree with a program, whose tests are read as CMake has them read.
mkdir -p "$folder/tree/ch1_one/tests"
printf '%s\n' 'int main() {' '    return 1; // here' '    return 2; // twice' '} // twice' >"$folder/tree/ch1_one/sum.cu"
mkdir "$folder/tree/ch2_two"
cp "$folder/tree/ch1_one/sum.cu" "$folder/tree/ch2_two/other.cu"

# reads LINE ...: sets read to what is made of a file of these lines, and said to what is said of it.
reads() {
    printf '%s\n' "$@" >"$folder/tree/ch1_one/tests/sum.test"
    read=$(awk -v "root=$folder/tree" -v 'programs=ch1_one/sum;ch2_two/other' -f "$root/tests/cases.awk" \
        "$folder/tree/ch1_one/tests/sum.test" 2>"$folder/said")
    got=$? said=$(cat "$folder/said")
}

# refused LINE WORDS LINE ...: what is said of a file of these lines names that line, and has these words.
refused() {
    line=$1 words=$2
    shift 2
    reads "$@"
    case $got$said in "1ch1_one/tests/sum.test:$line: "*"$words"*) ;; *) wrong "expected of line $line: $words; said was: $said" ;; esac
}
refused 2 '`hass: ` is not known; known is a line that begins with `$ `' '$ sum' 'hass: 3'
refused 2 "'has 3' is not known" '$ sum' 'has 3'
refused 1 'before the first line that begins with `$ `' 'has: 3'
refused 3 '`brief: ` is said of the program, before' '' '$ sum' 'brief: --n 3'
refused 3 '`exit: ` is said twice' '$ sum' 'exit: 1' 'exit: 2'
refused 2 "a whole number, not 'one'" '$ sum' 'exit: one'
refused 2 "'gpus' is not accepted; accepted: emulator portable sanitized checked gpu" '$ sum' 'each: emulator gpus'
refused 2 "'gnuplots' is not accepted" '$ sum' 'needs: gnuplots'
refused 2 'there is no program ch1_one/gone.cu to be left out' '$ *' 'but: ch1_one/gone'
refused 2 "'1' has not as many values as n/sum has names" '$ sum' 'for: n/sum 1'
refused 2 'takes names, as n/exact' '$ sum' 'for: n'
refused 1 'what {n} is, no `for: ` says' '$ sum --n {n}'
refused 1 'an exit code alone does not tell why' '$ sum' 'exit: 2'
refused 3 "called 'default' already, at line ch1_one/tests/sum.test:1" '$ sum' '' '$ sum'
refused 1 'must stand on one line' '$ sum' 'has: {line // twice}'
refused 1 'must stand on one line' '$ sum' 'has: {line // nowhere}'
refused 1 'there is no program' '$ product'
mv "$folder/tree/ch1_one/sum.cu" "$folder/tree/ch1_one/product.cu"
refused 1 'there is no program ch1_one/sum.cu, of which to say it' 'brief: --n 3'
mv "$folder/tree/ch1_one/product.cu" "$folder/tree/ch1_one/sum.cu"
refused 2 "is no script of tests/" '$ sum' 'under: no_such.sh'

# made WORDS LINE ...: of these lines tests are made in which these words are.
made() {
    words=$1
    shift
    reads "$@"
    case $got$read in 0*"$words"*) ;; *) wrong "expected in what is made of '$*': $words; it is $said $read" ;; esac
}
made '[==[default]==]' '$ sum'
made '[==[exit: 0]==] [==[says: ^PASSED: ]==]' '$ sum'
made '[==[has: x 2]==]' '$ sum' 'has: x {line // here}'
made '[==[--n 3]==]' '$ sum --n {n}' 'for: n 2 3'
made '[==[says: 3 9]==]' '$ sum --n {n}' 'for: n/square 2/4 3/9' 'says: {n} {square}'
made '[==[--n 3 --m 5]==]' '$ sum --n {n} --m {m}' 'for: n 2 3' 'for: m 4 5'
made '"${program}" [==[a b]==] [==[]==] [==[c]==])' '$ sum '"'a b' '' c"
made '[==[--n 7]==]' 'brief: --n 7' '$ sum {brief}'
made '[==[ch2_two/other]==]' '$ *'
reads '$ *' 'but: ch2_two/other'
case $read in *ch2_two/other*) wrong 'but: has no effect' ;; esac

# A program that says of its options what is true, but for the mistake that its environment asks for.
cat >"$folder/sum" <<'END_OF_PROGRAM'
#!/bin/sh
refuse() {
    [ "$MISTAKE" != silent ] || exit 2
    echo "sum: option --$1: '$2' is not accepted; $3 is"
    exit "${REFUSES:-2}"
}
for word; do
    case $word in
    --n) [ "$MISTAKE" = alone ] || { echo 'sum: option --n needs a value; accepted: --n VALUE' && exit 2; } ;;
    --n=[1-5]) [ "$MISTAKE$word" != low--n=1 ] || refuse n 1 'a whole number from 2 to 5' ;;
    --n=6) [ "$MISTAKE" = high ] || refuse n 6 'a whole number from 1 to 5' ;;
    --n=*) [ "$MISTAKE$word" = blank--n= ] || refuse n "${word#--n=}" 'a whole number from 1 to 5' ;;
    --type) echo 'sum: option --type needs a value; accepted: --type VALUE' && exit 2 ;;
    --type=float) ;;
    --type=double) [ "$MISTAKE" != word ] || refuse type double 'float or double' ;;
    --type=*) [ "$MISTAKE" = words ] || refuse type "${word#*=}" 'float or double' ;;
    --csv | --chart) [ $# = 2 ] || { echo "sum: option $word needs a value; accepted: $word VALUE" && exit 2; } ;;
    no/*) [ "$MISTAKE" = folder ] || { echo "option --csv: cannot write '$word': No such file or directory" && exit 2; } ;;
    /dev/full) [ "$MISTAKE" = disk ] || { echo "option --csv: cannot write '$word': No space left on device" && exit 1; } ;;
    *.gif) [ "$MISTAKE" = gif ] || { echo "option --chart: '$word' has an unknown extension '.gif'; accepted: .svg, .png" && exit 2; } ;;
    --help)
        [ "$MISTAKE" != help ] || exit 1
        printf '%s\n' 'sum: adds' '' options: '  --n          how many; 1 to 5, default 3' \
            '  --type       float|double: type; default float' '  --csv        file' '  --chart      file' '  --help       this text'
        exit
        ;;
    esac
done
END_OF_PROGRAM
chmod +x "$folder/sum"
sh "$root/tests/options.sh" "$folder/sum" >"$folder/said" || wrong "options.sh: $(cat "$folder/said")"
for mistake in silent alone low high blank word words folder disk gif help; do
    ! MISTAKE=$mistake sh "$root/tests/options.sh" "$folder/sum" >"$folder/said" 2>&1 ||
        wrong "options.sh has not seen the mistake '$mistake': $(cat "$folder/said")"
done
! REFUSES=1 sh "$root/tests/options.sh" "$folder/sum" >"$folder/said" || wrong 'options.sh does not look at the exit code'
[ "$failed" = 0 ] && echo 'each expectation can fail, and what is not understood is refused'
exit "$failed"
