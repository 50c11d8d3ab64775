# What the tests of the command `book` share. A test takes the checkout as its
# argument, prints what failed and exits 1 if anything did.
# shellcheck shell=sh disable=SC2034

ROOT=${1:?usage: sh tests/book/NAME.sh CHECKOUT}
ROOT=$(CDPATH='' cd -- "$ROOT" && pwd -P) || exit 1
BOOK=$ROOT/book
# A folder of its own, with a space in its name as a reader's may have.
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/book test.XXXXXX") || exit 1
SCRATCH=$(CDPATH='' cd -- "$SCRATCH" && pwd -P) || exit 1
cd "$SCRATCH" || exit 1
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 1' INT TERM
OUT=$SCRATCH/stdout ERR=$SCRATCH/stderr INPUT=/dev/null
FAILURES=0
# The caller's choices are not part of a test, nor is the caller's display.
unset BOOK_BUILD_DIR CXX CUDACXX CI CUDA_EMULATOR_FAIL_CALL DISPLAY WAYLAND_DISPLAY
DID=

# runs CODE COMMAND...: runs it, its output in $OUT and $ERR, and wants that exit code.
runs() {
    expected=$1
    shift
    DID=$*
    "$@" <"$INPUT" >"$OUT" 2>"$ERR"
    got=$?
    [ $got -eq "$expected" ] || wrong "expected exit code $expected, got $got"
}

# wrong MESSAGE: the last command did something wrong; shows what it printed.
wrong() {
    FAILURES=$((FAILURES + 1))
    printf '%s\n  after: %s\n' "$1" "$DID"
    sed 's/^/  stdout: /' "$OUT"
    sed 's/^/  stderr: /' "$ERR"
}

# out REGEX, err REGEX: the last command's output has a line like that;
# no_out, no_err: it has none. (Extended regular expressions.)
out() { grep -Eq -e "$1" "$OUT" || wrong "expected on stdout: $1"; }
err() { grep -Eq -e "$1" "$ERR" || wrong "expected on stderr: $1"; }
no_out() { ! grep -Eq -e "$1" "$OUT" || wrong "not expected on stdout: $1"; }
no_err() { ! grep -Eq -e "$1" "$ERR" || wrong "not expected on stderr: $1"; }

# rows: the table of programs that the last command printed, now a line each: CHAPTER/NAME VERDICT WORDS TIME.
rows() {
    awk '
        function flush() { if (row != "") print row "  " time " s"; row = "" }
        /^ch[^ ]*$/ { flush(); chapter = $0; next }
        chapter != "" && match($0, /^  [a-z][^ ]* .* [0-9]+[.][0-9]+ s  /) {
            flush()
            time = row = substr($0, 1, RLENGTH - 4)
            sub(/.* /, "", time)
            sub(/ +[^ ]*$/, "", row)
            sub(/^  /, chapter "/", row)
            row = row "  " substr($0, RLENGTH + 1)
            next
        }
        row != "" && sub(/^          +/, "") { row = row " " $0; next }
        { flush(); chapter = ""; print }
        END { flush() }' "$OUT" >"$SCRATCH/rows" && cp "$SCRATCH/rows" "$OUT"
}

# silent: nothing on stdout.
silent() { [ ! -s "$OUT" ] || wrong "expected nothing on stdout"; }

# bare_path TOOL...: sets BARE to a folder that as PATH has only the plainest of
# tools, and those named.
bare_path() {
    BARE=$SCRATCH/bare
    rm -rf "$BARE"
    mkdir "$BARE" || exit 1
    for tool in sh cat cut date dirname env head id ls mkdir nproc readlink rm sort tail tr "$@"; do
        path=$(command -v "$tool") || { echo "this test needs $tool"; exit 77; }
        ln -s "$path" "$BARE/$tool"
    done
}

# A tool that is not there but for this: a script of the text on standard input.
fake_tool() {
    { echo '#!/bin/sh'; cat; } >"$1" && chmod +x "$1"
}

# fake_compiler PATH: a C++ compiler, new enough, whose preprocessor misses the libraries
# that are named in the file $MISSING.
MISSING=$SCRATCH/missing
fake_compiler() {
    : >"$MISSING"
    printf '%s\n' "case \$1 in -dump*) echo 14.0.6 ;; -E) cat '$MISSING' ;;" \
        '*) echo "clang version 14.0.6" ;; esac' | fake_tool "$1"
}

