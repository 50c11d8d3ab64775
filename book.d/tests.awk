# The results in a log of `ctest -V`, complete or not, in the order of their numbers, as lines
# of fields divided by tabs:
#
#   total    NUMBER     of tests, those too that have not run
#   passed   NAME  the last line that it printed
#   failed   NAME  how it ended, and that line
#   skipped  NAME  that line: a test that cannot run here says why

# What a test prints has its number before it, and so has what ctest says of it before it starts.
/^[0-9]+: / {
    number = $1 + 0
    text = $0
    sub(/^[0-9]+: /, "", text)
    if (text ~ /^(Working Directory|Test timeout computed to be): /)
        last[number] = ""
    else if (text ~ /[^ \t\r]/)
        last[number] = text
}

/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
    total = $1
    sub(/^.*\//, "", total)
    name = $0
    sub(/^[^#]*#/, "", name)
    number = name + 0
    if (number > last_number)
        last_number = number
    sub(/^[0-9]+: /, "", name)
    match(name, / \.\.+( +Passed|\*\*\*)/)
    how = substr(name, RSTART)
    name = substr(name, 1, RSTART - 1)
    sub(/^[ .]+(\*\*\*)?/, "", how)
    sub(/ +[0-9.]+ sec.*$/, "", how)
    said = last[number]
    gsub(/[\t\r]/, " ", said)
    gsub(/`/, "'", said)
    if (how == "Passed")
        results[number] = "passed\t" name "\t" said
    else if (how == "Skipped")
        results[number] = "skipped\t" name "\t" (said == "" ? "it gave no reason" : said)
    else
        results[number] = "failed\t" name "\t" how (said == "" ? "" : ": " said)
}

END {
    print "total\t" total + 0
    for (i = 1; i <= last_number; i++)
        if (i in results)
            print results[i]
}
