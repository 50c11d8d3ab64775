# `./book bench`, read by `book`: builds what bench/ measures on a GPU, runs it,
# and writes what came of it to bench/RESULTS.md and the charts beside it.
# shellcheck shell=sh disable=SC2016,SC2034  # programs of awk have dollars; other parts read some variables

MEASURED=$ROOT/bench/measured # the tables of the last run of all ladders
LADDERS='vector_add dot histogram transpose scan matmul matmul_tf32 matmul_double matmul_hopper matmul_bf16 matmul_fp8'
LADDERS="$LADDERS ripple shared_bitmap heat ray"

help_bench() {
    cat <<TEXT
usage: ./book bench [--yes] [NAME...]
       ./book bench --draw

Times every step of the ladders beside the libraries that do the same, and beside
what else they can be measured by, on this machine's GPU:
$(printf '%s\n' "$LADDERS" | fold -s -w 76 | sed 's/^/  /; s/ $//')
Tables, CSV and JSON go to build/bench. Without a name all are run. Their CSV then
goes to bench/measured, and what counts of it to bench/RESULTS.md and, where gnuplot
is installed, to the charts there.
  --draw                   only write bench/RESULTS.md and the charts again
  --yes, -y                install missing packages without asking
  --help, -h               this text
TEXT
}

cmd_bench() {
    draw=''
    while :; do
        case ${1-} in
        -y | --yes) YES=1 ;;
        -h | --help) help_bench; return ;;
        --draw) draw=yes ;;
        -*) usage_error "bench has no option '$1'; it takes --draw, --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    for name in "$@"; do
        case " $LADDERS " in *" $name "*) ;; *)
            usage_error "there is no ladder '$name'; the ladders are $LADDERS" ;;
        esac
    done
    if [ -n "$draw" ]; then
        show_measured
        return
    fi
    choose_build_dir
    results=$BUILD/bench
    mkdir -p "$results" || exit 1
    find_nvcc
    [ -n "$NVCC" ] || fail "bench needs nvcc, and there is none: $NVCC_MISSING"
    find_gpu
    [ -n "$GPU" ] || fail "bench needs a GPU, and none answers"
    need_tools
    prepare_tree gpu
    all=''
    # shellcheck disable=SC2086  # a list of names
    if [ $# -eq 0 ]; then
        all=yes
        set -- $LADDERS
        build quiet 'the ladders' gpu_bench || fail 'the ladders could not be built'
    fi
    for name in "$@"; do
        has_target "gpu.bench.$name" || fail "$name cannot be built: the toolkit here has no cuBLAS"
        build quiet "bench/$name" "gpu.bench.$name" || fail "bench/$name could not be built"
    done
    unlock
    for name in "$@"; do
        "$BUILD/gpu/bench/$name" --csv "$results/$name.csv" --json "$results/$name.json" \
            --markdown "$results/$name.md"
        case $name:$? in
        *:0) ;;
        matmul_*:77) rm -f "$results/$name.csv" "$results/$name.json" "$results/$name.md" ;; # has said why
        *) fail "$name failed; bench/RESULTS.md is as it was" ;;
        esac
    done
    [ -n "$all" ] || return 0
    mkdir -p "$MEASURED" || exit 1
    for name in $LADDERS; do
        rm -f "$MEASURED/$name.csv"
        [ ! -f "$results/$name.csv" ] || cp "$results/$name.csv" "$MEASURED" || exit 1
    done
    say "wrote bench/measured"
    show_measured
}

# read_table PROGRAM FILE.csv...: awk, which has a row's cells by the names of their columns: the("rate").
read_table() {
    program=$1
    shift
    awk -F , '
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        function the(name) {
            if (name in column)
                return $column[name]
            print FILENAME " has no column " name >"/dev/stderr"
            exit 1
        }'"$program" "$@"
}

# bench/RESULTS.md and the charts, from bench/measured. Ladders that have not been measured, say as this chip has no
# such cores, are left out, but for those that the roofline shows.
show_measured() {
    for name in vector_add dot matmul; do
        [ -f "$MEASURED/$name.csv" ] || fail "$MEASURED/$name.csv is missing: run ./book bench first"
    done
    write_results >"$ROOT/bench/RESULTS.md.new" || exit 1
    mv -f "$ROOT/bench/RESULTS.md.new" "$ROOT/bench/RESULTS.md" || exit 1
    say 'wrote bench/RESULTS.md'
    draw_charts
}

