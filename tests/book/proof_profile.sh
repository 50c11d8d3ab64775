#!/bin/sh
# proof_profile.sh REPOSITORY: how `./book proof profile` holds the tables of the emulator and of a GPU together, what it calls
# equal, and what it reports; by tables that are made up.
# shellcheck disable=SC2317  # what is sourced calls these
repository=$1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
wrong=0

fail() { echo "$1" && exit 1; }
say() { echo "$1"; }
# shellcheck source=/dev/null
. "$repository/book.d/proof_profile.sh"
ROOT=$scratch/tree
# shellcheck disable=SC2034  # read by what is sourced
results=$scratch/results
mkdir -p "$ROOT/bench" "$results/tables"
ln -s "$repository/book.d" "$ROOT/book.d"
echo 'a chip | 1 | 13.0 | g++ | today' >"$results/machine"

# Line numbers below are of this.
cat >"$ROOT/made_up.h" <<'SOURCE'
// A statement (over two
// lines of a comment); begins nowhere.
    store(x[i],
          "a ; and a // {", /* a comment
             that goes over a {
             third line; */ y[i]);
    if (x[i] > 0 &&
        x[i] < 8)
        x[i] = 0;
    else
        x[i] = 1;
    for (int k = 0; k < x[i];
         k++) // turns
        sum += x[k];
SOURCE

# table SIDE ROW...: of a launch of a kernel. A row: LINE MEMORY ACCESS REQUESTS BYTES MOVED IDEAL; requests: - if unknown.
table() {
    side=$1
    shift
    {
        echo "Launch,Kernel,Launches,File,Line,Memory,Access,Requests,L2 Theoretical Sectors Global,L2 Theoretical Sectors Global Ideal,L1 Wavefronts Shared,L1 Wavefronts Shared Ideal,Bytes Asked"
        for row; do
            echo "$row" | awk '{ print "1,\"copy<<<(1,1,1),(32,1,1)>>>\",1,made_up.h," $1 "," $2 "," $3 "," ($4 == "-" ? "" : $4) "," \
                ($2 == "global" ? $6 "," $7 ",," : ",," $6 "," $7) "," $5 }'
        done
    } >"$results/tables/ch1.made_up.$side.csv"
}

# holds CODE 'REASONS': so the tables hold together. The report must have the lines of standard input, and what is said, too.
holds() {
    # shellcheck disable=SC2059  # tabs and line ends
    printf "$2" >"$ROOT/bench/profile_reasons.txt"
    (hold_profiles_together) >"$scratch/said" 2>&1
    code=$?
    [ "$code" -eq "$1" ] || { echo "$case: exit code $code, not $1" && wrong=1; }
    cat "$ROOT/docs/PROFILE_PROOF.md" "$ROOT/bench/measured/profile.csv" >>"$scratch/said"
    while IFS= read -r line; do
        grep -qF -- "$line" "$scratch/said" || { echo "$case: there is no '$line'" && wrong=1; }
    done
}

case='equal'
table emulator '3 global load 4 128 16 8' '9 shared store 1 128 2 1'
table gpu '3 global load - 128 16 8' '9 shared store 1 128 2 1' # how many requests ncu does not know
holds 0 '' <<'LINES'
**7 of 7 figures that follow from addresses are equal** (100.0 %); 0 others are not comparable.
| `ch1` | 7 | 7 | 0 |
ch1/made_up,copy,made_up.h:9,shared,store,wavefronts,2,2,yes,"="
LINES

case='a difference that has a reason'
table gpu '3 global load 4 128 16 8' '9 shared store 1 128 1 1'
holds 0 'ch1/made_up copy made_up[.]h:9 shared store .*\tThe moon.\n' <<'LINES'
**7 of 8 figures that follow from addresses are equal** (87.5 %); 0 others are not comparable.
## What differs, and why
The moon.
| `ch1/made_up`, `copy` | `made_up.h:9` | shared store | wavefronts 2 / 1 |
LINES

case='a difference that has none'
holds 1 '' <<'LINES'
1 differences have no reason in bench/profile_reasons.txt
Nobody knows why yet.
LINES
holds 1 'ch1/made_up copy made_up[.]h:9 shared store wave\tA pattern is for the whole.\n' <<'LINES'
1 differences have no reason in bench/profile_reasons.txt
bench/profile_reasons.txt: no row differs so: ch1/made_up copy made_up[.]h:9 shared store wave
LINES

