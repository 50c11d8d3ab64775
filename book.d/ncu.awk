# ncu.awk RAW SASS CODE...: what NVIDIA's profiler has counted, as the table that `./book profile --report csv` writes. RAW and
# SASS are its pages "raw" and "source", with mangled names; CODE is what `nvdisasm -gi` says of the program: the lines
# that each instruction comes from, the innermost function first. -v ROOT=FOLDER/ is left out of the names of files.
#
# A line in a header of the toolkit or of the compiler is taken for the line that called it, as readers wrote that one.
# Floating-point additions and multiplications ncu counts for a kernel, not for a line: these rows have no file. A
# multiply-add is one of each.
#
# An instruction with a predicate is executed by warps of which no thread takes part, and ncu counts these too: how many
# requests such a line makes is not known, and left empty.

function cells(line,    n, text) {
    split("", cell)
    for (n = 0; line != "" || n == 0; ) {
        if (line ~ /^"/) {
            match(line, /^"([^"]|"")*"/)
            text = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", text)
        } else {
            match(line, /^[^,]*/)
            text = substr(line, 1, RLENGTH)
        }
        cell[++n] = text
        line = substr(line, RLENGTH + 2)
    }
    return n
}

function number(text,    i, value) { # of hexadecimal digits
    sub(/^0x/, "", text)
    for (i = 1; i <= length(text); i++)
        value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
    return value
}

# "tiled", of "_Z5tiledILi32EEvPKfPf": the last of the names that come with their lengths in front.
function plain_name(mangled,    name, digits, nested) {
    if (mangled !~ /^_Z/)
        return mangled
    mangled = substr(mangled, 3)
    nested = mangled ~ /^N/
    sub(/^[NL]+/, "", mangled)
    while (match(mangled, /^[0-9]+/)) {
        digits = RLENGTH
        name = substr(mangled, digits + 1, substr(mangled, 1, digits))
        mangled = substr(mangled, digits + 1 + length(name))
        if (!nested)
            break
    }
    return name
}

FNR == 1 { ++file }

# ---- the launches, in their order

file == 1 && /^"ID"/ {
    count = cells($0)
    for (i = 1; i <= count; i++)
        raw[cell[i]] = i
    next
}
file == 1 && raw["ID"] && /^"[0-9]/ {
    cells($0)
    ++launches
    kernel_of[launches] = cell[raw["Kernel Name"]]
    grid = cell[raw["Grid Size"]]
    name = plain_name(kernel_of[launches]) "<<<" grid "," cell[raw["Block Size"]]
    shared = cell[raw["launch__shared_mem_per_block_dynamic"]]
    gsub(/,/, "", shared)
    if (shared + 0 > 0)
        name = name "," shared
    gsub(/ /, "", name)
    config = name ">>>"
    if (!((kernel_of[launches], config) in number_of)) {
        number_of[kernel_of[launches], config] = ++configs
        name_of[configs] = config
        gsub(/[() ]/, "", grid)
        split(grid, side, ",")
        blocks_of[configs] = side[1] * side[2] * side[3]
    }
    config_of[launches] = number_of[kernel_of[launches], config]
    add_operations(number_of[kernel_of[launches], config], "half", "h")
    add_operations(number_of[kernel_of[launches], config], "float", "f")
    add_operations(number_of[kernel_of[launches], config], "double", "d")
    ++times[config_of[launches]]
}

function metric(operation,    value) {
    operation = "smsp__sass_thread_inst_executed_op_" operation "_pred_on.sum"
    if (!(operation in raw))
        return 0
    value = cell[raw[operation]]
    gsub(/,/, "", value)
    knows_operations = 1
    return value + 0
}
function add_operations(config, width, letter) {
    done[config, width " add"] += metric(letter "add") + metric(letter "fma")
    done[config, width " multiply"] += metric(letter "mul") + metric(letter "fma")
}

# ---- the instructions: kept until it is known where they come from. A launch may be printed more than once.

