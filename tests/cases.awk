# cases.awk -v root=ROOT -v programs="CHAPTER/PROGRAM;..." FILE.test ...: what the files say of programs, as tests for
# CMake to add. What may stand in a file: tests/README.md. One that says anything else is an error, which ends with 1.

BEGIN {
    count_of_programs = split(programs, program_list, ";")
    known = "a line that begins with `$ `, `for: `, `exit: `, `has: `, `says: `, `not: `, `name: `, `each: `, `under: `, " \
        "`env: `, `needs: `, `label: `, `seconds: ` or `but: `, and before the first `$ ` also with `brief: `, `check: `, " \
        "`finds: `, `clock: ` or `long: `"
    builds = " emulator portable sanitized checked gpu "
    needed = " display gnuplot gpus "
    print "# Made by tests/cases.awk."
}

function wrong(what) {
    printf "%s:%d: %s\n", shown, line, what >"/dev/stderr"
    failed = 1
    exit 1
}

# all_in(WORDS, LIST): whether each of the words is in the list; else, which are accepted.
function all_in(words, list, parts, i, n) {
    n = split(words, parts, " ")
    for (i = 1; i <= n; i++)
        if (index(list, " " parts[i] " ") == 0)
            wrong("'" parts[i] "' is not accepted; accepted:" list)
}

# ---- what a line says

FNR == 1 {
    finish_case()
    shown = FILENAME
    if (index(shown, root "/") == 1)
        shown = substr(shown, length(root) + 2)
    # CHAPTER/tests/PROGRAM.test, or tests/.../PROGRAM.test
    folder = shown ~ /^tests\// ? "tests" : substr(shown, 1, index(shown, "/") - 1)
    subject = folder "/" substr(shown, match(shown, /[^\/]*$/))
    sub(/[.]test$/, "", subject)
    begun = 0
}

{
    line = FNR
    sub(/[ \t\r]+$/, "")
}

/^$/ { finish_case() }

/^$/ || /^#/ { next }

/^[$] / {
    if (commands > 0 && expectations_begun)
        finish_case()
    begun = 1
    command[++commands] = substr($0, 3)
    place[commands] = FNR
    next
}

match($0, /^[a-z]+: ./) {
    word = substr($0, 1, RLENGTH - 3)
    text = substr($0, RLENGTH)
    if (word ~ /^(brief|check|finds|clock|long)$/) {
        if (begun)
            wrong("`" word ": ` is said of the program, before the first line that begins with `$ `")
        if (!is_file(root "/" subject ".cu"))
            wrong("there is no program " subject ".cu, of which to say it")
        if (word == "brief")
            brief[subject] = text
        next
    }
    if (!begun)
        wrong("before the first line that begins with `$ ` there is `brief: `, `check: `, `finds: `, `clock: ` or `long: `, or nothing")
    expectations_begun = 1
    if (word ~ /^(has|says|not)$/) {
        expected[++expectations] = word ": " text
        checks += word != "not"
        next
    }
    if (word == "env" || word == "for") {
        if (word == "env")
            environment[++environments] = text
        else
            add_values(text)
        next
    }
    if (word !~ /^(exit|name|each|under|needs|label|seconds|but)$/)
        wrong("`" word ": ` is not known; known is " known)
    if (word in said)
        wrong("`" word ": ` is said twice")
    if (word ~ /^(exit|seconds)$/ && text !~ /^[0-9]+$/)
        wrong("`" word ": ` takes a whole number, not '" text "'")
    if (word == "each")
        all_in(text, builds)
    if (word == "under" && !is_file(root "/tests/" first_word(text)))
        wrong("'" first_word(text) "' is no script of tests/")
    if (word == "needs" && index(needed, " " text " ") == 0)
        wrong("'" text "' is not accepted; accepted, one of them:" needed)
    for (n = split(word == "but" ? text : "", parts, " "); n > 0; n--)
        if (!is_file(root "/" parts[n] ".cu"))
            wrong("there is no program " parts[n] ".cu to be left out")
    said[word] = text
    next
}

{ wrong("'" $0 "' is not known; known is " known) }

END {
    if (failed)
        exit 1
    finish_case()
}

# for: N/EXACT 1/0 2/2: values by which {n} and {exact} are replaced, a test for each of them. A second line with
# the same names has more of them; one with other names has all of its for each of these.
function add_values(text, parts, n, i, header, list) {
    n = split(text, parts, " ")
    header = parts[1]
    if (header !~ /^[a-z][a-z0-9_\/]*$/ || n < 2)
        wrong("`for: ` takes names, as n/exact, and then values of them, as 1/0 2/2")
    if (!(header in lists)) {
        lists[header] = ++headers
        header_of[headers] = header
        size[header] = 0
    }
    for (i = 2; i <= n; i++) {
        if (split(parts[i], list, "/") != split(header, list, "/"))
            wrong("'" parts[i] "' has not as many values as " header " has names")
        values[header, ++size[header]] = parts[i]
    }
}

# ---- what a case becomes

