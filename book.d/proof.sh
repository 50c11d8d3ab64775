# `./book proof`, read by `book`: runs on the GPU what there is to run on it (the tests, the pictures
# beside the emulator's, compute-sanitizer) and writes what came of it to docs/GPU.md. Each part
# leaves its results in a folder of build/proof as it goes, which the report is put together from.
# shellcheck shell=sh disable=SC2034,SC2154  # variables of the other parts

PARTS='tests pictures check mistakes'

help_proof() {
    cat <<'TEXT'
usage: ./book proof [--yes] [PART...]
       ./book proof [--yes] profile

Proves the suite on the GPU of this machine, and writes docs/GPU.md:
  tests                    builds for the GPU, and runs the tests that run there
  pictures                 compares what the programs draw there with what they
                           draw on the emulator, pixel by pixel
  check                    runs every program under memcheck, racecheck, initcheck
                           and synccheck of NVIDIA's compute-sanitizer
  mistakes                 runs the mistakes of tests/checker under the same tools
                           and counts what they find, beside our own checker
Without a PART, all of them. With one, the report has of the others what their last
runs have left in build/proof, and says so where there is none.
The exit code is 0 only if all that was asked for is as it should be; that something
is missing here, and its tests are skipped, is no failure, but is in the report.
`profile` is a proof of its own: it holds what our profiler counts against what ncu,
NVIDIA's profiler, counts on this GPU, line by line of the chapters' kernels, and
writes docs/PROFILE_PROOF.md and bench/measured/profile.csv. The exit code is 0 only
if each difference has its reason in bench/profile_reasons.txt.
  --yes, -y                install missing packages without asking
  --help, -h               this text
TEXT
}

cmd_proof() {
    while :; do
        case ${1-} in
        -y | --yes) YES=1 ;;
        -h | --help) help_proof; return ;;
        -*) usage_error "proof has no option '$1'; it takes --yes, --help" ;;
        *) break ;;
        esac
        shift
    done
    if [ "${1-}" = profile ]; then
        [ $# -eq 1 ] || usage_error "proof profile takes no further part, not '$2'"
        prove_profile
        return
    fi
    for part in "$@"; do
        case $part in tests | pictures | check | mistakes) ;; *)
            usage_error "proof has no part '$part'; the parts are $PARTS, and by itself profile" ;;
        esac
    done
    choose_build_dir
    asked=${*:-$PARTS} results=$BUILD/proof
    find_nvcc
    [ -n "$NVCC" ] || fail "proof needs nvcc, and there is none: $NVCC_MISSING"
    find_gpu
    [ -n "$GPU" ] || fail "proof needs a GPU, and none answers"
    # shellcheck disable=SC2046  # a list of packages
    need_tools $(missing_for_proof)
    prepare_tree gpu
    # The tree may be older than the GPU.
    has_target gpu_proof || configure --fresh
    has_target gpu_proof || fail "CMake sees no GPU; $BUILD/book/configure.log says more"
    case $asked in
    mistakes) ;; # it builds its own
    check) build lines 'the programs to be checked' gpu_programs || fail 'the programs to be checked could not be built' ;;
    *) build lines 'what is to be proved' gpu_proof || fail 'what is to be proved could not be built' ;;
    esac
    unlock
    [ $# -gt 0 ] || rm -rf "$results"
    for part in $PARTS; do
        case " $asked " in *" $part "*) ;; *) continue ;; esac
        say "proof: $part"
        rm -rf "${results:?}/$part" && mkdir -p "$results/$part" || exit 1
        : >"$results/$part/log"
        this_machine >"$results/$part/machine"
        "prove_$part"
        echo $? >"$results/$part/code"
    done
    write_report && cp "$results/GPU.md" "$ROOT/docs/GPU.md.new" &&
        mv "$ROOT/docs/GPU.md.new" "$ROOT/docs/GPU.md" || exit 1
    say "wrote docs/GPU.md"
    [ -z "$wrong" ] || say "not as it should be:${wrong%;}"
    [ -z "$wrong" ]
}

# The packages that these tests use besides, where CMake has not been told yet to do without.
missing_for_proof() {
    [ "$YES" = 1 ] || [ ! -f "$BUILD/CMakeCache.txt" ] || return 0
    command -v gnuplot >/dev/null || echo gnuplot-nox
    sh "$ROOT/tests/python.sh" -c '' >/dev/null || echo python3 python3-pil
}

