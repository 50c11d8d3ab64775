# profile_proof.awk REASONS TABLE...: holds what the emulator has counted (FOLDER/PROGRAM.emulator.csv) against what
# NVIDIA's profiler has (FOLDER/PROGRAM.gpu.csv), both as `./book profile --report csv` writes them: for each kernel and
# line each counter, of a launch. Prints the rows as CSV. REASONS has a line for each cause of a difference: a regular
# expression for "PROGRAM KERNEL FILE:LINE MEMORY ACCESS COUNTER", a tab, and the sentence.
#
# A launch counts if both have made one with the same configuration. How many requests there are is compared where ncu
# knows it.

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

FNR == 1 { ++file }
file == 1 {
    at = index($0, "\t")
    pattern[++reasons] = substr($0, 1, at - 1)
    sentence[reasons] = substr($0, at + 1)
    next
}
FNR == 1 {
    cells($0)
    for (i in cell)
        column[cell[i]] = i
    program = FILENAME
    sub(/.*\//, "", program)
    side = program ~ /[.]gpu[.]csv$/ ? "gpu" : "emulator"
    sub(/[.](gpu|emulator)[.]csv$/, "", program)
    sub(/[.]/, "/", program)
    next
}
{
    cells($0)
    if (value("Memory") != "global" && value("Memory") != "shared")
        next
    kernel = value("Kernel")
    # Of one configuration there may be several kernels of one name: instances of a template.
    sub(/[^<]*::/, "", kernel)
    split(kernel, part, "<<<")
    sub(/<.*/, "", part[1])
    split(part[2], size, /[)],[(]/)
    sub(/[)].*/, "", size[2])
    config = program SUBSEP part[1] SUBSEP size[1] "x" size[2]
    if (!((side, config, value("Launch")) in is_counted)) {
        is_counted[side, config, value("Launch")] = 1
        launches[side, config] += value("Launches")
    }
    line = value("File") ":" value("Line") SUBSEP value("Memory") SUBSEP value("Access")
    key = config SUBSEP line
    if (!(key in is_seen)) {
        is_seen[key] = 1
        seen[++rows] = key
        config_of[rows] = config
        row_of[rows] = program SUBSEP part[1] SUBSEP line
    }
    if (side == "gpu" && value("Requests") == "")
        is_unknown[row_of_key(key)] = 1
    is_there[side, key] = 1
    count[side, key, "requests"] += value("Requests")
    count[side, key, "bytes"] += value("Bytes Asked")
    unit = value("Memory") == "global" ? "sectors" : "wavefronts"
    count[side, key, unit] += value("L2 Theoretical Sectors Global") value("L1 Wavefronts Shared")
    count[side, key, unit " ideal"] += value("L2 Theoretical Sectors Global Ideal") value("L1 Wavefronts Shared Ideal")
}

# The same for all configurations.
function row_of_key(key,    part) {
    split(key, part, SUBSEP)
    return part[1] SUBSEP part[2] SUBSEP part[4] SUBSEP part[5] SUBSEP part[6]
}

function compare(row, counter,    part, name, a, b, r, why) {
    split(row, part, SUBSEP)
    a = sum["emulator", row, counter] + 0
    b = sum["gpu", row, counter] + 0
    why = ""
    if (a - b > 1e-9 * a || b - a > 1e-9 * b) {
        name = part[1] " " part[2] " " part[3] " " part[4] " " part[5] " " counter
        why = "?"
        for (r = reasons; r >= 1; r--)
            if (name ~ "^" pattern[r] "$") {
                why = sentence[r]
                is_used[r] = 1
            }
    } else {
        why = "="
    }
    printf "%s,%s,%s,%s,%s,%s,%.10g,%.10g,\"%s\"\n", part[1], part[2], part[3], part[4], part[5], counter, a, b, why
}

END {
    print "Program,Kernel,Line,Memory,Access,Counter,Emulator,GPU,Why"
    for (i = 1; i <= rows; i++) {
        key = seen[i]
        config = config_of[i]
        row = row_of[i]
        if (!(("emulator", config) in launches) || !(("gpu", config) in launches))
            continue
        if (!(row in is_row)) {
            is_row[row] = 1
            order[++all] = row
        }
        split(row, part, SUBSEP)
        unit = part[4] == "global" ? "sectors" : "wavefronts"
        split("requests/bytes/" unit "/" unit " ideal", counters, "/")
        for (c = 1; c <= 4; c++) {
            for (s = 1; s <= 2; s++) {
                side = s == 1 ? "emulator" : "gpu"
                sum[side, row, counters[c]] += count[side, key, counters[c]] / launches[side, config]
            }
        }
    }
    for (i = 1; i <= all; i++) {
        split(order[i], part, SUBSEP)
        unit = part[4] == "global" ? "sectors" : "wavefronts"
        if (!(order[i] in is_unknown))
            compare(order[i], "requests")
        compare(order[i], "bytes")
        compare(order[i], unit)
        compare(order[i], unit " ideal")
    }
    for (r = 1; r <= reasons; r++)
        if (!is_used[r])
            printf ",,,,,,,,\"no row differs so: %s\"\n", pattern[r]
}
