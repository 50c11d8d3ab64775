#!/bin/sh
# checker_speed.sh BUILD [TURNS]: what programs cost with the checker, beside the plain emulator with one
# worker. The two run in turns, and the shortest time of each counts. First the kernels of
# checker_speed.cu, by the processor's time of their launches; then programs of the suite, by all that
# they need as user, from beginning to end; and at last all programs of the suite at their defaults, of
# which it shows the ten that the checker slows down most.
set -eu
build=$(cd "$1" && pwd) turns=${2:-3}
export CUDA_EMULATOR_WORKERS=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The rows `flavour|name|time` of all turns become one row for each name.
table() {
    awk -F'|' '
        !($2 in seen) { seen[$2]; names[++count] = $2 }
        !(($1, $2) in best) || $3 + 0 < best[$1, $2] { best[$1, $2] = $3 + 0 }
        END {
            printf "%-52s %10s %10s %7s\n", "", "plain ms", "checked ms", "ratio"
            for (i = 1; i <= count; ++i) {
                plain = best["emulator", names[i]]; checked = best["checked", names[i]]
                printf "%-52s %10.2f %10.2f %7.1f\n", names[i], plain, checked, plain ? checked / plain : 0
            }
        }'
}

turn=0
while [ "$turn" -lt "$turns" ]; do
    for flavour in emulator checked; do
        "$build/$flavour/bench/checker_speed" --rounds 3 2>"$work/errors" |
            sed "s/^\(.*[^ ]\)  *\([0-9.][0-9.]*\)\$/$flavour|\1|\2/" || :
    done
    turn=$((turn + 1))
done | table

# user_time RUNS COMMAND...: the user time of one run in milliseconds: the first number of the second
# line of `times`.
user_time() {
    sh -c 'left=$1
        shift
        while [ "$left" -gt 0 ]; do
            "$@" >output 2>errors </dev/null
            left=$((left - 1))
        done
        times' sh "$@" |
        awk -v runs="$1" 'NR == 2 { split($1, part, /[ms]/); print (part[1] * 60 + part[2]) * 1000 / runs }'
}

cd "$work"
while read -r name options; do
    turn=0
    while [ "$turn" -lt "$turns" ]; do
        for flavour in emulator checked; do
            # shellcheck disable=SC2086 # several options
            echo "$flavour|${name##*/} $options|$(user_time 1 "$build/$flavour/$name" $options)"
        done
        turn=$((turn + 1))
    done
done <<'PROGRAMS' | table
ch8_const_texture/heat --texture 1d --size 256 --frames 20
ch8_const_texture/heat --texture 2d --size 256 --frames 20
ch8_const_texture/tex_dot --n 1000000 --repeat 3
ch8_const_texture/ray --size 128 --repeat 3
PROGRAMS

# Times of single runs are too rough where a program takes a few milliseconds.
for program in "$build"/checked/ch*/*; do
    name=${program#"$build/checked/"}
    if [ ! -f "$program" ] || [ ! -x "$program" ] || [ ! -x "$build/emulator/$name" ]; then
        continue
    fi
    runs=$(user_time 1 "$build/emulator/$name" | awk '{ print $1 < 4 ? 25 : int(100 / $1) + 1 }')
    turn=0
    while [ "$turn" -lt "$turns" ]; do
        for flavour in emulator checked; do
            echo "$flavour|$name|$(user_time "$runs" "$build/$flavour/$name")"
        done
        turn=$((turn + 1))
    done
done | table | {
    IFS= read -r header
    printf '%s\n' "$header"
    sort -k 4,4 -n -r | head -n 10
}
