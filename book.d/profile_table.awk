# profile_table.awk TABLE: the table of `./book profile --report csv` for a reader, as the emulator's profiler prints its
# own. -v ROOT=FOLDER/ is where the sources are.

function cells(line,    n, text) {
    split("", cell)
    for (n = 0; line != "" || n == 0; ) {
        if (line ~ /^"/) {
            match(line, /^"([^"]|"")*"/)
            text = substr(line, 2, RLENGTH - 2)
        } else {
            match(line, /^[^,]*/)
            text = substr(line, 1, RLENGTH)
        }
        cell[++n] = text
        line = substr(line, RLENGTH + 2)
    }
}
function value(name) { return cell[column[name]] }

# The text of a line, without the blanks around it.
function text_of(file, line,    text, i) {
    for (i = 0; i < line + 0; i++)
        if ((getline text <file) <= 0)
            text = ""
    close(file)
    gsub(/^[ \t]+|[ \t\r]+$/, "", text)
    return substr(text, 1, 100)
}

FNR == 1 {
    cells($0)
    for (i in cell)
        column[cell[i]] = i
    next
}
{
    cells($0)
    if (value("Launch") != launch) {
        print_operations()
        launch = value("Launch")
        place = ""
        print "CUDA profiler: kernel " value("Kernel") (value("Launches") > 1 ? ", " value("Launches") " launches" : "") ", by ncu"
    }
    if (value("Memory") == "none") {
        if (value("Operations") > 0)
            operations = operations (operations == "" ? "" : ", ") value("Operations") " " value("Access")
        next
    }
    if (value("File") ":" value("Line") != place) {
        place = value("File") ":" value("Line")
        file = value("File")
        print "    " place ": " text_of((file ~ /^\// ? "" : ROOT) file, value("Line"))
    }
    unit = value("Memory") == "global" ? "sectors" : "wavefronts"
    moved = value("L2 Theoretical Sectors Global") value("L1 Wavefronts Shared")
    ideal = value("L2 Theoretical Sectors Global Ideal") value("L1 Wavefronts Shared Ideal")
    if (value("Requests") == "")
        requests = sprintf("%10s %-8s  %16s", "?", "requests", "")
    else
        requests = sprintf("%10s %-8s  %4.3g of 32 threads", value("Requests"), \
            value("Requests") == 1 ? "request" : "requests", value("Avg. Threads Executed"))
    printf "        %-15s %s  %10s %s, %s ideal\n", value("Memory") " " value("Access"), requests, moved, \
        moved == 1 ? substr(unit, 1, length(unit) - 1) : unit, ideal
}
function print_operations() {
    if (operations != "")
        print "    in all: operations, " operations
    operations = ""
}
END {
    print_operations()
    if (launch == "")
        print "CUDA profiler: ncu has seen no access to memory by a kernel of the program"
}
