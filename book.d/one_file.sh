# Building one .cu file in a folder of its own, by a recipe (one_file.cmake). Read by `book`, for a reader's
# own files, and by the tests of broken copies.
# shellcheck shell=sh

# A path as ninja takes it in a list of them.
ninja_path() {
    case $1 in
    *[\$\ :]*) printf '%s\n' "$1" | sed 's/[$ :]/$&/g' ;;
    *) printf '%s\n' "$1" ;;
    esac
}

# one_file BUILD RECIPE SOURCE FOLDER [OBJECT_SOURCE...]: builds SOURCE (an absolute path), and what further
# files there are in C, as FOLDER/program. FOLDER is relative to BUILD. Prints what ninja prints and returns
# its exit code; where nothing has changed nothing is done. The libraries that $own_libraries names are linked: see
# libraries.awk.
one_file() (
    cd -- "$1" || exit 1
    recipe=$2 source=$3 folder=$4
    shift 4
    mkdir -p "$folder" || exit 1
    name=${source##*/}
    name=${name%.cu}
    rewriter='' runtime='' compiled=$source objects=$folder/program.o libraries=''
    if [ "$recipe" != gpu ]; then
        rewriter=tools/cuda_rewrite
        runtime="| tools/libemulator_runtime.${recipe%.unoptimised}.a"
        for library in ${own_libraries-}; do
            libraries="$libraries tools/lib$library.a"
        done
        compiled=$folder/$name.cpp
    else
        for library in ${own_libraries-}; do
            libraries="$libraries -l$library"
            [ "$library" != cublas ] || libraries="$libraries -lcublasLt"
        done
    fi
    # The program's pictures are called after the file.
    case $name in *[!A-Za-z0-9_.\ +-]*) option='' ;; *) option="'-DBOOK_NAME=\"$name\"'" ;; esac
    {
        echo "builddir = $folder"
        echo "option = $option"
        echo "libraries =$libraries"
        echo "include recipes/$recipe.ninja"
        [ -z "$rewriter" ] ||
            echo "build $(ninja_path "$compiled"): rewrite $(ninja_path "$source") | $rewriter"
        echo "build $folder/program.o: compile $(ninja_path "$compiled")"
        for file; do
            objects="$objects $folder/${file##*/}.o"
            echo "build $folder/${file##*/}.o: compile_c $(ninja_path "$file")"
        done
        echo "build $folder/program: link $objects ${runtime:+$runtime$libraries}"
    } >"$folder/build.ninja.new"
    ninja_program "$folder"
)

# ninja_program FOLDER: builds FOLDER/program by FOLDER/build.ninja.new, which becomes build.ninja.
ninja_program() {
    # Ninja compares times, too: a file that is the same keeps its own.
    if cmp -s "$1/build.ninja.new" "$1/build.ninja"; then
        rm -f "$1/build.ninja.new"
    else
        mv -f "$1/build.ninja.new" "$1/build.ninja" || return 1
    fi
    "$(command -v ninja || command -v ninja-build)" -f "$1/build.ninja" "$1/program"
}
