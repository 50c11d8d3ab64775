#!/bin/sh
# words_of_tools.sh ROOT: what link.sh makes of the words of linkers, also of such as are not here; and that linkers and
# compilers speak English, whatever the reader does.
root=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
LANG=de_DE.UTF-8 LANGUAGE=de LC_ALL=de_DE.UTF-8
export LANG LANGUAGE LC_ALL

# says EXPECTED: link.sh of a linker that fails and says what is on standard input.
says() {
    cat >words
    # shellcheck disable=SC2016 # expanded by the inner shell
    sh "$root/cmake/link.sh" sh -c '[ "$LC_ALL" = C ] || echo "nicht definiert"; cat words >&2; exit 3' >got 2>&1
    code=$?
    [ $code = 3 ] || { echo "expected exit code 3, got $code"; failed=1; }
    printf '%s\n' "$1" >expected
    cmp -s expected got || { echo 'what linkers say:' && cat words && echo 'became:' && cat got && failed=1; }
}
# GNU's, of 2.40 and of 2.46.
says "one.cu:12: error: add(int, int) is used, and no file defines it
/far/two.cu:7: error: fill(int*) is used, and no file defines it
error: a virtual function of shape is declared, and no file defines it" <<END
/usr/bin/ld: one.o: warning: relocation against \`_ZTV5shape' in read-only section \`.text'
/usr/bin/ld: one.o: in function \`main':
$PWD/one.cu:12: undefined reference to \`add(int, int)'
/usr/bin/ld: $PWD/one.cu:13: undefined reference to \`add(int, int)'
/usr/bin/ld: two.o: in function \`use':
/usr/bin/x86_64-linux-gnu-ld.bfd: /far/two.cu:7:(.text+0x13): undefined reference to \`fill(int*)'
two.cu:(.text.unlikely+0x4): undefined reference to \`vtable for shape'
/usr/bin/ld: two.cu:(.text+0x9): more undefined references to \`add(int, int)' follow
collect2: error: ld returned 1 exit status
END
says 'error: there is no main(): a program begins with int main()' <<'END'
/usr/bin/ld: /usr/lib/x86_64-linux-gnu/Scrt1.o: in function `_start':
(.text+0x1b): undefined reference to `main'
collect2: error: ld returned 1 exit status
END
# gold.
says '/far/my work/one.cu:12: error: add(int, int) is used, and no file defines it
error: fill(int*) is used, and no file defines it
error: there is no main(): a program begins with int main()' <<'END'
/far/my work/one.cu:12: error: undefined reference to 'add(int, int)'
one.o:one.cu:function main: error: undefined reference to 'fill(int*)'
/usr/lib/x86_64-linux-gnu/crt1.o:function _start: error: undefined reference to 'main'
collect2: error: ld returned 1 exit status
END
# LLVM's and mold.
says '/far/one.cu:12: error: add(int, int) is used, and no file defines it
error: fill(int*) is used, and no file defines it
error: there is no main(): a program begins with int main()' <<'END'
ld.lld: error: undefined symbol: add(int, int)
>>> referenced by one.cu:12 (/far/one.cu:12)
>>>               one.o:(main)
>>> referenced by one.cu:13 (/far/one.cu:13)
>>>               one.o:(main)

mold: error: undefined symbol: fill(int*)
>>> referenced by one.cu
>>>               one.o:(main)
ld.lld: error: undefined symbol: main
>>> referenced by /lib/x86_64-linux-gnu/Scrt1.o:(_start)
clang: error: linker command failed with exit code 1 (use -v to see invocation)
END
# What else is wrong is shown with it, and words that are not known are never left out.
says 'ld.lld: error: unable to find library -lmine
error: add(int, int) is used, and no file defines it' <<'END'
ld.lld: error: unable to find library -lmine
ld.lld: error: undefined symbol: add(int, int)
>>> referenced by one.cu
collect2: error: ld returned 1 exit status
END
says 'somelinker: the name add is nowhere
collect2: error: ld returned 1 exit status' <<'END'
somelinker: the name add is nowhere
collect2: error: ld returned 1 exit status
END

: >one.cpp.columns
# shellcheck disable=SC2016 # expanded by the inner shell
sh "$root/cmake/compile.sh" false GNU sh -c '[ -z "$LANGUAGE" ] && [ "$LC_ALL" = C.UTF-8 ]' sh one.cpp ||
    { echo 'the compiler may speak another language'; failed=1; }
exit $failed
