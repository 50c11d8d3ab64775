# The rest of a program of read_table: a ladder's measurements as horizontal bars, for gnuplot. A panel for
# each kind of data, a bar for each step. look: how every chart begins (common/chart_layout.h).

# As a number, also where awk takes what comes out of a function for text.
function number(name) { return the(name) + 0 }

!(the("data") in group) { group[the("data")] = ++groups; data[groups] = the("data") }
!(the("name") in step) { step[the("name")] = ++steps; name[steps] = the("name") }
{
    g = group[the("data")]; s = step[the("name")]
    rate[g, s] = number("rate"); kind[s] = the("kind"); limit[g] = number("limit")
    title = the("ladder") ", " the("chip")
    unit = the("unit")
    if (kind[s] == "step" && !first) first = s
    if (kind[s] == "step" && rate[g, s] > rate[g, best[g]]) best[g] = s
    if (rate[g, s] > most[g]) most[g] = rate[g, s]
    if (limit[g] > bound) bound = limit[g]
    if (most[g] > all) all = most[g]
    if (length(the("name")) > longest) longest = length(the("name"))
}

# The linetype, of those that look has.
function role(g, s) {
    return kind[s] == "library" ? 1 : kind[s] == "apart" ? 5 : s == first ? 2 : s == best[g] ? 4 : 3
}
function place(text, x, y, more) {
    gsub(/'/, "''", text)
    printf "set label '%s' at screen %.5f, screen %.5f noenhanced %s\n", text, x / width, y / height, more
}
# The panel of data g, with its bars from the pixel x on, which those of 1 step are below y.
function panel(g, x, y, wide, names,    own, top, s, text, long, type) {
    own = most[g] < all / 10
    top = 1.03 * (own ? most[g] : all > bound ? all : bound)
    text = data[g] ~ /^[0-9]+$/ ? data[g] " x " data[g] : data[g]
    place(text (own ? ", own scale" : ""), x, y + 12, "font ',14'")
    printf "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", x / width, (x + wide) / width
    printf "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", y / height, (y - steps * 24) / height
    printf "set xrange [0:%s]\nset yrange [%s:0.5]\n", top, steps + 0.5
    printf names ? "set ytics noenhanced scale 0 (" : "unset ytics\n"
    for (s = 1; names && s <= steps; s++)
        printf "'%s' %d%s", name[s], s, (s < steps ? ", " : ")\n")
    print "$bars << END"
    for (s = 1; s <= steps; s++)
        if ((g, s) in rate)
            print rate[g, s], s, 0, rate[g, s], s - 0.4, s + 0.4, role(g, s)
    print "END"
    for (s = 1; s <= steps; s++) {
        if (!((g, s) in rate)) {
            printf "set label 'not timed' at 0,%d left offset 0.5,0 textcolor rgb '#666666'\n", s
            continue
        }
        text = rate[g, s] >= 100 ? "%.0f" : rate[g, s] >= 10 ? "%.1f" : "%.2f"
        type = role(g, s)
        long = rate[g, s] / top * wide > 60 # room for the number within the bar
        printf "set label '" text "' at %s,%d %s offset %s,0 textcolor rgb '%s' front\n", rate[g, s], rate[g, s], s,
            long ? "right" : "left", long ? -0.5 : 0.5, long && (type == 1 || type == 4) ? "white" : "black"
    }
    if (limit[g] > 0 && limit[g] <= top)
        printf "set arrow from %s,graph 0 to %s,graph 1 nohead linetype 6 linewidth 2\n", limit[g], limit[g]
    print "plot $bars using 1:2:3:4:5:6:7 with boxxyerror linecolor variable"
    print "unset label\nunset arrow"
}

END {
    width = 800
    columns = groups == 4 ? 2 : groups < 3 ? groups : 3
    left = 32 + 7.5 * longest
    wide = (width - left) / columns
    row = steps * 24 + 46 # a panel, its name, and what is between panels
    height = 64 + row * int((groups + columns - 1) / columns)
    printf look "set multiplot\nunset xtics\nset border 2\nunset grid\n", "svg", width, height
    place(title, 16, height - 20, "font ',16'")
    place(unit (bound > 0 ? sprintf("; the line is the limit of the chip's %s, %g %s",
        unit == "GB/s" ? "memory" : "arithmetic", bound, unit) : ""), 16, height - 44, "")
    for (g = 1; g <= groups; g++) {
        across = (g - 1) % columns
        panel(g, left + across * wide, height - 64 - 28 - row * int((g - 1) / columns), wide - 20, across == 0)
    }
}
