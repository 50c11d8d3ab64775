# `./book bench`, read by `book`: builds what bench/ measures on a GPU, runs it,
# and writes what came of it to bench/RESULTS.md and the charts beside it.
# shellcheck shell=sh disable=SC2016,SC2034  # programs of awk have dollars; other parts read some variables

LADDERS='vector_add dot histogram matmul matmul_tf32 matmul_double ripple shared_bitmap heat ray'

help_bench() {
    cat <<TEXT
usage: ./book bench [--yes] [NAME...]
       ./book bench --draw

Times every step of the ladders beside the libraries that do the same, and beside
what else they can be measured by, on this machine's GPU:
$(printf '%s\n' "$LADDERS" | fold -s -w 76 | sed 's/^/  /; s/ $//')
Tables, CSV and JSON go to build/bench. Without a name all are run, and their
results are written to bench/RESULTS.md, with charts beside it where gnuplot is
installed.
  --draw                   only draw the charts again, from build/bench
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
    choose_build_dir
    results=$BUILD/bench
    mkdir -p "$results" || exit 1
    if [ -n "$draw" ]; then
        draw_charts
        return
    fi
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
    write_results >"$results/RESULTS.md" && cp "$results/RESULTS.md" "$ROOT/bench/RESULTS.md" ||
        exit 1
    say "wrote bench/RESULTS.md"
    draw_charts
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

write_results() {
    cat <<'TEXT'
# Measured

Written by `./book bench`; nothing here is typed. Times are medians of many launches between two
events, without the host: see [`bench.h`](bench.h). Every result was checked before it was timed.
Libraries are in italics; "times the library" is how many times as fast as the fastest of them a step is.
Those that are compared alternate, in several sittings; where sittings of the two are as fast as one another,
it says "level", and neither has won. Figures of one run can be compared, figures of two cannot.

A yardstick is measured in the same run, and can be exceeded: a copy, say, reads and writes by turns, and
reading alone is a little faster. The limit is what the chip's data sheet promises, without sparsity. What the
chip's counters say of the steps is in [`COUNTERS.md`](COUNTERS.md).

TEXT
    read_table 'NR == 2 {
        print "| chip | driver | CUDA | date |\n| --- | --- | --- | --- |"
        print "| " the("chip") " | " the("driver") " | " the("toolkit") " | " the("date") " |\n"
    }' "$results/vector_add.csv"
    for name in $LADDERS; do
        [ -f "$results/$name.md" ] || continue # this chip has no such cores
        cat "$results/$name.md"
        printf '![%s](%s.svg)\n\n' "$name" "$name"
    done
    printf '## Roofline\n\n%s\n\n![Roofline](roofline.svg)\n' \
        'What the data sheet promises (line), what a copy and a kernel of nothing but fused multiply-adds reach
(dashes), and what the steps do (points), over operations for each byte that has to be moved.'
}

# One chart of bars for each ladder, and the roofline of those that calculate.
draw_charts() {
    if ! command -v gnuplot >/dev/null; then
        say "no charts: gnuplot is not installed; where it is, ./book bench --draw draws them"
        return
    fi
    for name in $LADDERS; do
        case $name in matmul_*) [ -f "$results/$name.csv" ] || continue ;; esac
        [ -f "$results/$name.csv" ] || fail "$results/$name.csv is missing: run ./book bench first"
        { chart_head "bench/$name.svg" && chart_bars "$results/$name.csv"; } | gnuplot -d ||
            fail "gnuplot failed"
    done
    { chart_head bench/roofline.svg && chart_roofline; } | gnuplot -d || fail "gnuplot failed"
    say "drew bench/*.svg"
}

# The size and look of every chart are those of common/chart.h.
chart_head() {
    look=$(sed -n '/^#define BOOK_CHART_LOOK/,/"$/s/^ *"\(.*\)".*/\1/p' "$ROOT/common/chart.h")
    # shellcheck disable=SC2059  # it is a format, of C
    printf "$look" svg
    printf "set output '%s'\n" "$ROOT/$1"
}

# A group of bars for each kind of data, a colour for each step.
chart_bars() {
    read_table '
        !(the("data") in group) { group[the("data")] = ++groups; data[groups] = the("data") }
        !(the("name") in step) { step[the("name")] = ++steps; name[steps] = the("name") }
        {
            rate[the("data"), the("name")] = the("rate")
            title = the("ladder") ", " the("chip")
            unit = the("unit"); limit = the("limit"); yardstick = the("yardstick")
        }
        END {
            print "set title \"" title "\"\nset ylabel \"" unit "\"\nset yrange [0:*]"
            print "set style data histograms\nset style fill solid\nset xtics rotate by -20"
            print "$rates << END"
            for (g = 1; g <= groups; g++) {
                printf "\"%s\"", data[g]
                for (s = 1; s <= steps; s++)
                    printf " %s", (data[g], name[s]) in rate ? rate[data[g], name[s]] : "NaN"
                print ""
            }
            print "END"
            printf "plot "
            for (s = 1; s <= steps; s++)
                printf "$rates using %d%s title \"%s\", ", s + 1, s == 1 ? ":xtic(1)" : "", name[s]
            if (limit > 0)
                printf "%s with lines linecolor \"black\" title \"limit\", ", limit
            print yardstick " with lines dashtype 2 linecolor \"black\" title \"yardstick\""
        }' "$1"
}

# Lines: bandwidth times intensity, up to the rate of arithmetic; as the data sheet has both, where it is
# known, and dashed as the yardsticks have. Points: every step.
chart_roofline() {
    read_table '
        the("unit") == "GB/s" { bandwidth = the("limit"); copy = the("yardstick") }
        the("unit") == "TFLOP/s" {
            arithmetic = 1000 * the("limit"); multiply_adds = 1000 * the("yardstick")
        }
        the("operations") > 0 {
            point = the("operations") / the("bytes") " " the("operations") / the("milliseconds") / 1e6 "\n"
            if (the("kind") == "step")
                points[the("ladder")] = points[the("ladder")] point
            else if (the("kind") == "library")
                libraries = libraries point
        }
        { chip = the("chip") }
        function roof(slope, top, style) {
            return sprintf("x * %s < %s ? x * %s : %s with lines linecolor \"black\" %s", slope, top, slope, top, style)
        }
        END {
            print "set title \"Roofline, " chip "\"\nset logscale xy\nset samples 1000"
            print "set xlabel \"operations for each byte\"\nset ylabel \"GFLOP/s\""
            print "set xrange [0.05:3000]"
            for (l in points)
                print "$p" ++n " << END\n" points[l] "END"
            print "$libraries << END\n" libraries "END"
            printf "plot %s", roof(copy, multiply_adds, "dashtype 2 title \"yardsticks\"")
            if (bandwidth > 0 && arithmetic > 0)
                printf ", %s", roof(bandwidth, arithmetic, "title \"limit\"")
            n = 0
            for (l in points)
                printf ", $p%d title \"%s\" with points pointtype 7", ++n, l
            print ", $libraries title \"libraries\" with points pointtype 6 linecolor \"black\""
        }' "$results/vector_add.csv" "$results/dot.csv" "$results/matmul.csv"
}
