# What a check has found of a program that had ended well: reads what the checked program has said on standard error,
# and behind it "book: exit code N", which becomes its own. Shows what was found, and then a line for all of it. From
# the environment: verified, whether the program has compared its result; taught, a regular expression for the mistakes
# that it shows on purpose; BOOK_PROGRAM, as the reader calls it.

BEGIN {
    well = ENVIRON["verified"] ? "verified" : "ended well"
    lucky = ENVIRON["verified"] ? "right" : "ended well"
}

# The line of the source that a line of a report begins with, or ends with: "allocated at mine.cu:12".
function place(text) {
    if (!match(text, /:[0-9]+(: |,|$)/))
        return ""
    text = substr(text, 1, RSTART + RLENGTH - 1)
    sub(/(: |,)$/, "", text)
    sub(/.* at /, "", text)
    return text
}

sub(/^CUDA checker: nothing found in /, "") {
    looked_at = $0
    shown = ""
    next
}
/^CUDA checker: (nothing found|[0-9]+ findings?, |[0-9]+ results? )/ {
    shown = ""
    next
}

/^CUDA (checker: |emulator: error: )/ {
    shown = /: error: / ? "error" : /: warning: / ? "warning" : "else"
    text = $0
    sub(/^CUDA [a-z]+: ([a-z]+: )?/, "", text)
    if (shown == "error" && (ENVIRON["taught"] == "" || text !~ ENVIRON["taught"]))
        shown = "mistake"
    if (++count[shown] == 1) {
        what[shown] = text
        where[shown] = place(text)
        if (where[shown] != "" && index(text, where[shown]) == 1)
            what[shown] = substr(text, length(where[shown]) + 3)
    }
    print
    fflush()
    next
}

shown != "" && /^    / {
    if (count[shown] == 1 && where[shown] == "")
        where[shown] = place(substr($0, 5))
    print
    next
}

{ shown = "" }

/^book: exit code [0-9]+$/ { code = $4 }

# "mine.cu:12: race on global memory in kernel add, and 2 more".
function told(kind) {
    return (where[kind] == "" ? "" : where[kind] ": ") what[kind] (count[kind] > 1 ? ", and " count[kind] - 1 " more" : "")
}

END {
    if (count["mistake"])
        line = lucky " this time, by luck: " told("mistake")
    else if (count["error"])
        line = well ", with the mistake that it shows on purpose: " told("error")
    else if (code != 0)
        line = well ", but under the checker it ends with exit code " code ": ./book check " ENVIRON["BOOK_PROGRAM"] \
            " shows what it says"
    else if (count["warning"])
        line = well ", and no mistake found, but a warning: " told("warning")
    else if (looked_at != "")
        line = well ", and free of races (" looked_at ")"
    else
        line = well ", and nothing found, but no kernel was launched"
    print "book: " line
    exit code
}
