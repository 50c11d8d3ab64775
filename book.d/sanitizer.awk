# Puts what NVIDIA's compute-sanitizer says, its logs one after the other, into the words of our own
# checker: each finding once, with how often it was shown.
#
#   awk -v format=text|json -v file=ch5_dot/dot.cu -f sanitizer.awk LOG ...
#
# file: the name to show where the tool gives the file's without its folder. Exits with 98 if there is a finding.
#
# A refused call that a library made, and not the program, is none: NCCL, say, asks for each of its kernels
# whether the device can run it. With 97 it exits if there are only such calls.

function place(text,   at) {
    if (!match(text, /in [^ ]+:[0-9]+/))
        return "an unknown line"
    text = substr(text, RSTART + 3, RLENGTH - 3)
    at = match(text, /:[0-9]+$/)
    if (substr(text, 1, at - 1) == base)
        return file substr(text, at)
    return text
}

# "void draw<(bool)0>(int *)+0x50 in f.cu:9": draw
function function_name(text) {
    sub(/^.* at /, "", text)
    sub(/\+0x.*$/, "", text)
    sub(/[<(].*$/, "", text)
    sub(/^.* \**/, "", text)
    return text
}

function thread(text) {
    match(text, /\([0-9]+,[0-9]+,[0-9]+\)/)
    text = substr(text, RSTART, RLENGTH)
    if (text ~ /,0,0\)$/) {
        sub(/^\(/, "", text)
        sub(/,.*$/, "", text)
    }
    return text
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/\n/, "\\n", text)
    return "\"" text "\""
}

# A finding begins: what kind, in which words, and what is missing.
function begin(new_kind, new_what, new_missing) {
    finish()
    kind = new_kind
    what = new_what
    missing = new_missing
    first = second = first_place = second_place = kernel = pair = detail = made = caller = ""
}

function finish(   key, where) {
    if (kind == "")
        return
    where = kernel == "" ? "" : " in kernel " kernel
    if (kind == "leak")
        first = detail (made == "" ? "" : ", allocated at " made)
    else if (kind == "failed-call")
        first = (made == "" ? "" : made ": ") detail
    else if (first_place != "")
        first = first_place ": " first (detail == "" ? "" : ": " detail)
    key = kind what where
    # A finding is known again by its lines; one about a call or a leak, by its words.
    if (kind == "leak" || kind == "failed-call" || kind == "other")
        key = key first
    else if (second_place < first_place)
        key = key first_place "|" second_place
    else
        key = key second_place "|" first_place
    # A race of two words is shown byte by byte.
    if (key in number) {
        if (pair == "" || pair != last_pair[key])
            ++times[key]
    } else {
        number[key] = ++count
        keys[count] = key
        times[key] = 1
        kinds[key] = kind
        places[key] = first_place == "" ? made : first_place
        other_places[key] = second_place
        words[key] = what where (first == "" ? "" : "\n    " first) \
            (second == "" ? "" : "\n    " second_place ": " second) \
            (missing == "" ? "" : "\n    missing: " missing)
    }
    last_pair[key] = pair
    kind = ""
}