# stand_in_tree: sets TREE to a checkout with this command and a stand-in for the
# build, quick to configure: its programs are shell scripts below a title line.
# For its command, what this machine has below /usr is not there, but what a test
# puts below $USR.
stand_in_tree() {
    TREE="$SCRATCH/a checkout"
    USR=$SCRATCH/usr
    mkdir -p "$TREE/ch5_dot" "$TREE/ch5_sum" "$TREE/ch10_last" || exit 1
    cp -R "$ROOT/book" "$ROOT/book.d" "$TREE/" || exit 1
    sed "s|^USR=/usr\$|USR='$USR'|" "$ROOT/book.d/tools.sh" >"$TREE/book.d/tools.sh"
    grep -Fqx "USR='$USR'" "$TREE/book.d/tools.sh" || { echo 'tools.sh has no line USR=/usr'; exit 1; }
    cat >"$TREE/CMakePresets.json" <<'TEXT'
{ "version": 6, "configurePresets": [ { "name": "book", "generator": "Ninja",
  "binaryDir": "${sourceDir}/build" } ] }
TEXT
    cat >"$TREE/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.25)
project(stand_in LANGUAGES NONE)
set(KEPT "" CACHE STRING "of a test: --fresh forgets it")
message(NOTICE "book: the build says so${KEPT}")
message(STATUS "book: a line of CMake's own")
function(add_script target source output)
  add_custom_command(OUTPUT "${output}" DEPENDS "${source}" VERBATIM
    COMMENT "Linking CXX executable ${output}"
    COMMAND sh -c "mkdir -p \"\${2%/*}\" && tail -n +2 \"$1\" >\"$2\" && sh -n \"$2\" && chmod +x \"$2\""
            sh "${source}" "${PROJECT_BINARY_DIR}/${output}")
  add_custom_target(${target} DEPENDS "${output}")
endfunction()
set(backends emulator)
if(DEFINED ENV{CUDACXX})
  list(APPEND backends gpu)
endif()
if(DEFINED ENV{STAND_IN_CHECKED})
  list(APPEND backends checked)
endif()
if(DEFINED ENV{STAND_IN_PROFILED})
  list(APPEND backends profiled)
endif()
if(DEFINED ENV{STAND_IN_RECORDED})
  list(APPEND backends recorded)
endif()
foreach(backend ${backends})
  add_custom_target(${backend}_programs ALL)
  foreach(program ch5_dot/dot ch5_sum/add_one ch5_sum/add_two ch10_last/dot2)
    string(REPLACE "/" "." name ${program})
    add_script(${backend}.${name} "${PROJECT_SOURCE_DIR}/${program}.cu" ${backend}/${program})
    add_dependencies(${backend}_programs ${backend}.${name})
  endforeach()
  # A script of the reader's own: "rewritten", "compiled" and "linked".
  file(WRITE "${PROJECT_BINARY_DIR}/tools/cuda_rewrite" "")
  file(WRITE "${PROJECT_BINARY_DIR}/tools/libemulator_runtime.${backend}.a" "")
  file(WRITE "${PROJECT_BINARY_DIR}/recipes/${backend}.ninja"
    "rule rewrite\n  command = cp $in $out\n"
    "rule compile\n  command = tail -n +2 $in >$out && sh -n $out\n"
    "rule link\n  command = cp $in $out.new && chmod +x $out.new && mv $out.new $out\n")
  add_custom_target(${backend}.recipe)
endforeach()
enable_testing()
add_test(NAME first COMMAND sh -c "echo told; exit 0")
add_test(NAME second COMMAND sh -c "echo why it failed; exit 1")
add_test(NAME of_dot COMMAND sh "${PROJECT_BINARY_DIR}/emulator/ch5_dot/dot")
add_test(NAME "of add_one, from elsewhere" COMMAND sh -c "true")
set_tests_properties("of add_one, from elsewhere" PROPERTIES
  REQUIRED_FILES "${PROJECT_BINARY_DIR}/emulator/ch5_sum/add_one")
add_test(NAME long COMMAND sh "${PROJECT_BINARY_DIR}/emulator/ch5_sum/add_two")
set_tests_properties(long PROPERTIES LABELS "book;thorough")
TEXT
    for name in ch5_dot/dot ch5_sum/add_one ch5_sum/add_two ch10_last/dot2; do
        script "$TREE/$name.cu" "echo 'PASSED: ${name##*/} is right'"
    done
}

# script FILE.cu LINE...: a program of the stand-in tree.
script() {
    file=$1
    shift
    name=${file##*/}
    { echo "// ${name%.cu}: the title of ${name%.cu}"; echo '#!/bin/sh'; printf '%s\n' "$@"; } >"$file"
}

finish() {
    [ "$FAILURES" -eq 0 ] || { echo "$FAILURES failed"; exit 1; }
    exit 0
}
