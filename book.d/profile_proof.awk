# profile_proof.awk REASONS TABLE...: holds what the emulator has counted (FOLDER/PROGRAM.emulator.csv) against what
# NVIDIA's profiler has (FOLDER/PROGRAM.gpu.csv), both as `./book profile --report csv` writes them: for each kernel and
# line each counter, of a launch. Prints the rows as CSV. REASONS has a line for each cause of a difference: a regular
# expression for "PROGRAM KERNEL FILE:LINE MEMORY ACCESS COUNTER", a tab, and the sentence. With "not comparable" and
# another tab between the two, these figures do not follow from addresses, and are not compared, equal or not.
#
# g++ and nvcc count to different lines of a statement that goes over several; here all are of its first, as the sources
# in -v ROOT=FOLDER have it. A launch counts if both have made one with the same configuration. How many requests there
# are is compared where ncu knows it.
#
# Floating-point operations stand apart, by kernel: rows without a line, of the memory "none". What the source writes
# need not be what nvcc makes of it.

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

# Where the statement of this line begins. One ends with a semicolon, a brace or a label, and so does what is in front of
# another one: if (...), for (...), else ...
function first_line(name, number,    path, line, n, first, depth, in_comment, head) {
    if (!(name in is_read)) {
        is_read[name] = 1
        path = ROOT "/" name
        for (first = 0; (getline line <path) > 0; ) {
            begin[name, ++n] = first ? first : n
            gsub(/"([^"\\]|\\.)*"|'([^'\\]|\\.)*'/, "0", line)
            if (in_comment && !sub(/^.*\*\//, "", line))
                continue
            gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
            sub(/\/\/.*/, "", line)
            in_comment = sub(/\/\*.*/, "", line)
            gsub(/^[ \t]+|[ \t\\]+$/, "", line)
            if (line == "")
                continue
            if (!first) {
                first = n
                depth = 0
                head = line ~ /^(} *)?(else *)?(if|for|while|switch)( +constexpr)? *\(/
            }
            depth += gsub(/\(/, "(", line) - gsub(/\)/, ")", line)
            if (line ~ /^#|[{}]$|^[A-Za-z_]+:$|^case .*:$|(^|[} ])(else|do)$/ || (depth <= 0 && (head || line ~ /;$/)))
                first = 0
        }
        close(path)
    }
    return (name, number) in begin ? begin[name, number] : number
}

FILENAME == ARGV[1] {
    parts = split($0, part, "\t")
    pattern[++reasons] = part[1]
    sentence[reasons] = part[parts]
    is_apart[reasons] = parts == 3 && part[2] == "not comparable"
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
    is_operation = value("Memory") == "none" && value("Operations") != ""
    if (value("Memory") != "global" && value("Memory") != "shared" && !is_operation)
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
    if (is_operation) {
        split(value("Access"), part, " ") # "float add"
        has_operations[side, program] = 1
        key = config SUBSEP part[1]
        if (!(key in is_done)) {
            is_done[key] = 1
            done[++operations] = key
        }
        count[side, key, part[2] ~ /^(add|multiply)$/ ? "compared" : "others"] += value("Operations")
        next
    }
    line = value("File") ":" first_line(value("File"), value("Line")) SUBSEP value("Memory") SUBSEP value("Access")
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

function compare(row, counter,    part, name, a, b, r, compared, why) {
    split(row, part, SUBSEP)
    a = sum["emulator", row, counter] + 0
    b = sum["gpu", row, counter] + 0
    name = part[1] " " part[2] " " part[3] " " part[4] " " part[5] " " counter
    compared = "yes"
    why = "="
    for (r = reasons; r >= 1; r--)
        if (is_apart[r] && name ~ "^(" pattern[r] ")$") {
            compared = "no"
            why = sentence[r]
            is_used[r] = 1
        }
    if (compared == "yes" && (a - b > 1e-9 * a || b - a > 1e-9 * b)) {
        why = "?"
        for (r = reasons; r >= 1; r--)
            if (name ~ "^(" pattern[r] ")$") {
                why = sentence[r]
                is_used[r] = 1
            }
    }
    printf "%s,%s,%s,%s,%s,%s,%.10g,%.10g,%s,\"%s\"\n", part[1], part[2], part[3], part[4], part[5], counter, a, b, compared, why
}

# Of a kernel's launches in one configuration.
function add_operations(key,    part, config, row) {
    split(key, part, SUBSEP)
    config = part[1] SUBSEP part[2] SUBSEP part[3]
    if (!(("emulator", config) in launches) || !(("gpu", config) in launches) || !(("gpu", part[1]) in has_operations))
        return
    row = part[1] SUBSEP part[2] SUBSEP part[4]
    if (!(row in is_operation_row)) {
        is_operation_row[row] = 1
        operation_row[++all_operations] = row
    }
    ours[row] += count["emulator", key, "compared"] / launches["emulator", config]
    beside[row] += count["emulator", key, "others"] / launches["emulator", config]
    chips[row] += count["gpu", key, "compared"] / launches["gpu", config]
}

function tell_operations(row,    part, why) {
    split(row, part, SUBSEP)
    if (ours[row] + beside[row] + chips[row] == 0)
        return
    # nvcc sets registers by HFMA2, with zeros for factors, in any kernel.
    if (part[3] == "half" && ours[row] + beside[row] == 0)
        return
    why = ours[row] == chips[row] ? "=" \
        : ours[row] > chips[row] ? "nvcc calculates once what the source writes more often or leaves out what needs no calculation" \
        : beside[row] > 0 ? "divisions and functions are made of additions and multiplications on the chip" \
        : part[3] == "float" ? "nvcc converts or divides integers in float or calculates what the source has only in a macro or a library" \
        : "nvcc calculates what the source has only in a macro or a library"
    printf "%s,%s,,none,%.10g,%s,%.10g,%.10g,no,\"%s\"\n", part[1], part[2], beside[row], part[3], ours[row], chips[row], why
}

END {
    print "Program,Kernel,Line,Memory,Access,Counter,Emulator,GPU,Compared,Why"
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
    for (i = 1; i <= operations; i++)
        add_operations(done[i])
    for (i = 1; i <= all_operations; i++)
        tell_operations(operation_row[i])
    for (r = 1; r <= reasons; r++)
        if (!is_used[r])
            printf ",,,,,,,,,\"no row differs so: %s\"\n", pattern[r]
}
