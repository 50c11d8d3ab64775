#!/bin/sh
# includes.sh EMULATOR: who includes whom in the emulator. The arrows go one way:
#
#   checker, profiler, recorder -> runtime/observer.h -> runtime -> machine -> include       rewriter, by itself
#                           `--------------------------------------^
#
# In the rewriter: driver -> passes -> sema -> syntax.
#
# Of the three on the left none knows another. The libraries of a toolkit (libraries) know runtime/library_work.h and
# include, and nobody knows them. What lies beside these folders, edit_distance.h,
# includes none of them and is there for all.
#
# Which flavour it is, only include/emulator/observed.h asks. Then plants an arrow of each kind that
# must not be, in a copy, and fails unless it is found.
if [ $# -ne 1 ] || [ ! -d "$1/runtime" ]; then
    echo "usage: includes.sh EMULATOR" >&2
    exit 2
fi

# Prints what is wrong below the folder. The first file that awk reads is the list of the others.
wrong_arrows() (
    cd "$1" || exit 1
    # shellcheck disable=SC2046  # no file here has a blank in its name
    find . -name '*.h' -o -name '*.def' -o -name '*.cpp' | sed 's|^\./||' | sort |
        awk '
        function folder(path) {
            return substr(path, 1, index(path, "/") - 1)
        }
        # The file that is meant, as the compiler looks for it; empty: none of the emulator.
        function found(from, name, where, path) {
            sub("[^/]*$", "", from)
            split(from " include/ ./", where, " ")
            for (i = 1; i <= 3; ++i) {
                path = where[i] name
                while (sub("[^/.]+/[.][.]/", "", path)) {}
                sub("^[.]/", "", path)
                if (path in known)
                    return path
            }
            return ""
        }
        function observes(path) {
            return folder(path) == "checker" || folder(path) == "profiler" || folder(path) == "recorder"
        }
        # How high a file of the rewriter stands.
        function height(path, parts) {
            split(path, parts, "/")
            return index("syntax sema passes driver", parts[2])
        }
        function allowed(from, to) {
            if (folder(from) == "rewriter" && folder(to) == "rewriter")
                return height(to) > 0 && height(to) <= height(from)
            return folder(to) == folder(from) || folder(to) == "" ||
                   (folder(to) == "include" && folder(from) != "rewriter" && folder(from) != "") ||
                   (folder(to) == "machine" && (folder(from) == "runtime" || observes(from))) ||
                   (observes(from) && to == "runtime/observer.h") ||
                   (folder(from) == "libraries" && to == "runtime/library_work.h")
        }
        FILENAME == "-" { known[$0] = 1; next }
        { ++lines }
        /^[ \t]*#[ \t]*include/ {
            name = $0
            sub("^[^<\"]*[<\"]", "", name)
            sub("[>\"].*", "", name)
            to = found(FILENAME, name)
            if (to == "" && $0 ~ /"/)
                print FILENAME ":" FNR ": includes " name ", which is nowhere"
            else if (to != "" && !allowed(FILENAME, to))
                print FILENAME ":" FNR ": includes " to
            arrows += to != ""
        }
        /CUDA_EMULATOR_(CHECKED|PROFILED|RECORDED)([^A-Za-z0-9_]|$)/ && FILENAME != "include/emulator/observed.h" {
            print FILENAME ":" FNR ": asks for the flavour"
        }
        END { if (lines < 1000 || arrows < 100) print "only " arrows " arrows were seen" }
        ' - $(find . -name '*.h' -o -name '*.def' -o -name '*.cpp' | sed 's|^\./||' | sort)
)

failed=0
wrong=$(wrong_arrows "$1")
if [ -n "$wrong" ]; then
    echo "$wrong"
    failed=1
fi

scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
# planted FILE LINE: this line more in a copy must be found to be wrong.
planted() {
    rm -rf "$scratch/emulator"
    cp -R "$1" "$scratch/emulator"
    printf '%s\n' "$3" >>"$scratch/emulator/$2"
    if ! wrong_arrows "$scratch/emulator" | grep -q "^$2:"; then
        echo "not found: '$3' in $2"
        failed=1
    fi
}
planted "$1" runtime/scheduler.cpp '#include "checker/checker.h"'
planted "$1" runtime/memory.h '#include "../checker/shadow.h"'
planted "$1" runtime/launch.cpp '#ifdef CUDA_EMULATOR_CHECKED'
planted "$1" runtime/launch.cpp '#ifdef CUDA_EMULATOR_PROFILED'
planted "$1" profiler/recorder.cpp '#include "checker/checker.h"'
planted "$1" profiler/recorder.cpp '#include "runtime/scheduler.h"'
planted "$1" recorder/orders.cpp '#include "profiler/profiler.h"'
planted "$1" recorder/observer.cpp '#include "runtime/scheduler.h"'
planted "$1" runtime/launch.cpp '#ifdef CUDA_EMULATOR_RECORDED'
planted "$1" checker/races.cpp '#include "runtime/scheduler.h"'
planted "$1" checker/shadow.h '  #  include "../runtime/memory.h"'
planted "$1" checker/memory.cpp '#include "api_state.h"'
planted "$1" libraries/curand/sobol.cpp '#include "runtime/memory.h"'
planted "$1" runtime/launch.cpp '#include "libraries/curand/sobol.h"'
planted "$1" rewriter/driver/main.cpp '#include "../../runtime/names.h"'
planted "$1" rewriter/syntax/region.cpp '#include "../sema/functions.h"'
planted "$1" rewriter/sema/functions.cpp '#include "../passes/steps.h"'
planted "$1" include/emulator/block.h '#include "runtime/scheduler.h"'
planted "$1" edit_distance.h '#include <cuda_runtime.h>'
exit $failed