write_results() {
    cat <<'TEXT'
# Measured

Written by `./book bench`; nothing here is typed. For each task there are the first step, the best one and, in italics,
the best library: one that does the same, or else the least that has to be done (`memset` stores as much, `copy` reads
and writes as much). [`measured/`](measured) has all steps, libraries and sizes, as CSV.

Times are medians of many launches between two events, without the host ([`bench.h`](bench.h)), and of checked results.
The last column is the library's time divided by the step's: above 1 the step is faster. Steps and libraries take turns;
where one is not faster than the other in every turn, it says "level". The limit is what the chip's data sheet promises,
without sparsity. Why the steps take the time they take: [`COUNTERS.md`](COUNTERS.md).

TEXT
    set --
    for name in $LADDERS; do
        [ ! -f "$MEASURED/$name.csv" ] || set -- "$@" "$MEASURED/$name.csv"
    done
    read_table '
        { chip = the("chip") " | " the("driver") " | " the("toolkit") " | " the("date"); work = the("ladder") }
        !(chip in works) { chips[++count] = chip }
        !((chip, work) in seen) { seen[chip, work]; works[chip] = works[chip] (works[chip] == "" ? "" : ", ") work }
        END {
            print "| chip | driver | CUDA | date | work |\n| --- | --- | --- | --- | --- |"
            for (i = 1; i <= count; i++) print "| " chips[i] " | " works[chips[i]] " |"
            print ""
        }' "$@" && read_table "$(cat "$ROOT/book.d/results.awk")" "$@" || return 1
    printf '\n## Charts\n\n%s\n\n' \
        'All steps and sizes. Libraries are grey, the first step is orange, the best dark blue, those on the way are light
blue, and what is for comparison only is pink. The line is the limit.'
    for csv; do
        name=${csv##*/}
        printf '![%s](%s.svg)\n\n' "${name%.csv}" "${name%.csv}"
    done
    printf '## Roofline\n\n%s\n\n![Roofline](roofline.svg)\n' \
        'What the data sheet promises (lines) and what steps and libraries do (points), over operations for each byte that has to
be moved. Each ladder is shown with the largest data that all its steps were timed with.'
}

# One chart of bars for each ladder, and the roofline of those that calculate.
draw_charts() {
    if ! command -v gnuplot >/dev/null; then
        say "no charts: gnuplot is not installed; where it is, ./book bench --draw draws them"
        return
    fi
    for name in $LADDERS; do
        if [ -f "$MEASURED/$name.csv" ]; then
            draw_chart bars "$name" "$MEASURED/$name.csv"
        else
            rm -f "$ROOT/bench/$name.svg"
        fi
    done
    draw_chart roofline roofline "$MEASURED/vector_add.csv" "$MEASURED/dot.csv" "$MEASURED/matmul.csv"
    say "drew bench/*.svg"
}

# draw_chart PROGRAM NAME FILE.csv...: bench/NAME.svg, by the program of awk in book.d. Its look is that of all
# charts, which stands in common/chart_layout.h as a format of C.
draw_chart() {
    program=$1 chart=$ROOT/bench/$2.svg
    shift 2
    look=$(sed -n '/^#define BOOK_CHART_LOOK/,/"$/s/^ *"\(.*\)".*/\1/p' "$ROOT/common/chart_layout.h" | tr -d '\n')
    script=$(read_table "$(cat "$ROOT/book.d/$program.awk")" look="$look" "$@") || exit 1
    # What it complains of where it has drawn all the same, say of a language without a degree sign, is for nobody.
    if ! said=$(printf '%s\n' "$script" | gnuplot -d 2>&1 >"$chart.new"); then
        printf '%s\n' "$said" >&2
        rm -f "$chart.new"
        fail "gnuplot failed; $chart is as it was"
    fi
    mv -f "$chart.new" "$chart"
}
