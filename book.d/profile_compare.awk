# profile_compare.awk BEFORE NOW: two tables of `./book profile --report csv`. Prints for each kernel and memory what all
# its launches asked for, before and now: requests; of global memory sectors, of shared memory wavefronts, of constant
# memory addresses; and the fewest that would do. And floating-point operations, by kind.

# The cells of a line of CSV.
function cells(line, cell,    n, text) {
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

FNR == 1 {
    file++
    delete column
    count = cells($0, cell)
    for (i = 1; i <= count; i++)
        column[cell[i]] = i
    next
}

function value(name) { return cell[column[name]] }

{
    for (i in cell)
        delete cell[i]
    cells($0, cell)
    if (value("Memory") == "none") {
        kernel = value("Kernel")
        sub(/<<<.*/, "", kernel)
        divided[file, kernel] += value("Divergent Branches")
        if (value("Operations") != "") {
            if (!(kernel in memories)) {
                memories[kernel] = 0
                kernel_at[++kernels] = kernel
            }
            seen[file, kernel] = 1
            kind = value("Access")
            if (!((kernel, kind) in is_kind)) {
                is_kind[kernel, kind] = 1
                kind_at[kernel, ++kinds[kernel]] = kind
            }
            operations[file, kernel, kind] += value("Operations")
        }
        next
    }
    kernel = value("Kernel")
    sub(/<<<.*/, "", kernel)
    key = kernel SUBSEP value("Memory")
    if (!(kernel in memories)) {
        memories[kernel] = 0
        kernel_at[++kernels] = kernel
    }
    if (!(key in known)) {
        known[key] = 1
        memory_at[kernel, ++memories[kernel]] = value("Memory")
    }
    seen[file, kernel] = seen[file, key] = 1
    launch = value("Launch")
    if (!((file, launch) in counted)) {
        counted[file, launch] = 1
        blocks[file, kernel] += value("Profiled Blocks")
    }
    served = value("L2 Theoretical Sectors Global") value("L1 Wavefronts Shared") value("Constant Addresses")
    requests[file, key] += value("Requests")
    cost[file, key] += served
    ideal[file, key] += value("L2 Theoretical Sectors Global Ideal") value("L1 Wavefronts Shared Ideal")
    if (served != "")
        has_cost[key] = 1
}

# "12 -> 7", and "-" for what is not there.
function both(table, key) {
    return ((1, key) in seen ? (table[1, key] + 0) "" : "-") " -> " ((2, key) in seen ? (table[2, key] + 0) "" : "-")
}

BEGIN {
    unit["global"] = "sectors"
    unit["shared"] = "wavefronts"
    unit["constant"] = "addresses"
}

END {
    print "CUDA profiler: before -> now, all launches of a kernel together"
    for (k = 1; k <= kernels; k++) {
        kernel = kernel_at[k]
        is_in_both = (1, kernel) in seen && (2, kernel) in seen
        print "  " kernel (is_in_both && blocks[1, kernel] != blocks[2, kernel] ? ": of " both(blocks, kernel) " blocks" : "")
        for (m = 1; m <= memories[kernel]; m++) {
            memory = memory_at[kernel, m]
            key = kernel SUBSEP memory
            line = sprintf("    %-9s %s requests", memory, both(requests, key))
            if (key in has_cost) {
                line = line ", " both(cost, key) " " unit[memory]
                if ((1, key) in seen && (2, key) in seen && cost[1, key] > 0)
                    line = line sprintf(" (%.2f times)", cost[2, key] / cost[1, key])
                if (memory != "constant")
                    line = line ", " both(ideal, key) " ideal"
            }
            print line
        }
        line = ""
        for (m = 1; m <= kinds[kernel]; m++)
            line = line (m > 1 ? ", " : "") operations[1, kernel, kind_at[kernel, m]] + 0 " -> " \
                operations[2, kernel, kind_at[kernel, m]] + 0 " " kind_at[kernel, m]
        if (line != "")
            print "    operations " line
        if (divided[1, kernel] + divided[2, kernel] > 0)
            print "    branches  " both(divided, kernel) " times both ways"
    }
    if (kernels == 0)
        print "  no kernel has asked for anything"
}