file == 2 && /^"Kernel Name"/ {
    cells($0)
    section_kernel[++sections] = cell[2]
    first = ""
    next
}
file == 2 && /^"Address"/ {
    split("", column)
    count = cells($0)
    for (i = 1; i <= count; i++)
        column[cell[i]] = i
    next
}
file == 2 && /^"0x/ {
    cells($0)
    if (first == "")
        first = start[sections] = number(cell[1])
    words = split(cell[2], word, " ")
    has_predicate = word[1] ~ /^@/
    operation = word[1 + has_predicate]
    if (operation !~ /^(LDG|STG|LDS|LDSM|STS|LDGSTS|LD|ST|RED|REDG|ATOM|ATOMG|ATOMS)([.]|$)/ || !column["Instructions Executed"])
        next
    k = ++instructions[sections]
    offset[sections, k] = number(cell[1]) - first
    what[sections, k] = operation
    predicate[sections, k] = has_predicate
    executed[sections, k] = cell[column["Instructions Executed"]]
    threads[sections, k] = cell[column["Predicated-On Thread Instructions Executed"]]
    sectors[sections, k] = column["L2 Theoretical Sectors Global"] ? cell[column["L2 Theoretical Sectors Global"]] : 0
    sectors_ideal[sections, k] = column["L2 Theoretical Sectors Global Ideal"] ? cell[column["L2 Theoretical Sectors Global Ideal"]] : 0
    waves[sections, k] = column["L1 Wavefronts Shared"] ? cell[column["L1 Wavefronts Shared"]] : 0
    waves_ideal[sections, k] = column["L1 Wavefronts Shared Ideal"] ? cell[column["L1 Wavefronts Shared Ideal"]] : 0
}

# ---- the lines

file > 2 && /^\.text\./ {
    code = $1
    sub(/^\.text\./, "", code)
    sub(/:$/, "", code)
    next
}
file > 2 && /\/\/## File "/ {
    match($0, /"[^"]*", line [0-9]+/)
    here = substr($0, RSTART + 1, RLENGTH - 1)
    sub(/", line /, "\t", here)
    if (is_known_place) # a new list of lines begins
        place = ""
    is_known_place = 0
    if (place == "" || is_of_others(place))
        place = here
    next
}
file > 2 && match($0, /^ *\/\*[0-9a-f]+\*\/ /) {
    text = substr($0, RSTART, RLENGTH)
    gsub(/[ *\/]/, "", text)
    is_known_place = 1
    at = number(text)
    place_of[code, at] = place
    words = split(substr($0, RSTART + RLENGTH), word, " ")
    operation_at[code, at] = word[1 + (word[1] ~ /^@/)]
}
function is_of_others(place) {
    return place ~ /^(\/usr\/|\/opt\/)/ || place ~ /\/(targets\/[^\/]*\/)?include\/(crt\/|cuda|cooperative_groups|nv\/|sm_|device_)/
}

# ---- the table

function bytes_of(operation) {
    if (operation ~ /[.]128([.]|$)/)
        return 16
    if (operation ~ /[.](64|F64)([.]|$)/)
        return 8
    if (operation ~ /[.][US]16([.]|$)/)
        return 2
    return operation ~ /[.][US]8([.]|$)/ ? 1 : 4
}

function add(config, place, memory, access, s, k, moved, ideal,    key) {
    key = config SUBSEP place SUBSEP memory SUBSEP access
    if (!(key in is_there)) {
        is_there[key] = 1
        row[++rows] = key
    }
    requests[key] += executed[s, k]
    lanes[key] += threads[s, k]
    if (predicate[s, k])
        is_unknown[key] = 1
    bytes[key] += threads[s, k] * bytes_of(what[s, k])
    sum[key] += moved
    least[key] += ideal
}

