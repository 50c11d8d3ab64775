# practice_grades.awk: from lines "FILE, TASK, VERDICT, WHY" with tabs between them, a table for a person, or what
# format names: csv, json, junit. The sum comes last, and beside these on standard error. The exit code is 1 if an answer was
# not judged, which is no verdict on it.
BEGIN {
    FS = "\t"
    # In UTF-8, from U+00A0 on: of two bytes, three and four.
    letters = "\302[\240-\277]|[\303-\337][\200-\277]" \
        "|(\340[\240-\277]|[\341-\354\356\357][\200-\277]|\355[\200-\237])[\200-\277]" \
        "|(\360[\220-\277]|[\361-\363][\200-\277]|\364[\200-\217])[\200-\277][\200-\277]"
    if (format == "csv")
        print "file,task,verdict,why"
    if (format == "json")
        print "["
}
# What a student has made of a name, or of a message, shall cost no other their grade: bytes that are no UTF-8, which
# readers of JSON and XML refuse, and what terminals obey, become question marks.
function clean(text,    out) {
    while (match(text, /[\001-\037\177-\377]/)) {
        out = out substr(text, 1, RSTART - 1)
        text = substr(text, RSTART)
        if (match(text, "^(" letters ")") && text !~ /^\357\277[\276\277]/) {
            out = out substr(text, 1, RLENGTH)
            text = substr(text, RLENGTH + 1)
        } else {
            out = out "?"
            text = substr(text, 2)
        }
    }
    return out text
}
# A spreadsheet computes what begins so, unless a quote stands before it.
function cell(text) {
    if (text ~ /^[=+@-]/)
        text = "'" text
    if (text ~ /[",]/) {
        gsub(/"/, "\"\"", text)
        text = "\"" text "\""
    }
    return text
}
function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}
function marked_up(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text)
    return text
}
{
    for (i = 1; i <= NF; i++)
        $i = clean($i)
    count[$3]++
    if (format == "csv")
        print cell($1) "," cell($2) "," $3 "," cell($4)
    else if (format == "json")
        printf "%s  {\"file\": %s, \"task\": %s, \"verdict\": \"%s\", \"why\": %s}", (NR > 1 ? ",\n" : ""), quoted($1),
            quoted($2), $3, quoted($4)
    else if (format == "junit") {
        kind = $3 == "NOT JUDGED" ? "error" : "failure"
        failure = ">\n    <" kind " type=\"" $3 "\" message=\"" marked_up($4) "\"/>\n  </testcase>\n"
        cases = cases "  <testcase classname=\"" marked_up($2) "\" name=\"" marked_up($1) "\"" \
            ($3 == "RIGHT" ? "/>\n" : failure)
    } else
        printf "%-10s  %-24s %s%s\n", $3, $1, $2, ($3 == "RIGHT" ? "" : ": " $4)
}
END {
    missed = count["NOT JUDGED"] + 0
    if (format == "json")
        print "\n]"
    if (format == "junit")
        printf "%s\n<testsuite name=\"practice\" tests=\"%d\" failures=\"%d\" errors=\"%d\">\n%s</testsuite>\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", NR, NR - count["RIGHT"] - missed, missed, cases
    sum = sprintf("%d of %d are right", count["RIGHT"], NR) (missed ? ", " missed " could not be judged" : "")
    if (format == "text")
        print sum
    else # where it is in no other program's way
        print "book: " sum | "cat >&2"
    exit missed > 0
}
