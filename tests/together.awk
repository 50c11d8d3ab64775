# together.awk NAME/PROGRAM.cpp...: prints a C++ file in which programs stand side by side, each in a namespace
# broken_NAME of its own, and a main() that runs the one in whose folder it is called: .../NAME/program. The
# programs are rewritten ones, and beside each lies the list of files that it was made of (PROGRAM.cpp.d).
#
# What they share, common/ and the headers of others, comes first, and is compiled once. What is a program's own,
# its chapter's headers too, is in its namespace; and its macros end with it.

# Adds a line to the text that comes first, unless it is there.
function first(line) {
    if (!(line in is_first))
        shared = shared line "\n"
    is_first[line] = 1
}

# Notes the headers of others that a file includes, and the macros that it defines.
function look_through(file,   line) {
    while ((getline line <file) > 0) {
        if (match(line, /^ *# *include *<[^>]*>/)) {
            sub(/^[^<]*/, "", line)
            sub(/>.*/, ">", line)
            first("#if __has_include(" line ")\n#include " line "\n#endif")
        } else if (match(line, /^ *# *define +[A-Za-z0-9_]+/)) {
            line = substr(line, RSTART, RLENGTH)
            sub(/.* /, "", line)
            macros[line] = 1
        }
    }
    close(file)
}

BEGIN {
    # The emulator counts constant memory by files like this one.
    first("#include <emulator/nvcc.h>\n#undef __BASE_FILE__")
    for (i = 1; i < ARGC; i++) {
        n = split(ARGV[i], part, "/")
        name[i] = part[n - 1]
        called[i] = "broken_" name[i]
        gsub(/[^A-Za-z0-9_]/, "_", called[i])
        while ((getline line <(ARGV[i] ".d")) > 0) {
            gsub(/\\ /, "\001", line) # a space of a name
            words = split(line, word, " ")
            for (w = 1; w <= words; w++) {
                gsub(/\001/, " ", word[w])
                if (sub(/.*\/copy\/common\//, "", word[w]))
                    headers[++header_count] = "#include \"" word[w] "\""
                else if (word[w] !~ /:$/ && word[w] != "\\")
                    look_through(word[w])
            }
        }
        close(ARGV[i] ".d")
    }
    for (i = 1; i <= header_count; i++)
        first(headers[i])
    printf "%s", shared
    for (i = 1; i < ARGC; i++) {
        printf "#define __BASE_FILE__ \"%s\"\nnamespace %s {\n#include \"../%s/%s\"\n}\n", name[i], called[i], name[i], part[n]
        for (macro in macros)
            print "#undef " macro
        print "#undef __BASE_FILE__"
    }
    print "\n#include <string.h>\n"
    print "static int run(int (*program)(int, char **), int argc, char **argv) { return program(argc, argv); }"
    print "static int run(int (*program)(), int, char **) { return program(); }"
    print "int main(int argc, char **argv) {"
    for (i = 1; i < ARGC; i++)
        printf "    if (strstr(argv[0], \"/%s/program\"))\n        return run(%s::main, argc, argv);\n", name[i], called[i]
    print "    return 2;\n}"
}
