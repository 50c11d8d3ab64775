#!/bin/sh
# link.sh COMMAND...: links. What GNU's linkers, gold and LLVM's say of a name that nobody has defined is said of the
# text that uses it; all else that they say, as they say it.
said=$(LC_ALL=C "$@" 2>&1)
code=$?
[ $code -ne 0 ] || { [ -z "$said" ] || printf '%s\n' "$said" >&2; exit 0; }
# "FILE.cu:12: undefined reference to `f(int)'" (gold: 'f(int)'), with the linker's name in front or not, a place in the
# code behind the line or instead of it; or "ld.lld: error: undefined symbol: f(int)" and then ">>> referenced by FILE.cu:12 (PATH:12)".
printf '%s\n' "$said" | awk -v here="$PWD/" '
    # A name is told of once, where it is first used.
    function tell(place) {
        if (index(place, here) == 1)
            place = substr(place, length(here) + 1)
        if (name == "main")
            print "error: there is no main(): a program begins with int main()"
        else if (name != "")
            print (place ~ /:[0-9]+$/ ? place ": " : "") "error: " missing()
        name = ""
    }
    function missing() {
        if (sub(/^vtable for /, "", name))
            return "a virtual function of " name " is declared, and no file defines it"
        return name " is used, and no file defines it"
    }
    function found(what) {
        tell()
        name = what in told ? "" : what
        told[what]
    }
    match($0, /undefined ([a-z]+ )?symbol: /) {
        found(substr($0, RSTART + RLENGTH))
        next
    }
    match($0, /: (error: )?undefined reference to .*.$/) {
        what = substr($0, RSTART, RLENGTH - 1)
        place = substr($0, 1, RSTART - 1)
        sub(/.*undefined reference to ./, "", what)
        sub(/^[^ ]*ld[^ \/]*: /, "", place)
        sub(/:\([^()]*\)$/, "", place)
        found(what)
        tell(place)
        next
    }
    sub(/^>>> referenced by /, "") {
        if (match($0, / \(.*\)$/))
            $0 = substr($0, RSTART + 2, RLENGTH - 3)
        tell($0)
        next
    }
    # What leads up to that, or follows from it.
    /^>>> |: in function `.*:$|: (more )?undefined references to .* follow$/ { next }
    /^$|: warning: |the vtable symbol may be undefined|^collect2: error: ld returned |linker command failed/ {
        rest = rest $0 "\n"
        next
    }
    {
        tell()
        print
    }
    END {
        tell()
        for (what in told) exit
        printf "%s", rest
    }' >&2
exit $code
