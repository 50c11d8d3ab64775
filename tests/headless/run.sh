#!/bin/sh
# run.sh PROGRAM: a program built with headless_glut shows the pixels that it writes to a file, and
# by interoperability, not by way of the host.
program=$1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
for size in 64 333; do
    DISPLAY=headless HEADLESS_OUT=shown.ppm "$program" --size $size --frames 1 2>messages || {
        code=$?
        cat messages
        exit $code
    }
    cat messages
    if grep -q 'no window (no EGL device' messages; then exit 77; fi
    if grep -q 'no window\|no CUDA-OpenGL' messages; then exit 1; fi
    "$program" --size $size --frames 1 --out written.ppm || exit 1
    cmp shown.ppm written.ppm || exit 1
done
