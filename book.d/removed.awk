# removed.awk REWRITER/removed.cpp FILE.cu: what nvcc of today does not know in the file, and what to write
# instead: the first place of each name, as the emulator's rewriter says it. (A name in a comment counts too.)
FNR == NR {
    table = table $0
    if (/removed_name [a-z]+\[\]/) {
        kind = $0
        sub(/.*removed_name /, "", kind)
        sub(/\[.*/, "", kind)
    }
    while (match(table, /\{"[A-Za-z0-9_]+", *"[^"]*"\}/)) {
        split(substr(table, RSTART, RLENGTH), part, "\"")
        kinds[part[2]] = kind
        today[part[2]] = part[4]
        table = substr(table, RSTART + RLENGTH)
    }
    next
}
{
    for (name in today) {
        if (kinds[name] == "functions")
            pattern = "(^|[^A-Za-z0-9_.>])" name "[ \t]*[(]"
        else if (kinds[name] == "members")
            pattern = "([.]|->)" name "([^A-Za-z0-9_]|$)"
        else
            pattern = "(^|[^A-Za-z0-9_.>])" name "[ \t]*<"
        if ($0 ~ pattern) {
            brackets = kinds[name] == "functions" ? "()" : kinds[name] == "templates" ? "<>" : ""
            print FILENAME ":" FNR ": " name brackets " is of an older CUDA: write " today[name]
            delete today[name]
        }
    }
}
