#!/bin/sh
# removed.sh ROOT CUDA_REWRITE: that book.d/removed.awk finds in a file what the rewriter warns of, and says the
# same.
root=$1 rewriter=$2
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cd "$root" || exit 1
file=tests/emulator/old_books.cu
"$rewriter" "$file" --output "$folder/out.cpp" 2>&1 |
    sed -n 's/^\([^:]*:[0-9]*\):[0-9:]* warning:/\1:/p' | sort >"$folder/rewriter"
awk -f book.d/removed.awk emulator/rewriter/passes/removed.cpp "$file" | sort >"$folder/awk"
[ "$(wc -l <"$folder/rewriter")" -gt 20 ] || { echo 'the rewriter says too little'; exit 1; }
diff -u "$folder/rewriter" "$folder/awk"