case='a reason that fits nothing'
holds 1 '.* shared store .*\tThe moon.\n.* shared load .*\tThe sun.\n' <<'LINES'
bench/profile_reasons.txt: no row differs so: .* shared load .*
LINES
holds 1 '.* shared store .*\tThe moon.\n.* shared load .*\tnot comparable\tThe sun.\n' <<'LINES'
bench/profile_reasons.txt: no row differs so: .* shared load .*
LINES
holds 1 '.* shared store .*\tThe moon.\n.* global load .*\tThese are equal.\n' <<'LINES'
bench/profile_reasons.txt: no row differs so: .* global load .*
LINES

case='not comparable, equal or not'
holds 0 '.* shared store .*\tnot comparable\tTime.\n' <<'LINES'
**4 of 4 figures that follow from addresses are equal** (100.0 %); 4 others are not comparable.
| `ch1` | 4 | 4 | 4 |
## What is not comparable, and why
| `ch1/made_up`, `copy` | `made_up.h:9` | shared store | requests 1 / 1, bytes 128 / 128, wavefronts 2 / 1, wavefronts ideal 1 / 1 |
LINES
! grep -q 'What differs' "$ROOT/docs/PROFILE_PROOF.md" || { echo "$case: there is a list of differences" && wrong=1; }

case='a statement over several lines'
table emulator '3 global load 1 128 4 4' '4 global load 1 64 2 2' '8 shared load 1 4 1 1' '12 shared load 2 8 2 2'
table gpu '6 global load 2 192 6 6' '7 shared load 1 4 1 1' '13 shared load 2 8 2 2'
holds 0 '' <<'LINES'
**12 of 12 figures that follow from addresses are equal** (100.0 %); 0 others are not comparable.
ch1/made_up,copy,made_up.h:3,global,load,bytes,192,192,yes,"="
ch1/made_up,copy,made_up.h:7,shared,load,bytes,4,4,yes,"="
ch1/made_up,copy,made_up.h:12,shared,load,bytes,8,8,yes,"="
LINES

case='two statements'
for pair in '2 3' '8 9' '9 10' '10 11' '11 12' '13 14'; do
    table emulator "${pair% *} global load 1 128 4 4"
    table gpu "${pair#* } global load 1 128 4 4"
    holds 1 '' <<'LINES'
8 differences have no reason in bench/profile_reasons.txt
**0 of 8 figures that follow from addresses are equal** (0.0 %); 0 others are not comparable.
LINES
done

case='operations'
# operations SIDE COUNT ACCESS ...: more rows of the same table.
operations() {
    side=$1
    shift
    sed -i '1s/$/,Operations/' "$results/tables/ch1.made_up.$side.csv"
    while [ $# -gt 0 ]; do
        echo "1,\"copy<<<(1,1,1),(32,1,1)>>>\",1,,,none,$2,,,,,,,$1" >>"$results/tables/ch1.made_up.$side.csv"
        shift 2
    done
}
for side in emulator gpu; do table $side '3 global load 4 128 16 8'; done
operations emulator 64 'float add' 32 'float multiply' 8 'float divide' 100 'double add' 5 'half add' 7 'float function'
operations gpu 70 'float add' 58 'float multiply' 50 'double add' 5 'half add'
holds 0 '' <<'LINES'
**4 of 4 figures that follow from addresses are equal** (100.0 %); 0 others are not comparable.
1 of 3 are equal.
| `ch1/made_up`, `copy` | float | 96 | 15 | 128 | divisions and functions are made of additions and multiplications on the chip |
| `ch1/made_up`, `copy` | double | 100 | 0 | 50 | nvcc calculates once what the source writes more often or leaves out what needs no calculation |
| `ch1/made_up`, `copy` | half | 5 | 0 | 5 |  |
ch1/made_up,copy,,none,15,float,96,128,no,"divisions and functions are made of additions and multiplications on the chip"
LINES
table gpu '3 global load 4 128 16 8' # by an ncu that knows no operations
holds 0 '' </dev/null
! grep -q 'Floating-point' "$ROOT/docs/PROFILE_PROOF.md" || { echo "$case: a table of what nobody has counted" && wrong=1; }

case='launches of another size'
sed -i 's/(32,1,1)/(64,1,1)/' "$results/tables/ch1.made_up.gpu.csv"
holds 1 '.*\tnot comparable\tNothing is left.\n' <<'LINES'
no row differs so: .*
LINES
exit $wrong
