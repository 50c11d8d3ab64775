#!/bin/sh
# cccl.sh INSTALLED OURS FOLDER: makes FOLDER of the headers of Thrust and CUB that lie in INSTALLED (/usr/include), so
# that the emulator can compile them. Those that are in OURS (emulator/cccl) take the place of the installed ones,
# which lie beside them then: x.cuh as x.installed.cuh. Where no Thrust is installed there is no FOLDER afterwards.
set -e
installed=$1 ours=$2 folder=$3
rm -rf "$folder.new"
if [ ! -f "$installed/thrust/version.h" ] || [ ! -f "$installed/cub/version.cuh" ]; then
    exec rm -rf "$folder"
fi
mkdir -p "$folder.new" || exit 1
if ! grep -q '^#define THRUST_VERSION 1017' "$installed/thrust/version.h"; then
    for header in thrust/detail/config.h cub/config.cuh; do
        mkdir -p "$folder.new/${header%/*}"
        echo '#error "The emulator works with Thrust and CUB 1.17, and the installed ones are of another version"' \
            >"$folder.new/$header"
    done
    rm -rf "$folder"
    exec mv "$folder.new" "$folder"
fi
cp -Rp "$installed/thrust" "$installed/cub" "$folder.new" || exit 1

# edit FILE EXPRESSION: by sed, which sees all of the file as one line. What has changed is no newer than it was.
edit() {
    sed -z -E "$2" "$1" >"$folder.new/edited" || exit 1
    touch -r "$1" "$folder.new/edited"
    mv -f "$folder.new/edited" "$1"
}
# g++ refuses a member that has the name of its type.
grep -rlE 'typedef [A-Za-z]+<' "$folder.new/cub" | while IFS= read -r file; do
    edit "$file" 's/typedef ([A-Za-z]+)<([^;]*)>(\s*)\1;/typedef CUB_NS_QUALIFIER::\1<\2>\3\1;/g'
done
# Nobody may call what is written in PTX, and clang++ would read it even so.
grep -rlw asm "$folder.new/cub" | while IFS= read -r file; do
    edit "$file" 's/\<asm( volatile)?\s*\(([^)]|\)+[^);])*\)+;/::cuda_emulator::inline_ptx();/g'
done
# Vectors are made of lists of values since version 2.0: thrust::device_vector<int> v{1, 2, 3};
vector_of_list() {
    edit "$folder.new/thrust/$1.h" "s/(\s)($2\(const $2 &v\))/\1$2(std::initializer_list<T> all) : $3\n\1\2/"
}
vector_of_list detail/vector_base vector_base 'vector_base() { assign(all.begin(), all.end()); }'
vector_of_list device_vector device_vector 'Parent(all) {}'
vector_of_list host_vector host_vector 'Parent(all) {}'
# An iterator that can be made of nothing, which algorithms want of some.
edit "$folder.new/thrust/iterator/transform_output_iterator.h" \
    's/(\s)(transform_output_iterator\(OutputIterator const)/\1transform_output_iterator() = default;\n\1\2/'
edit "$folder.new/thrust/system/cuda/detail/util.h" 's/asm\("trap;"\)/__trap()/g'

(cd -- "$ours" && find cub thrust cuda_occupancy.h -type f) | while IFS= read -r file; do
    to=$folder.new/$file
    [ ! -f "$to" ] || mv "$to" "${to%.*}.installed.${to##*.}"
    cp -p "$ours/$file" "$to" || exit 1
done
# Somebody may be about to read what is there, so it stays if nothing has changed.
diff -rq "$folder.new" "$folder" >/dev/null 2>&1 && exec rm -rf "$folder.new"
rm -rf "$folder"
exec mv "$folder.new" "$folder"
