#!/bin/sh
# sanitizer.sh NVCC COMPUTE_SANITIZER FOLDER [FILE.cu...]: runs the mistakes of these files, or of all here that
# nvcc compiles, on the GPU under memcheck (with leaks), racecheck, initcheck and synccheck of NVIDIA's compute-sanitizer,
# and says which of them it finds: at a line that the source marks by "// here: CASE", or, of a case that marks
# none, at all. Prints a line for each case, its fields divided by tabs:
#
#   FILE CASE found|elsewhere|missed|ended|hangs|not-built WHAT
#
# ended: with an error that no tool has put into words. The folder keeps what was built and said. A case is given
# up after SANITIZER_SECONDS (60) of one tool. `./book proof mistakes` runs this.
if [ $# -lt 3 ]; then
    echo "usage: sanitizer.sh NVCC COMPUTE_SANITIZER FOLDER [FILE.cu...]" >&2
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd -P)
ROOT=${here%/*/*} nvcc=$1
compute_sanitizer=$2
rm -rf "$3" && mkdir -p "$3" || exit 1
folder=$(CDPATH='' cd -- "$3" && pwd -P)
shift 3
if [ $# -eq 0 ]; then
    for file in "$here"/*.cu; do
        case $file in */limits.cu) ;; *) set -- "$@" "$file" ;; esac # nvcc refuses to compile that one
    done
fi
# shellcheck source=/dev/null
. "$ROOT/book.d/check.sh"
limited() { timeout -k 5 "${SANITIZER_SECONDS:-60}" "$compute_sanitizer" "$@"; }
# shellcheck disable=SC2034  # what sanitize_by calls
SANITIZER=limited

# side_by_side COMMAND: as many at a time as there are processors.
side_by_side() {
    jobs=$(nproc 2>/dev/null) || jobs=2
    while [ "$jobs" -gt 0 ]; do
        "$@" &
        jobs=$((jobs - 1))
    done
    wait
}

# On Hopper with an a, for what only that has; and no PTX beside it, for chips that have it not. Elsewhere files that
# use it are not built.
chip=-arch=native
case $(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null) in
9.0*) chip='-gencode arch=compute_90a,code=sm_90a' ;;
esac

# Builds each of the files that nobody else does: who makes its folder does.
build_some() {
    for file; do
        name=${file##*/} name=${name%.cu}
        mkdir "$folder/$name" 2>/dev/null || continue
        libraries=''
        ! grep -q 'include <nccl.h>' "$file" || libraries=-lnccl
        # shellcheck disable=SC2086 # none or some
        "$nvcc" $chip -std=c++17 -lineinfo -w -I"$ROOT" -o "$folder/$name/program" "$file" $libraries \
            >"$folder/$name/log" 2>&1
    done
}

check_some() {
    for file; do
        name=${file##*/} name=${name%.cu}
        [ -x "$folder/$name/program" ] || continue
        for case in $("$folder/$name/program" </dev/null); do
            mkdir "$folder/$name/$case" 2>/dev/null || continue
            check_case "$file" "$case" "$folder/$name/$case" >"$folder/$name/$case.row"
        done
    done
}

# The lines of which a report must name one, as a regular expression; empty if any will do.
marked_lines() {
    grep -nE "// here: ([a-z0-9_]+, )*$2(,|\$)" "$1" |
        sed "s|:.*||; s|.*|${1##*/}:&([^0-9]\|\$)|" | paste -sd '|' -
}

# check_case FILE CASE FOLDER: prints its line.
check_case() {
    codes=''
    for tool in memcheck racecheck initcheck synccheck; do
        sanitize_by $tool "$3" "${3%/*}/program" "$2" wrong </dev/null >"$3/$tool.out" 2>&1
        codes="$codes $?"
    done
    in_our_words "$3" "tests/checker/${1##*/}" text >"$3/report" 2>/dev/null
    lines=$(marked_lines "$1" "$2") findings=$(grep -c '^CUDA checker: error' "$3/report")
    case $findings,$codes, in
    0,*' 124'* | 0,*' 137'*) verdict=hangs ;;
    0,' 0 0 0 0,') verdict=missed ;;
    0,*) verdict=ended ;;
    *)
        verdict=elsewhere
        ! grep -Eq -e "${lines:-.}" "$3/report" || verdict=found
        ;;
    esac
    printf '%s\t%s\t%s\t%s\n' "$name" "$2" $verdict \
        "$(sed -n '1s/^CUDA checker: error: //p' "$3/report")"
}

side_by_side build_some "$@"
side_by_side check_some "$@"
for file; do
    name=${file##*/} name=${name%.cu}
    if [ ! -x "$folder/$name/program" ]; then
        printf '%s\t-\tnot-built\t%s\n' "$name" "$(grep -m 1 'error' "$folder/$name/log")"
        continue
    fi
    for case in $("$folder/$name/program" </dev/null); do
        cat "$folder/$name/$case.row"
    done
done
