# libraries.awk FILE...: prints the names of the toolkit's libraries that a program needs, by what it includes: cublas, say,
# for `#include <cublas_v2.h>`; the last is thrust, if it needs Thrust or CUB. Headers of the program's own, in quotes, are
# read too.
function read_file(file,   line, name, folder) {
    file = folded(file)
    if (file in seen)
        return
    seen[file]
    while ((getline line < file) > 0) {
        if (line !~ /^[ \t]*#[ \t]*include[ \t]*[<"]/)
            continue
        name = line
        sub(/^[^<"]*[<"]/, "", name)
        sub(/[>"].*/, "", name)
        if (match(name, /^cu(blas|fft|rand|sparse|solver)/)) {
            name = substr(name, 1, RLENGTH)
            if (!(name in told))
                print name
            told[name]
        } else if (name ~ /^(thrust|cub)\//) {
            wants_thrust = 1
        } else if (line ~ /"/) {
            folder = file
            sub(/[^\/]*$/, "", folder)
            read_file(folder name)
        }
    }
    close(file)
}
# A path without "NAME/../" and "./", which would spell a file in ever longer ways.
function folded(path,   parts, count, i, kept, result) {
    count = split(path, parts, "/")
    for (i = 1; i <= count; i++) {
        if (parts[i] == "." || (parts[i] == "" && i > 1))
            continue
        if (parts[i] == ".." && kept > 0 && parts[kept] != ".." && parts[kept] != "")
            kept--
        else
            parts[++kept] = parts[i]
    }
    result = parts[1]
    for (i = 2; i <= kept; i++)
        result = result "/" parts[i]
    return result
}
BEGIN {
    for (i = 1; i < ARGC; i++)
        read_file(ARGV[i])
    if (wants_thrust)
        print "thrust"
}