# Chip, driver, toolkit, host compiler and date, as cells of a table.
this_machine() {
    driver=$("$SMI" --query-gpu=driver_version --format=csv,noheader 2>/dev/null)
    toolkit=$("$NVCC" --version 2>/dev/null)
    toolkit=${toolkit##*release }
    # shellcheck disable=SC2086  # a launcher or options: more words than one
    if [ -x "$CXX_PATH" ]; then "$CXX_PATH" --version; else $CXX_PATH --version; fi >"$results/compiler"
    printf '%s | ' "$GPU" "${driver%%[!0-9.]*}" "${toolkit%%,*}" "$(head -n 1 "$results/compiler")"
    date -u +%Y-%m-%d
}

# ---------------------------------------------------------------- the parts

# Each leaves a log in its folder; its return code goes to a file there, which an interruption
# leaves out.
prove_tests() {
    {
        ctest --test-dir "$BUILD" -L '^gpu$' --no-tests=error -V \
            -j "$(nproc 2>/dev/null || echo 2)" </dev/null 2>&1
        echo $? >"$results/tests/returned"
    } | tee "$results/tests/log" | sed -n '/^ *[0-9]*\/[0-9]* Test  *#/p' >&2
    return "$(cat "$results/tests/returned")"
}

prove_pictures() {
    {
        sh "$ROOT/tests/python.sh" "$ROOT/tests/pictures/backends.py" \
            "$BUILD/emulator" "$BUILD/gpu" </dev/null 2>&1
        echo $? >"$results/pictures/returned"
    } | tee "$results/pictures/log" >&2
    return "$(cat "$results/pictures/returned")"
}

prove_check() {
    BACKEND=gpu flavour=gpu
    find_sanitizer || { say "no $SANITIZER_MISSING"; return 77; }
    check_suite "$results/check/programs"
}

prove_mistakes() {
    find_sanitizer || { say "no $SANITIZER_MISSING"; return 77; }
    sh "$ROOT/tests/checker/sanitizer.sh" "$NVCC" "$SANITIZER" "$results/mistakes/cases" \
        >"$results/mistakes/rows" 2>"$results/mistakes/log"
}

# ---------------------------------------------------------------- the report

# Sets wrong, what of the parts that were asked for is not as it should be.
write_report() {
    wrong='' all_wrong='' skipped=0
    for part in $PARTS; do
        if [ -d "$results/$part" ]; then
            code=$(cat "$results/$part/code" 2>/dev/null) || code=interrupted
            "report_$part" >"$results/$part.md"
        else
            found='not run yet'
            echo 'Not run yet.' >"$results/$part.md"
        fi
        [ -z "$found" ] || all_wrong="$all_wrong $part: $found;"
        case " $asked " in *" $part "*) [ -z "$found" ] || wrong="$wrong $part: $found;" ;; esac
    done
    {
        printf '# The suite on a GPU\n\n'
        printf '%s\n\n' "Written by \`./book proof\`; nothing here is typed."
        if [ -z "$all_wrong" ] && [ "${skipped:-0}" -gt 0 ]; then
            printf '**All that ran is as it should be.** %s of %s tests were skipped.\n' "$skipped" "$all"
        elif [ -z "$all_wrong" ]; then
            printf '**All is as it should be.**\n'
        else
            printf '**Not all is as it should be:**%s.\n' "${all_wrong%;}"
        fi
        printf '\n| part | chip | driver | CUDA | host compiler | date |\n| --- | --- | --- | --- | --- | --- |\n'
        for part in $PARTS; do
            row=$(cat "$results/$part/machine" 2>/dev/null) || row='not run yet | | | |'
            printf '| %s | %s |\n' "$part" "$row"
        done
        printf '\n## Tests\n\n'
        cat "$results/tests.md"
        printf '\n## Pictures\n\n'
        cat "$results/pictures.md"
        printf '\n## compute-sanitizer\n\n'
        cat "$results/check.md"
        printf '\n## Mistakes under compute-sanitizer\n\n'
        cat "$results/mistakes.md"
    } | awk -v folder="$ROOT/" '{
        while (at = index($0, folder)) # a place on this machine
            $0 = substr($0, 1, at - 1) substr($0, at + length(folder))
        print
    }' >"$results/GPU.md"
}