# A table of a launch. The same may be printed twice.
function add_table(l, s,    k, here, place, operation, access, is_generic, is_shared) {
    if (is_added[l, start[s]]++)
        return
    for (k = 1; k <= instructions[s]; k++) {
        here = section_kernel[s] SUBSEP offset[s, k]
        # What is not of the kernel itself is of a function of the toolkit.
        if (executed[s, k] == 0 || operation_at[here] != what[s, k])
            continue
        place = place_of[here]
        if (index(place, ROOT) == 1)
            place = substr(place, length(ROOT) + 1)
        operation = what[s, k]
        access = operation ~ /^LD/ ? "load" : operation ~ /^ST/ ? "store" : "atomic"
        # A generic address is of the memory that was asked for something; local memory is neither.
        is_generic = operation ~ /^(LD|ST|ATOM)([.]|$)/
        if (is_generic && sectors[s, k] == 0 && waves[s, k] == 0)
            continue
        is_shared = operation ~ /^(LDS|STS|ATOMS)/ || (is_generic && sectors[s, k] == 0)
        if (operation ~ /^LDGSTS/) { # from global memory straight to shared memory
            add(config_of[l], place, "global", "load", s, k, sectors[s, k], sectors_ideal[s, k])
            add(config_of[l], place, "shared", "store", s, k, waves[s, k], waves_ideal[s, k])
        } else if (is_shared)
            add(config_of[l], place, "shared", access, s, k, waves[s, k], waves_ideal[s, k])
        else
            add(config_of[l], place, "global", access, s, k, sectors[s, k], sectors_ideal[s, k])
    }
}

function quoted(text) { return text ~ /[",]/ ? "\"" text "\"" : text }

# The order of the rows: by launch, file, line, memory and access.
function sort_key(key,    part, at) {
    split(key, part, SUBSEP)
    at = index(part[2], "\t")
    return sprintf("%06d %s %08d %s %s", part[1], substr(part[2], 1, at), substr(part[2], at + 1), part[3], part[4])
}

END {
    print "Launch,Kernel,Launches,Blocks,Profiled Blocks,File,Line,Memory,Access,Requests,Avg. Threads Executed," \
        "L2 Theoretical Sectors Global,L2 Theoretical Sectors Global Ideal,L2 Theoretical Sectors Global Excessive," \
        "L1 Wavefronts Shared,L1 Wavefronts Shared Ideal,L1 Wavefronts Shared Excessive,Constant Addresses,Bytes Asked," \
        "Bytes Moved,Avg. Threads At One Address,Branch Passes,Divergent Branches,Operations"
    # The tables of launches of one kernel that follow one another come together: for each launch as many.
    s = 1
    for (l = 1; l <= launches; l += alike) {
        for (alike = 1; kernel_of[l + alike] == kernel_of[l]; alike++)
            ;
        tables = 0
        for (; s <= sections && section_kernel[s] != kernel_of[l + alike]; s++)
            if (section_kernel[s] == kernel_of[l])
                table[++tables] = s
        if (tables == 0 || tables % alike != 0) {
            print "ncu has printed " tables " tables of " alike " launches of " kernel_of[l] >"/dev/stderr"
            exit 1
        }
        for (t = 1; t <= tables; t++)
            add_table(l + int((t - 1) * alike / tables), table[t])
    }
    for (r = 2; r <= rows; r++) # a few hundred at most
        for (i = r; i > 1 && sort_key(row[i]) < sort_key(row[i - 1]); i--) {
            key = row[i]
            row[i] = row[i - 1]
            row[i - 1] = key
        }
    split("half add,half multiply,float add,float multiply,double add,double multiply", kinds, ",")
    r = 1
    for (config = 1; config <= configs; config++) {
        launch = config "," quoted(name_of[config]) "," times[config] "," blocks_of[config] * times[config] "," \
            blocks_of[config] * times[config] ","
        for (; r <= rows; r++) {
            key = row[r]
            split(key, part, SUBSEP)
            if (part[1] != config)
                break
            split(part[2], where, "\t")
            is_global = part[3] == "global"
            figures = sum[key] "," least[key] "," (sum[key] - least[key])
            print launch quoted(where[1]) "," where[2] "," part[3] "," part[4] "," \
                (key in is_unknown ? "," : requests[key] "," sprintf("%.2f", lanes[key] / requests[key])) "," \
                (is_global ? figures ",,,," : ",,," figures ",") "," bytes[key] "," (is_global ? sum[key] * 32 : "") ",,,,"
        }
        for (i = 1; i <= 6; i++)
            if (done[config, kinds[i]] > 0 || (knows_operations && kinds[i] ~ /^float/))
                printf "%s,,none,%s,,,,,,,,,,,,,,,%.0f\n", launch, kinds[i], done[config, kinds[i]]
    }
}
