# source_rules.awk: what an answer's file may not have, which holds kernels and their launch: what
# reaches for the machine below CUDA, or for the judge. Prints the first such place, as
# "LINE: why", and exits with 1. What the file then calls, object_rules.sh looks at.
#
# Comments and strings do not count. So what is left are words and signs.
function refuse(why) {
    printf "%d: %s\n", NR, why
    refused = 1
    exit 1
}

# The line without comments, and with "" for a string; inside: a comment goes on in the next one.
function bare(line,   out, c, two, quote) {
    out = ""
    while (line != "") {
        if (inside) {
            c = index(line, "*/")
            if (c == 0)
                return out
            line = substr(line, c + 2)
            inside = 0
            out = out " "
            continue
        }
        c = substr(line, 1, 1)
        two = substr(line, 1, 2)
        if (two == "//") {
            if (line ~ /\\$/)
                refuse("a line that goes on in the next one (\\ at its end)")
            return out
        }
        if (two == "/*") {
            inside = 1
            line = substr(line, 3)
            continue
        }
        if (c == "\"" || c == "'") {
            if (c == "\"" && out ~ /R$/)
                refuse("a raw string (R\"...\")")
            if (c == "'" && out ~ /[A-Za-z0-9_]$/)
                refuse("a ' between digits, or a character of another kind than char")
            quote = c
            line = substr(line, 2)
            while (line != "" && substr(line, 1, 1) != quote)
                line = substr(line, substr(line, 1, 1) == "\\" ? 3 : 2)
            if (line == "")
                refuse("a " (quote == "'" ? "character" : "string") " without its end")
            line = substr(line, 2)
            out = out quote quote
            continue
        }
        out = out c
        line = substr(line, 2)
    }
    return out
}

BEGIN {
    split("asm __asm __asm__ __attribute__ __attribute __declspec _Pragma __extension__ __managed__ " \
          "gnu __gnu__ clang _Clang", words, " ")
    header = "^[\"<]((\\.\\./common/)?book\\.h|cuda_(runtime|fp16|bf16)\\.h|cuda/atomic|" \
        "cooperative_groups(/[a-z_]+)?\\.h|c?(stdio|stdint|math|limits|float)(\\.h)?)[\">][ \t]*(//.*)?$"
    for (i in words)
        bad[words[i]] = 1
}
{ sub(/\r$/, "") }
/cuda-check:/ { refuse("'cuda-check:' tells the checker to look away") }
{
    line = bare($0)
    if (line ~ /\\/)
        refuse("a backslash outside of a string")
    if (line ~ /[?][?]|%:|<%|%>|<::/)
        refuse("signs that stand for others (digraphs, trigraphs)")
    if (line ~ /^[ \t]*#/) {
        text = $0
        sub(/^[ \t]*#[ \t]*/, "", text)
        if (line ~ /##/)
            refuse("## makes words that nobody reads")
        if (text ~ /^include/) {
            sub(/^include[ \t]*/, "", text)
            if (text !~ header)
                refuse("an answer includes nothing but book.h and headers of CUDA and C")
        } else if (text !~ /^(define|undef|if|ifdef|ifndef|else|elif|endif)([ \t(]|$)|^pragma[ \t]+unroll|^$/)
            refuse("a directive that an answer does not need")
    }
    rest = line
    while (match(rest, /[A-Za-z_$][A-Za-z0-9_$]*/)) {
        word = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        if (word in bad)
            refuse("'" word "' is of no use to an answer")
        if (word ~ /^_*(cuda_emulator|CUDA_EMULATOR|CUDA_CHECKER|CUDA_PROFILER|CUDACC|COUNTER__)/)
            refuse("'" word "' is not CUDA, but of what runs it here")
        if (word ~ /^practice|^__(builtin|tsan|asan|ubsan|sanitizer|wrap|real|libc|cxa|gxx|cxx)/)
            refuse("'" word "' is not CUDA, but of what runs it here")
        if (word == "extern" && rest !~ /^[ \t]+__shared__/)
            refuse("'extern' is for shared memory only: an answer has nothing outside of its file")
    }
}
END { exit refused }
