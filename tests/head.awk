# head.awk [-v command=COMMAND] FILE: prints what is expected of a program by the lines before a diff,
# or by the comments with which a source begins, for case.sh: in words of the .test files (README.md), for which {here}
# is the file's name and the number of its line that ends in `// here`. With a command, what stands below it. Before a
# diff only such lines, and remarks that begin with #, may stand; before a source, any text.

BEGIN { known = " exit has says not env each under with title " }

FNR == 1 {
    is_diff = FILENAME ~ /[.]diff$/
    name = FILENAME
    sub(/.*\//, "", name)
}
{ sub(/\r$/, "") }
/\/\/ here$/ { here = FNR }
is_diff && /^--- / { ended = 1 }
!is_diff && FNR == 1 { sub(/^[^\/]+/, "") } # the mark with which editors of Windows begin a file
!is_diff && !/^\/\// { ended = 1 }
ended { next }

!is_diff { sub(/^\/\/ ?/, "") }
/^$/ { below = begun = 0 }
/^[$] / {
    if (begun)
        below = 0
    begun = 0
    if (substr($0, 3) == command)
        below = 1
    next
}
match($0, /^[a-z]+: /) {
    word = substr($0, 1, RLENGTH - 2)
    begun = 1
    if (index(known, " " word " ") == 0) {
        printf "%s:%d: `%s: ` is not known; known is, each with a colon:%s\n", name, FNR, word, known >"/dev/stderr"
        failed = 1
        exit
    }
    if ((command == "" || below) && word !~ /^(each|under|with|title)$/)
        line[++lines] = $0
    next
}
is_diff && !/^#/ && !/^$/ {
    printf "%s:%d: '%s' is not known; a remark begins with #\n", name, FNR, $0 >"/dev/stderr"
    failed = 1
    exit
}

END {
    if (failed)
        exit 1
    for (i = 1; i <= lines; i++) {
        while ((at = index(line[i], "{here}")) > 0)
            line[i] = substr(line[i], 1, at - 1) name ":" here substr(line[i], at + 6)
        print line[i]
    }
}
