#!/bin/sh
# first_hour.sh SCRATCH SOURCE [COMPILER [LINKER]]: runs and checks a program of first_hour/ or cases/, as a reader's own
# file in the checkout SCRATCH/checkout, built by the one compiler (see forced_compiler.sh) and linker, and compares what
# they get to see with the comments at the top of the source, of which cases/ may have those for one of the two only:
#
#   // run: CODE ~ REGEX ~ REGEX ...      the exit code of `./book run`, and extended regular expressions of
#   // run: ~ REGEX ~ REGEX ...           which each matches a line; HERE stands for the name of the file and
#   // check: CODE ~ REGEX ...            the number of the line that ends in `// here`; both: run and check
#
# Nothing may be said of the emulator's own files, or of code that the reader did not write. All is the same without
# a locale as in one: with a linker each is run and checked in both, else the one in this, the other in that.
scratch=$1 source=$2 compiler=${3-} FORCED_LINKER=${4-}
export FORCED_LINKER
for tool in $compiler ${FORCED_LINKER:+ld.$FORCED_LINKER}; do
    command -v "$tool" >/dev/null || { echo "no $tool here"; exit 77; }
done
case $compiler:$FORCED_LINKER in
:) calls='run-C check-C.UTF-8' ;;
*:) calls='check-C run-C.UTF-8' ;;
*) calls='run-C check-C run-C.UTF-8 check-C.UTF-8' ;;
esac
unset LC_ALL LC_CTYPE LC_MESSAGES LANGUAGE
BOOK_BUILD_DIR=$scratch/build${compiler:+.$compiler}
CUDA_EMULATOR_SOURCE_ROOT=$scratch/checkout/
export BOOK_BUILD_DIR CUDA_EMULATOR_SOURCE_ROOT
unset DISPLAY WAYLAND_DISPLAY
name=${source##*/}
here=$name:$(grep -n '// here' "$source" | sed 's/:.*//')
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}

# promised HOW: the comments for it, a line each.
promised() { tr -d '\r' <"$source" | sed -n "s/^[^a-z]*\(both\|$1\): *//p"; }

case $source in
*/cases/*) [ -n "$(promised run)$(promised check)" ] || wrong "$name does not say what is to be said of it" ;;
esac
for call in $calls; do
    how=${call%%-*}
    case $source in
    */cases/*) [ -n "$(promised "$how")" ] || continue ;;
    esac
    if [ "${call#*-}" = C ]; then unset LANG; else export LANG="${call#*-}"; fi
    code=$(promised "$how" | sed -n 's/^\([0-9][0-9]*\).*/\1/p')
    [ -n "$code" ] || { wrong "$name does not say what ./book $how ends with"; continue; }
    options=
    [ "$how" = check ] || options='--backend emulator'
    # shellcheck disable=SC2086  # two words or none
    "$scratch/checkout/book" $how $options "$scratch/checkout/tests/${source##*/tests/}" >output 2>&1 </dev/null
    got=$?
    printf '$ %s./book %s %s\n' "${LANG:+LANG=$LANG }" "$how" "$name"
    cat output
    [ $got -eq "$code" ] || wrong "expected exit code $code, got $got"
    promised "$how" | sed 's/^[0-9]* *~* *//' |
        awk '{ n = split($0, part, / +~ +/); for (i = 1; i <= n; i++) print part[i] }' |
        sed "s|HERE|([^ ]*/)?$here|g" >lines
    while IFS= read -r line; do
        grep -Eq -e "$line" output || wrong "expected a line like: $line"
    done <lines
    ! grep -En 'emulator/(include|runtime|checker|machine)|include/(c[+][+]|emulator)|lambda|__cuda_|\.cpp\b' output ||
        wrong 'that is not about what the reader wrote'
done
exit $failed
