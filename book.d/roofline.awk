# The rest of a program of read_table: what steps calculate over what they have to move, under the roof of
# what the chip can do, for gnuplot. Of each ladder the largest data that all its steps can take. look: how
# every chart begins (common/chart_layout.h).

# As a number, also where awk takes what comes out of a function for text.
function number(name) { return the(name) + 0 }

the("unit") == "GB/s" { bandwidth = number("limit") > 0 ? number("limit") : number("yardstick") }
the("unit") == "TFLOP/s" { arithmetic = 1000 * (number("limit") > 0 ? number("limit") : number("yardstick")) }
number("operations") > 0 {
    l = the("ladder"); d = l SUBSEP the("data"); n = ++points[d]
    if (!(l in chosen)) ladder[++ladders] = l
    name[d, n] = the("name"); kind[d, n] = the("kind")
    rate[d, n] = number("operations") / number("milliseconds") / 1e6
    operations[d] = number("operations"); intensity[d] = number("operations") / number("bytes")
    chip = the("chip")
    if (n > points[chosen[l]] || (n == points[chosen[l]] && operations[d] >= operations[chosen[l]]))
        chosen[l] = d
}

function place(text, where, more) {
    gsub(/'/, "''", text)
    printf "set label '%s' at %s noenhanced %s\n", text, where, more
}

# The points of data d. Those that touch one another share a label, with the fastest first.
function draw(title, d,    n, i, k, order, first, best, side, names) {
    for (i = 1; i <= points[d]; i++) {
        if (kind[d, i] == "step" && !first) first = i
        if (kind[d, i] == "step" && rate[d, i] > rate[d, best]) best = i
        for (k = i; k > 1 && rate[d, order[k - 1]] < rate[d, i]; k--)
            order[k] = order[k - 1]
        order[k] = i
    }
    side = intensity[d] > 10 ? "right offset -1,0" : "left offset 1,0"
    for (i = 1; i <= points[d]; i = k) {
        names = name[d, order[i]]
        for (k = i + 1; k <= points[d] && rate[d, order[k]] > 0.8 * rate[d, order[i]]; k++)
            names = names ", " name[d, order[k]]
        place(names, intensity[d] "," rate[d, order[i]], side)
    }
    sub(/-?1,0/, "0,-1.3", side)
    place(title, intensity[d] "," rate[d, order[points[d]]], side " font ',14'")
    for (i = points[d]; i > 0; i--) {
        k = order[i]
        if (kind[d, k] == "library")
            behind = behind intensity[d] " " rate[d, k] " 1\n"
        else
            dots = dots intensity[d] " " rate[d, k] " " (k == first ? 2 : k == best ? 4 : 3) "\n"
    }
}

END {
    width = 800; height = 500
    printf look, "svg", width, height
    place("Roofline, " chip, "screen 0.02,screen 0.96", "font ',16'")
    place("GFLOP/s; the lines are limits of the chip", "screen 0.02,screen 0.912")
    print "unset grid\nset logscale xy\nset samples 1000\nset xrange [0.05:3000]\nset yrange [10:200000]"
    print "set lmargin at screen 0.105\nset rmargin at screen 0.97"
    print "set tmargin at screen 0.87\nset bmargin at screen 0.115"
    print "set xlabel 'operations for each byte that has to be moved'"
    print "set xtics (0.1, 1, 10, 100, 1000)\nset ytics ('10' 10, '100' 100, '1000' 1e3, '10 000' 1e4, '100 000' 1e5)"
    place(sprintf("memory: %d GB/s", bandwidth), "1.2," bandwidth * 0.8, "left")
    place(sprintf("arithmetic: %d TFLOP/s", arithmetic / 1000), "2500," arithmetic * 1.35, "right")
    for (l = 1; l <= ladders; l++)
        draw(ladder[l], chosen[ladder[l]])
    print "$dots << END\n" behind dots "END"
    printf "roof(x) = x * %s < %s ? x * %s : %s\n", bandwidth, arithmetic, bandwidth, arithmetic
    printf "plot roof(x) with lines linetype 6 linewidth 2, "
    print "$dots using 1:2:3 with points pointtype 7 pointsize 1 linecolor variable"
}
