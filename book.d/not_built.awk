# What compilers and linkers said of a program that could not be built, as a report for tools, FORMAT json or sarif: each
# error with its text, and its place if it has one. Where they name none, all that they said is one.
function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    gsub(/\t/, "\\t", text)
    gsub(/\n/, "\\n", text)
    gsub(/[\001-\037]/, " ", text)
    return "\"" text "\""
}

function error(text, file, line) {
    errors++
    if (FORMAT == "json") {
        reports = reports (errors > 1 ? ",\n" : "") "  {\"kind\": \"not-built\", \"severity\": \"error\", \"count\": 1, \"text\": " \
            quoted(text) (line != "" ? ", \"first\": {\"place\": " quoted(file ":" line) "}" : "") "}"
        return
    }
    reports = reports (errors > 1 ? ",\n" : "") "      {\"ruleId\": \"not-built\", \"level\": \"error\", \"message\": {\"text\": " quoted(text) "}"
    if (line != "")
        reports = reports ", \"locations\": [{\"physicalLocation\": {\"artifactLocation\": {\"uri\": " quoted((file ~ /^\// ? "file://" : "") file) \
            "}, \"region\": {\"startLine\": " line "}}}]"
    reports = reports "}"
}

{ all = all (NR > 1 ? "\n" : "") $0 }

match($0, /(^|: )(fatal )?error: /) {
    text = substr($0, RSTART + RLENGTH)
    place = substr($0, 1, RSTART - 1)
    sub(/:[0-9]+$/, "", place) # the column
    if (match(place, /:[0-9]+$/))
        error(text, substr(place, 1, RSTART - 1), substr(place, RSTART + 1))
    else if ($0 ~ /:[0-9]+: (fatal )?error: /) { # it was the line
        match($0, /:[0-9]+: (fatal )?error: /)
        error(text, place, substr($0, RSTART + 1) + 0)
    } else
        error(text, "", "")
}

END {
    if (errors == 0)
        error(all, "", "")
    if (FORMAT == "json")
        printf "[\n%s\n]\n", reports
    else
        printf "{\"version\": \"2.1.0\", \"runs\": [{\"tool\": {\"driver\": {\"name\": \"book check\", \"rules\": [{\"id\": \"not-built\"}]}},\n" \
            "    \"results\": [\n%s\n    ]}]}\n", reports
}