# Each prints its section and sets found: what is not as it should be, if anything. code is what the
# part returned; what an interrupted one has left is reported too.
report_tests() {
    found=''
    LC_ALL=C awk -f "$ROOT/book.d/tests.awk" "$results/tests/log" >"$results/tests/table"
    all=$(sed -n '1s/^total	//p' "$results/tests/table")
    passed=$(grep -c '^passed	' "$results/tests/table")
    failed=$(grep -c '^failed	' "$results/tests/table")
    skipped=$(grep -c '^skipped	' "$results/tests/table")
    ran=$((passed + failed + skipped))
    echo "\`ctest -L gpu\`: $passed passed, $failed failed, $skipped skipped, of $all."
    [ "$failed" -eq 0 ] || found="$failed of $all failed"
    LC_ALL=C awk -F '\t' '
        $1 == "failed" { failed = failed "- `" $2 "`: `" $3 "`\n" }
        $1 == "skipped" {
            if (!count[$3]++)
                reasons[++n] = $3
            names[$3] = names[$3] (count[$3] > 1 ? ", " : "") "`" $2 "`"
        }
        END {
            if (failed != "")
                printf "\nFailed, and what each said last:\n\n%s", failed
            if (n > 0)
                print "\nSkipped, by the reason that they gave:\n"
            for (i = 1; i <= n; i++)
                print "- `" reasons[i] "` (" count[reasons[i]] "): " names[reasons[i]]
        }' "$results/tests/table"
    if [ "$ran" -ne "$all" ] || [ "$all" -eq 0 ]; then
        found="${found:+$found, }ended after $ran of $all"
        printf '\nThe others have not run.\n'
    fi
    # Something missing here may be why a test is skipped, but not the GPU.
    blind=$(grep -c '^skipped	.*\(cudaError\|no \(CUDA \)\{0,1\}device\)' "$results/tests/table")
    [ "$blind" -eq 0 ] || found="${found:+$found, }$blind of $all saw no GPU"
    [ "$passed" -gt 0 ] || found=${found:-none passed}
}

report_pictures() {
    case $code in
    0) found='' ;;
    1) found='not those of the emulator' ;;
    77) found='not compared' ;;
    interrupted) found=interrupted ;;
    *) found="ended with exit code $code" ;;
    esac
    printf 'What the programs draw here, beside what they draw on the emulator.\n\n```\n'
    cat "$results/pictures/log"
    printf '```\n'
    [ -z "$found" ] || printf '\nThe pictures: %s.\n' "$found"
}

report_check() {
    if [ "$code" = 77 ]; then
        found='no compute-sanitizer here'
        echo 'Not run: there is no compute-sanitizer here.'
        return
    fi
    checks=$results/check/programs
    [ -f "$checks/names" ] || { mkdir -p "$checks" && : >"$checks/names"; }
    check_rows "$checks" >"$results/check/table"
    total=$(($(wc -l <"$checks/names"))) ran=$(($(wc -l <"$results/check/table")))
    good=$(good_rows <"$results/check/table") found=''
    printf 'Every program under memcheck, racecheck, initcheck and synccheck: %s\n\n' \
        "$good of $total are as they should be."
    printf '| program | verdict | what was found | time |\n| --- | --- | --- | --- |\n'
    awk -F '\t' '{ gsub(/[|]/, "\\|", $3); printf "| %s | %s | %s | %.1f s |\n", $1, $2, $3, $5 - $4 }' \
        "$results/check/table"
    [ "$good" -eq "$ran" ] || found="$((ran - good)) of $total programs are not as they should be"
    if [ "$ran" -ne "$total" ] || [ "$total" -eq 0 ]; then
        found="${found:+$found, }ended after $ran of $total"
        printf '\nThe others have not run.\n'
    fi
}

# What the tools do not find is no failure; what could not be tried is one.
report_mistakes() {
    if [ "$code" = 77 ]; then
        found='no compute-sanitizer here'
        echo 'Not run: there is no compute-sanitizer here.'
        return
    fi
    rows=$results/mistakes/rows found=''
    [ "$code" != interrupted ] || found=interrupted
    lost=$(grep -c '	not-built	' "$rows")
    [ "$lost" -eq 0 ] || found="${found:+$found, }$lost of $(($(cut -f 1 "$rows" | sort -u | wc -l))) files could not be built"
    [ -s "$rows" ] || found=${found:-'none were run'}
    echo "The mistakes of \`tests/checker\`, each of which our own checker names, under the same four tools. Found: at"
    echo "the line, or by the call, that is wrong. Something else: what was reported is not that. Nothing in brackets: nothing"
    echo "was reported. Those of \`devices\` take two GPUs."
    printf '\n| mistakes of | found | not found |\n| --- | --- | --- |\n'
    awk -F '\t' '
        !($1 in all) { order[++files] = $1 }
        $3 == "not-built" { others[$1] = "could not be built: " $4; all[$1] += 0; next }
        { ++all[$1] }
        $3 == "found" { ++found[$1]; next }
        {
            word = $3 == "elsewhere" ? " (something else)" : $3 == "ended" ? " (the program ends)" : \
                $3 == "hangs" ? " (hangs)" : ""
            others[$1] = others[$1] (others[$1] == "" ? "" : ", ") "`" $2 "`" word
        }
        END {
            for (i = 1; i <= files; i++) {
                f = order[i]
                gsub(/[|]/, "\\|", others[f])
                printf "| `%s` | %d of %d | %s |\n", f, found[f], all[f], others[f]
            }
        }' "$rows"
}