function finish_case(c, p) {
    if (commands == 0)
        return
    line = place[1]
    if (!("exit" in said))
        said["exit"] = 0
    if (checks == 0 && !("under" in said)) {
        if (said["exit"] != 0)
            wrong("an exit code alone does not tell why: add `has: ` or `says: `")
        expected[++expectations] = "says: ^PASSED: "
    }
    for (c = 1; c <= commands; c++) {
        line = place[c]
        if (command[c] !~ /^[*]( |$)/) {
            p = (command[c] ~ /^[^ ]+\// ? "" : folder "/") first_word(command[c])
            if (p !~ /^tests\// && !is_file(root "/" p ".cu"))
                wrong("there is no program " p ".cu")
            each_value(c, p)
        } else
            for (p = 1; p <= count_of_programs; p++)
                if (index(" " said["but"] " ", " " program_list[p] " ") == 0)
                    each_value(c, program_list[p])
    }
    commands = expectations = checks = environments = headers = expectations_begun = 0
    split("", said)
    split("", lists)
    split("", values)
    split("", size)
}

function first_word(text) {
    sub(/ .*/, "", text)
    return text
}

function is_file(path, got, first) {
    got = (getline first <path)
    close(path)
    return got > 0
}

# One test for each combination of the values.
function each_value(c, program, total, i, h, rest, header, chosen, names, parts, n, k) {
    total = 1
    for (h = 1; h <= headers; h++)
        total *= size[header_of[h]]
    for (i = 0; i < total; i++) {
        split("", value)
        rest = i
        for (h = headers; h >= 1; h--) {
            header = header_of[h]
            chosen = values[header, rest % size[header] + 1]
            rest = int(rest / size[header])
            n = split(header, names, "/")
            split(chosen, parts, "/")
            for (k = 1; k <= n; k++)
                value[names[k]] = parts[k]
        }
        value["brief"] = brief[program]
        add(c, program)
    }
}

# The text with all {NAME} replaced.
function filled(text, program, result, name) {
    result = ""
    while (match(text, /[{][a-z][^}]*[}]/)) {
        name = substr(text, RSTART + 1, RLENGTH - 2)
        result = result substr(text, 1, RSTART - 1)
        text = substr(text, RSTART + RLENGTH)
        if (name ~ /^line /)
            result = result line_of(substr(name, 6), root "/" program ".cu")
        else if (name in value)
            result = result value[name]
        else
            wrong("what {" name "} is, no `for: ` says")
    }
    return result text
}

# The number of the one line of the source that has the text.
function line_of(text, source, number, found, count, got) {
    while ((got = (getline source_line <source)) > 0) {
        number++
        if (index(source_line, text)) {
            found = number
            count++
        }
    }
    close(source)
    if (got < 0 || count != 1)
        wrong("'" text "' must stand on one line of " source ", for that line to be known")
    return found
}

function quoted(text) { return "[==[" text "]==]" }

# words(TEXT): as arguments for CMake; what stands between single quotation marks may have spaces.
function words(text, result, word, first) {
    result = ""
    while (match(text, /[^ ]/)) {
        text = substr(text, RSTART)
        word = ""
        while ((first = substr(text, 1, 1)) != "" && first != " ")
            if (first == "'" && match(substr(text, 2), /'/)) {
                word = word substr(text, 2, RSTART - 1)
                text = substr(text, RSTART + 2)
            } else {
                word = word first
                text = substr(text, 2)
            }
        result = result " " quoted(word)
    }
    return result
}

function add(c, program, arguments, name, each, list, i, n, under, needs, labels) {
    value["root"] = "'" root "'" # a word, whatever is in it
    arguments = filled(command[c], program)
    sub(/^[^ ]+ */, "", arguments)
    sub(/ +$/, "", arguments)
    name = "name" in said ? filled(said["name"], program) : arguments == "" ? "default" : arguments
    each = "each" in said ? said["each"] : "emulator portable sanitized gpu"
    n = split(each, list, " ")
    for (i = 1; i <= n; i++)
        if ((list[i] SUBSEP program SUBSEP name) in names_of_all)
            wrong("there is a test of " program " called '" name "' already, at line " \
                names_of_all[list[i], program, name] "; `name: ` gives it another name")
        else
            names_of_all[list[i], program, name] = shown ":" line
    under = "under" in said ? filled(said["under"], program) : ""
    value["root"] = root
    needs = "needs" in said ? said["needs"] : ""
    labels = ("label" in said ? said["label"] " " : "") (needs == "gpus" ? "gpus" : "")
    printf "foreach(flavour %s)\n  book_case(test program \"${flavour}\" %s %s)\n", each, quoted(program), quoted(name)
    printf "  if(test)\n    add_test(NAME \"${test}\" COMMAND sh \"${BOOK_CASE}\" %s %s", quoted(shown ":" line), quoted("exit: " said["exit"])
    for (i = 1; i <= environments; i++)
        printf " %s", quoted("env: " filled(environment[i], program))
    if (needs != "")
        printf " %s", quoted("needs: " needs)
    for (i = 1; i <= expectations; i++)
        printf " %s", quoted(filled(expected[i], program))
    printf " --"
    if (under != "")
        printf " sh%s", words("'" root "'/tests/" under)
    printf " \"${program}\"%s)\n", words(arguments)
    print "    book_case_is(\"${test}\" ${flavour}" ("seconds" in said ? " SECONDS " said["seconds"] : "") \
        (needs != "" ? " SKIPPABLE" : "") (labels != "" ? " LABELS " labels : "") ")"
    print "  endif()\nendforeach()"
}
