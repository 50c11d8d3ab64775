# The rest of a program of read_table: of each ladder the first step, the best one and the best library, as a table.
# Of its kinds of data it takes that which the most rows are of; among these the largest.

# As a number, also where awk takes what comes out of a function for text.
function number(name) { return the(name) + 0 }

{
    l = the("ladder"); d = l SUBSEP the("data")
    if (!(l in data)) { ladder[++ladders] = l; data[l] = d }
    if (!(d in rows)) label[d] = the("data")
    rows[d]++; bytes[d] = number("bytes")
    n = ++count
    name[n] = the("name"); time[n] = number("milliseconds"); unit[n] = the("unit"); rate[n] = number("rate")
    limit[n] = number("limit"); level[n] = number("level")
    times[n] = the("times_library") == "nan" ? "" : sprintf("%.3f", number("times_library"))
    if (the("kind") == "step" && !(d in first)) first[d] = n
    if (the("kind") == "step" && (!(d in best) || time[n] < time[best[d]])) best[d] = n
    if (the("kind") == "library" && (!(d in library) || time[n] < time[library[d]])) library[d] = n
    if (rows[d] > rows[data[l]] || (rows[d] == rows[data[l]] && bytes[d] > bytes[data[l]])) data[l] = d
}

function row(work, n, mark) {
    printf("| %s | %s | %.5g | %.5g %s | %s | %s |\n", work, mark name[n] mark, time[n], rate[n], unit[n],
        (limit[n] > 0 ? sprintf("%.3f", rate[n] / limit[n]) : ""), (level[n] ? "level" : times[n]))
}

END {
    print "| work | step | ms | rate | of the limit | times the library |\n| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= ladders; i++) {
        d = data[ladder[i]]
        row(ladder[i] ", " label[d], first[d], "")
        if (best[d] != first[d])
            row("", best[d], "")
        if (d in library)
            row("", library[d], "*")
    }
}
