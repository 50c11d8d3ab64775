# figures.awk TABLE SOURCE: compares a profile, as CSV, with what the source expects of its lines:
#     out[x] = in[y];
#     //= 1 global load: requests 8192, sectors 32768, ideal 32768
# about the last line without "//=", and the first kernel that was launched. Each row of the table must be expected, but
# for those of local memory, and of branches ("//= 1 none if: passes 4, both 2, threads 16"). Of operations there is
# "//= 1 none float add: operations 64". Prints what differs. With
# -v SABOTAGE=N the Nth number is taken to be one more; prints "no such number" where there are fewer.
function fields(line,   cell, quoted, i, c) {
    split("", cells)
    count = cell = quoted = 0
    cells[++count] = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (c == "\"")
            quoted = !quoted
        else if (c == "," && !quoted)
            cells[++count] = ""
        else
            cells[count] = cells[count] c
    }
}
BEGIN {
    column["requests"] = "Requests"
    column["threads"] = "Avg. Threads Executed"
    column["sectors"] = "L2 Theoretical Sectors Global"
    column["wavefronts"] = "L1 Wavefronts Shared"
    column["addresses"] = "Constant Addresses"
    column["together"] = "Avg. Threads At One Address"
    column["bytes"] = "Bytes Asked"
    column["moved"] = "Bytes Moved"
    column["passes"] = "Branch Passes"
    column["both"] = "Divergent Branches"
    column["operations"] = "Operations"
    ideal["global"] = "L2 Theoretical Sectors Global Ideal"
    ideal["shared"] = "L1 Wavefronts Shared Ideal"
}
FNR == 1 { ++file }
file == 1 {
    fields($0)
    if (FNR == 1) {
        for (i = 1; i <= count; i++)
            header[i] = cells[i]
        next
    }
    split("", row)
    for (i = 1; i <= count; i++)
        row[header[i]] = cells[i]
    name = row["File"]
    sub(".*/", "", name)
    key = name ":" row["Line"] " " row["Launch"] " " row["Memory"] " " row["Access"]
    is_there[key] = 1
    if (row["Memory"] != "local" && (row["Memory"] != "none" || row["Operations"] != ""))
        must_be_expected[key] = 1
    for (i = 1; i <= count; i++)
        value[key, header[i]] = cells[i]
    next
}
!/^ *\/\/= / { line = FNR; next }
{
    name = FILENAME
    sub(".*/", "", name)
    text = $0
    sub("^ *//= ", "", text)
    end = index(text, ": ")
    key = name ":" line " " substr(text, 1, end - 1)
    if (!(key in is_there))
        print key ": is expected, and not there"
    is_expected[key] = 1
    split(key, words, " ")
    numbers = split(substr(text, end + 1), parts, ",")
    for (i = 1; i <= numbers; i++) {
        split(parts[i], pair, " ")
        where = pair[1] == "ideal" ? ideal[words[3]] : column[pair[1]]
        if (words[3] == "constant" && pair[1] == "ideal")
            continue
        if (where == "") {
            print key ": nobody knows what \"" pair[1] "\" is"
            continue
        }
        wanted = pair[2] + (++checked == SABOTAGE)
        if (key in is_there && (value[key, where] == "" || value[key, where] + 0 != wanted))
            print key ": " wanted " " pair[1] " are expected, and there are " value[key, where]
    }
}
END {
    for (key in must_be_expected)
        if (!(key in is_expected))
            print key ": is there, and not expected: " value[key, "Requests"] value[key, "Operations"]
    if (checked == 0)
        print "nothing is expected"
    if (SABOTAGE > checked)
        print "no such number"
}
