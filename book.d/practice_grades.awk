# practice_grades.awk: from lines "FILE, TASK, VERDICT, WHY" with tabs between them, a table for a person, or what
# format names: csv, json, junit.
BEGIN {
    FS = "\t"
    if (format == "csv")
        print "file,task,verdict,why"
    if (format == "json")
        print "["
}
function cell(text) {
    if (text ~ /[",]/) {
        gsub(/"/, "\"\"", text)
        text = "\"" text "\""
    }
    return text
}
function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/[\001-\037\177]/, "?", text)
    return "\"" text "\""
}
function marked_up(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/"/, "\\&quot;", text)
    gsub(/[\001-\037\177]/, "?", text)
    return text
}
{
    count[$3]++
    if (format == "csv")
        print cell($1) "," cell($2) "," $3 "," cell($4)
    else if (format == "json")
        printf "%s  {\"file\": %s, \"task\": %s, \"verdict\": \"%s\", \"why\": %s}", (NR > 1 ? ",\n" : ""), quoted($1),
            quoted($2), $3, quoted($4)
    else if (format == "junit") {
        failure = ">\n    <failure type=\"" $3 "\" message=\"" marked_up($4) "\"/>\n  </testcase>\n"
        cases = cases "  <testcase classname=\"" marked_up($2) "\" name=\"" marked_up($1) "\"" \
            ($3 == "RIGHT" ? "/>\n" : failure)
    } else
        printf "%-7s  %-24s %s%s\n", $3, $1, $2, ($3 == "RIGHT" ? "" : ": " $4)
}
END {
    if (format == "json")
        print "\n]"
    if (format == "junit")
        printf "%s\n<testsuite name=\"practice\" tests=\"%d\" failures=\"%d\">\n%s</testsuite>\n",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", NR, NR - count["RIGHT"], cases
    if (format == "text")
        printf "%d of %d are right\n", count["RIGHT"], NR
}
