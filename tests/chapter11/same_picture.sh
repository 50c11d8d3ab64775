#!/bin/sh
# same_picture.sh PROGRAM: heat_mpi draws the same picture, byte by byte, in one process and in three.
here=$(dirname "$0")/..
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
"$1" --size 90 --steps 400 --out "$folder/one.ppm" || exit
BOOK_RANKS=3 sh "$here/ranks.sh" "$1" --size 90 --steps 400 --out "$folder/three.ppm" || exit
cmp "$folder/one.ppm" "$folder/three.ppm" && [ "$(wc -c <"$folder/one.ppm")" -gt 24000 ]
