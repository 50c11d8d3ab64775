#!/bin/sh
# broken_copies.sh ROOT BUILD FLAVOUR FILE.diff...: makes broken copies of one program of the checkout ROOT, each in
# a folder of its own, BUILD/sabotage/CHAPTER/PROGRAM/NAME: its text as `copy`, what is compiled of that as
# `program`; or `why`, a sentence, where it cannot be made, which no other copy suffers from.
#
# Nearly all that is compiled for such a copy is the same for each of them. So they are compiled together, as one
# program that is all of them (together.awk), and those of which that is not possible, one by one.
root=$1 build=$2 flavour=$3
shift 3
# shellcheck source=/dev/null
. "$root/book.d/diffs.sh"
# shellcheck source=/dev/null
. "$root/book.d/one_file.sh"

program=${1##*/tests/sabotage/}
program=${program%/*}
chapter=${program%/*}
source=copy/$program.cu
recipe=$flavour.unoptimised
cd -- "$build" && mkdir -p "sabotage/$program" || exit 1
# Whoever tests the same program in the same build waits.
! command -v flock >/dev/null || { exec 9>"sabotage/$program/lock.$flavour" && flock 9; } || exit 1

# make_copy DIFF FOLDER: makes FOLDER/copy, or FOLDER/why.
make_copy() {
    diff=$1 copy=$2/copy file=$(diff_file "$1")
    [ ! -f "$2/why" ] || rm "$2/why" || exit 1
    case $file in "$chapter"/*) ;; *)
        mkdir -p "$2" && echo "tests/$2.diff changes '$file', which is no file of $chapter" >"$2/why"
        return 1
        ;;
    esac
    [ -d "$copy/${file%/*}" ] || mkdir -p "$copy/${file%/*}" || exit 1
    [ -h "$copy/common" ] || ln -s "$root/common" "$copy/common" || exit 1
    # It lies among the files of its chapter, or what stands for them; a ladder has a folder of its own there.
    for here in "$root/$chapter" "$root/$chapter"/*/; do
        here=${here%/}
        there=$copy/${here#"$root/"}
        set --
        for neighbour in "$here"/*.h "$here/${program##*/}.cu"; do
            [ ! -f "$neighbour" ] || [ "$neighbour" = "$root/$file" ] || [ -h "$there/${neighbour##*/}" ] ||
                set -- "$@" "$neighbour"
        done
        [ $# -eq 0 ] || { { [ -d "$there" ] || mkdir -p "$there"; } && ln -sf "$@" "$there/"; } || exit 1
    done
    # One that is the same as last time is not compiled again.
    new=$copy/$file
    [ ! -e "$new" ] || new=$copy/new
    if ! said=$(apply_diff "$diff" "$root/$file" "$new"); then
        {
            printf '%s\n' "$said"
            echo "the lines that tests/${copy%/copy}.diff changes do not stand in $file any more:" \
                "make it of what stands there now, or take it out if what it broke is gone"
        } >"${copy%/copy}/why"
        return 1
    fi
    [ "$new" = "$copy/$file" ] || if cmp -s "$new" "$copy/$file"; then rm "$new"; else mv -f "$new" "$copy/$file"; fi
}

# compile_together FOLDER...: one program of all of them; prints what ninja prints.
compile_together() {
    all=sabotage/$program/together.$flavour
    mkdir -p "$all" || exit 1
    {
        echo "builddir = $all"
        echo "option = '-DBOOK_NAME=\"${program##*/}\"' -Wno-builtin-macro-redefined"
        echo "include recipes/$recipe.ninja"
        echo "rule together"
        echo "  command = awk -f '$(ninja_path "$root/tests/together.awk")' \$in >\$out"
        rewritten='' here=$(ninja_path "$build")
        for folder; do
            echo "build $folder/${program##*/}.cpp: rewrite $here/$folder/$source | tools/cuda_rewrite"
            rewritten="$rewritten $folder/${program##*/}.cpp"
        done
        echo "build $all/together.cpp: together$rewritten | $(ninja_path "$root/tests/together.awk")"
        echo "build $all/program.o: compile $all/together.cpp"
        echo "build $all/program: link $all/program.o | tools/libemulator_runtime.$flavour.a"
    } >"$all/build.ninja.new"
    ninja_program "$all" || return 1
    for folder; do
        [ -h "$folder/program" ] && [ "$(readlink "$folder/program")" = "../together.$flavour/program" ] ||
            ln -sf "../together.$flavour/program" "$folder/program" || exit 1
    done
}

# compile_alone FOLDER: a program of it; or FOLDER/why.
compile_alone() {
    [ ! -h "$1/program" ] || rm "$1/program"
    with=$(diff_field "$root/tests/$1.diff" with)
    [ -z "$with" ] || ln -sf "$root/$with" "$1/copy/$chapter/" || exit 1
    one_file "$build" "$recipe" "$build/$1/$source" "$1" ${with:+"$build/$1/copy/$chapter/${with##*/}"} \
        >"$1/why" 2>&1 && rm "$1/why" && return
    rm -f "$1/program"
    echo "the broken copy does not compile" >>"$1/why"
}

# For one in which the preprocessor is told something else, what is shared may be another text; and functions of C
# have the same name in each.
alone=$(grep -lE '^([-+] *#|with: )' "$@")
newline='
'
together=''
for diff; do
    folder=sabotage/$program/${diff##*/}
    folder=${folder%.diff}
    if ! make_copy "$diff" "$folder"; then
        rm -f "$folder/program"
        continue
    fi
    case "$newline$alone$newline" in
    *"$newline$diff$newline"*) compile_alone "$folder" ;;
    *) together="$together $folder" ;;
    esac
done
# shellcheck disable=SC2086 # folders without spaces
set -- $together
if [ $# -gt 1 ]; then
    compile_together "$@" && exit
    echo 'they cannot be compiled together (above), so that each is compiled alone:'
fi
for folder; do
    echo "$folder"
    compile_alone "$folder"
done
