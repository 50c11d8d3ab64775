# together.awk NAME/PROGRAM.cpp ...: prints a C++ file in which programs stand side by side, each in a namespace of
# its own, and whose main() runs the one in whose folder it is called: as .../NAME/program. They are rewritten
# programs, beside each of which lies the list of the files that it was made of, PROGRAM.cpp.d.
#
# What they share, common/ and the headers of others, comes first and is compiled once. What is a program's own,
# its chapter's headers too, is in its namespace, and its macros end with it.

# Adds a line to what comes first, unless it is there.
function first(line) {
    if (!(line in is_first))
        shared = shared line "\n"
    is_first[line] = 1
}

# Notes what a file includes that is shared, what it defines for that before, and all macros that it defines.
function look_through(file,   line, before, name) {
    while ((getline line <file) > 0) {
        if (line ~ /^ *# *define /) {
            name = line
            sub(/^ *# *define +/, "", name)
            sub(/[^A-Za-z0-9_].*/, "", name)
            macros[name] = 1
            if (line !~ /\\$/)
                before = before line "\n"
        } else if (line ~ /^ *# *include *(<|".*\/common\/)/) {
            if (line ~ /</) {
                sub(/^[^<]*/, "", line)
                sub(/>.*/, ">", line)
            } else {
                sub(/.*\/common\//, "", line)
                line = "\"" substr(line, 1, index(line, "\""))
            }
            first(before "#if __has_include(" line ")\n#include " line "\n#endif")
            before = ""
        }
    }
    close(file)
}

BEGIN {
    for (i = 1; i < ARGC; i++) {
        n = split(ARGV[i], part, "/")
        name[i] = part[n - 1]
        path[i] = name[i] "/" part[n]
        space[i] = "broken_" name[i]
        gsub(/[^A-Za-z0-9_]/, "_", space[i])
        while ((getline line <(ARGV[i] ".d")) > 0) {
            gsub(/\\ /, "\001", line) # a space in a name
            words = split(line, word, " ")
            for (w = 1; w <= words; w++) {
                gsub(/\001/, " ", word[w])
                if (word[w] !~ /:$|^\\$|\/copy\/common\//)
                    look_through(word[w])
            }
        }
        close(ARGV[i] ".d")
    }
    # The first two are the rewriter's own; no source has them.
    print "#include <emulator/nvcc.h>\n#include <emulator/ptx.h>\n#include <string.h>"
    printf "%s", shared
    for (i = 1; i < ARGC; i++) {
        for (macro in macros)
            print "#undef " macro
        # The emulator counts constant memory by files.
        print "#undef __BASE_FILE__\n#define __BASE_FILE__ \"" name[i] "\""
        printf "namespace %s {\n#include \"../%s\"\n}\n", space[i], path[i]
    }
    print "static int run(int (*program)(int, char **), int argc, char **argv) { return program(argc, argv); }"
    print "static int run(int (*program)(), int, char **) { return program(); }"
    print "int main(int argc, char **argv) {"
    for (i = 1; i < ARGC; i++)
        print "    if (strstr(argv[0], \"/" name[i] "/program\"))\n        return run(" space[i] "::main, argc, argv);"
    print "    return 2;\n}"
}