BEGIN {
    base = file
    sub(/^.*\//, "", base)
}

!/^=========/ { next }
{
    line = $0
    sub(/^=========[ ]*/, "", line)
}

line ~ /^Invalid __[a-z]+__ / {
    match(line, /__[a-z]+__/)
    space = substr(line, RSTART + 2, RLENGTH - 4)
    begin("out-of-bounds", (space == "global" ? "" : space " ") "memory out of bounds", \
        "a test that the index is below the number of elements")
    access = line ~ / write / ? "writes " : line ~ / atomic/ ? "atomically updates " : "reads "
    match(line, /size [0-9]+/)
    bytes = substr(line, RSTART + 5, RLENGTH - 5)
    next
}
line ~ /^Uninitialized __[a-z]+__ memory read/ {
    begin("unwritten", "read of memory that nothing has written", \
        "cudaMemset, cudaMemcpy or a kernel that writes it before")
    access = "reads "
    match(line, /size [0-9]+/)
    bytes = substr(line, RSTART + 5, RLENGTH - 5)
    next
}
line ~ /Potential (RAW|WAR|WAW) hazard/ {
    begin("race", "race on " (line ~ /__shared__/ ? "shared" : "global") " memory", \
        "__syncthreads() between the two" \
        (line ~ /Warp Level/ ? ", or __syncwarp(): the threads of a warp do not run in step" : ""))
    match(line, /in block \([0-9]+,[0-9]+,[0-9]+\)/)
    of_block = " of block " substr(line, RSTART + 9, RLENGTH - 9)
    bytes = ""
    next
}
line ~ /^Barrier error detected/ {
    detail_of_barrier = line
    sub(/^Barrier error detected\. /, "", detail_of_barrier)
    sub(/\.$/, "", detail_of_barrier)
    begin("barrier", "divergent barrier", "a barrier that all threads of the block reach, or none")
    access = "waits at a barrier (" detail_of_barrier ")"
    bytes = ""
    next
}
line ~ /^Program hit / {
    finish()
    call = line
    sub(/^.* on CUDA API call to /, "", call)
    sub(/\.$/, "", call)
    error = line
    sub(/^Program hit /, "", error)
    sub(/ \(error.*$/, "", error)
    # What a kernel has broken stays broken: the finding is the kernel.
    if (count > 0 && error ~ /LaunchFailure|IllegalAddress|MisalignedAddress|Assert|HardwareStack/) {
        finish()
        next
    }
    reason = line
    sub(/^.* due to "/, "", reason)
    sub(/" on CUDA.*$/, "", reason)
    begin("failed-call", "call refused", "arguments that the call accepts, or a test of what it returns")
    detail = call " returns " error " (" reason ")"
    next
}
line ~ /^Leaked [0-9,]+ bytes/ {
    bytes = $3
    gsub(/,/, "", bytes)
    begin("leak", "leak", "its cudaFree, or whatever destroys it, before the end")
    detail = bytes " bytes of device memory"
    next
}
line ~ /^(Error|Warning): / && line !~ /didn't terminate/ {
    begin("other", line, "")
    next
}
line ~ /^$/ || line ~ /SUMMARY/ { finish(); next }
kind == "" { next }

line ~ /^at / && first_place == "" {
    kernel = function_name(" " line)
    first_place = place(line)
    next
}
# The last of them is the kernel.
line ~ /^Device Frame: / { kernel = function_name(" at " substr(line, 15)) }
line ~ /^by thread / {
    split(line, parts, " in block ")
    first = "thread " thread(parts[1]) " of block " parts[2] " " access \
        (bytes == "" ? "" : bytes (bytes == 1 ? " byte" : " bytes"))
    next
}
line ~ /^(Write|Read|Atomic) Thread/ {
    side = "thread " thread(line) of_block " " \
        (line ~ /^Write/ ? "writes" : line ~ /^Read/ ? "reads" : "atomically updates")
    pair = pair thread(line) " "
    if (first == "") {
        first = side
        first_place = place(line)
        kernel = function_name(line)
    } else {
        second = side " there"
        second_place = place(line)
    }
    next
}
line ~ /^Access to 0x0 is out of bounds/ {
    detail = "a null pointer"
    missing = "a pointer that cudaMalloc has returned"
}
line ~ /^Access to .*misaligned/ {
    detail = "a misaligned address"
    missing = "an index that keeps the alignment, or loads of single elements"
}
line ~ /^and is [0-9,]+ bytes/ && detail == "" {
    detail = line
    sub(/^and is /, "", detail)
    sub(/ at 0x[0-9a-f]+/, "", detail)
    if (detail ~ /^[0-9]+,[0-9]+,[0-9]+,[0-9,]+ bytes/) { # a billion and more
        detail = "memory that is none of the device"
        missing = "a pointer that cudaMalloc has returned"
    }
}
kind == "failed-call" && caller == "" && line ~ /^Host Frame: / && line !~ / in libcuda(rt)?\.so/ {
    caller = $NF
    if (caller ~ /^lib.*\.so/) {
        ++left_out
        kind = ""
        next
    }
}
line ~ /^Host Frame: .* in [^ ]+:[0-9]+/ && made == "" && line !~ /include\// { made = place(line) }

END {
    finish()
    if (format == "json") {
        printf "["
        for (i = 1; i <= count; ++i) {
            k = keys[i]
            printf "%s\n  {\"kind\": %s, \"count\": %d, \"text\": %s", (i > 1 ? "," : ""), quoted(kinds[k]), \
                times[k], quoted(words[k])
            if (places[k] != "")
                printf ", \"first\": {\"place\": %s}", quoted(places[k])
            if (other_places[k] != "")
                printf ", \"second\": {\"place\": %s}", quoted(other_places[k])
            printf "}"
        }
        print "\n]"
    } else {
        for (i = 1; i <= count; ++i) {
            k = keys[i]
            print "CUDA checker: error: " words[k] \
                (times[k] > 1 ? "\n    at least " times[k] " times" : "")
        }
        if (count > 0)
            print "CUDA checker: " count " finding" (count == 1 ? "" : "s") " by compute-sanitizer"
    }
    exit count > 0 ? 98 : left_out > 0 ? 97 : 0
}
