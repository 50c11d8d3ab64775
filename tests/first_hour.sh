#!/bin/sh
# first_hour.sh SCRATCH SOURCE [COMPILER [LINKER]]: runs and checks a program of first_hour/ or cases/, as a reader's own
# file in the checkout SCRATCH/checkout, built by the one compiler (see forced_compiler.sh) and linker, and compares what
# they get to see with what the comments at the top of the source say of `$ ./book run` and `$ ./book check`, in the
# words of a case (README.md, head.awk). In cases/ one of the two may be left out.
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
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
wrong() {
    echo "$*"
    failed=1
}

# asked HOW: whether the source says what `./book HOW` must answer.
asked() { tr -d '\r' <"$source" | grep -q "^[^a-z]*[$] [.]/book $1\$"; }

asked run || asked check || wrong "$name does not say what is to be said of it"
for call in $calls; do
    how=${call%%-*}
    if ! asked "$how"; then
        case $source in */cases/*) ;; *) wrong "$name does not say what ./book $how ends with" ;; esac
        continue
    fi
    if [ "${call#*-}" = C ]; then unset LANG; else export LANG="${call#*-}"; fi
    lines=$(awk -v command="./book $how" -f "$scratch/checkout/tests/head.awk" "$source") || { failed=1 && continue; }
    set --
    while IFS= read -r line; do
        [ -z "$line" ] || set -- "$@" "$line"
    done <<LINES
$lines
LINES
    options=
    [ "$how" = check ] || options='--backend emulator'
    # shellcheck disable=SC2086  # two words or none
    sh "$scratch/checkout/tests/case.sh" "$name" "$@" -- \
        "$scratch/checkout/book" $how $options "$scratch/checkout/tests/${source##*/tests/}" >output 2>&1 || failed=1
    printf '$ %s./book %s %s\n' "${LANG:+LANG=$LANG }" "$how" "$name"
    cat output
    ! grep -En 'emulator/(include|runtime|checker|machine)|include/(c[+][+]|emulator)|lambda|__cuda_|\.cpp\b' output ||
        wrong 'that is not about what the reader wrote'
done
exit $failed
