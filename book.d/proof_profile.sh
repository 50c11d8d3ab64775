# `./book proof profile`, read by `book`: each program of bench/profile_programs.txt is profiled on the emulator and on
# the GPU, and the two tables are held against each other. docs/PROFILE_PROOF.md says what came of it.
# shellcheck shell=sh disable=SC2154  # variables of the other parts

prove_profile() {
    choose_build_dir
    results=$BUILD/proof/profile
    find_nvcc
    [ -n "$NVCC" ] || fail "proof needs nvcc, and there is none: $NVCC_MISSING"
    find_ncu || fail "proof profile needs $NCU_MISSING"
    find_gpu
    [ -n "$GPU" ] || fail "proof needs a GPU, and none answers"
    need_tools
    prepare_tree gpu
    rm -rf "$results"
    mkdir -p "$results/tables" || exit 1
    this_machine >"$results/machine"
    # nvcc is to leave loops and their accesses as they stand in the source, as the profiler's build does.
    cmake -S "$ROOT" -B "$BUILD/unrolled_not" -G Ninja -DBOOK_GPU=ON -DCMAKE_CUDA_FLAGS=-Ofc=mid >"$results/configure.log" 2>&1 ||
        fail "CMake has failed: $results/configure.log says more"
    say 'building what is to be profiled'
    build quiet 'the programs to be profiled' profiled_programs || fail 'the programs could not be built'
    cmake --build "$BUILD/unrolled_not" --target gpu_programs >"$results/build.log" 2>&1 ||
        fail "the programs could not be built: $results/build.log says more"
    unlock
    # Grids are as large as the device has multiprocessors, here and there.
    workers=$("$BUILD/unrolled_not/gpu/ch3_first_kernel/devices" | sed -n 's/^ *multiprocessors  *\([0-9]*\).*/\1/p' | head -n 1)
    while read -r program options; do
        say "profiling $program"
        name=$(printf '%s' "$program" | tr / .)
        # shellcheck disable=SC2086  # the options are words
        (
            cd "$results" && unset DISPLAY WAYLAND_DISPLAY && export BOOK_WRITES=no BOOK_PROGRAM="$program"
            CUDA_EMULATOR_WORKERS=${workers:-1} CUDA_PROFILER_CSV=$results/tables/$name.emulator.csv \
                "$BUILD/profiled/$program" $options
            count_by_ncu "$results/ncu" "$BUILD/unrolled_not/gpu/$program" $options
            mv "$results/ncu/figures.csv" "$results/tables/$name.gpu.csv"
        ) </dev/null >>"$results/log" 2>&1
        if [ ! -f "$results/tables/$name.gpu.csv" ] || [ ! -f "$results/tables/$name.emulator.csv" ]; then
            say "$program has not been profiled: $results/log says more"
            rm -f "$results/tables/$name".*
        fi
    done <"$ROOT/bench/profile_programs.txt"
    hold_profiles_together
}

# Of the tables in $results/tables.
hold_profiles_together() {
    set -- "$results"/tables/*.csv
    [ -f "$1" ] || fail "none of the programs could be profiled: $results/log says more"
    LC_ALL=C awk -f "$ROOT/book.d/profile_proof.awk" "$ROOT/bench/profile_reasons.txt" "$@" >"$results/rows.csv" || exit 1
    mkdir -p "$ROOT/docs" "$ROOT/bench/measured" || exit 1
    cp "$results/rows.csv" "$ROOT/bench/measured/profile.csv" || exit 1
    foreign=$ROOT/bench/measured/profile_foreign.csv
    [ -f "$foreign" ] || foreign=
    # shellcheck disable=SC2086  # one file or none
    LC_ALL=C awk -v MACHINE="$(cat "$results/machine")" -f "$ROOT/book.d/profile_report.awk" \
        "$results/rows.csv" $foreign >"$results/PROFILE_PROOF.md" || exit 1
    cp "$results/PROFILE_PROOF.md" "$ROOT/docs/PROFILE_PROOF.md" || exit 1
    say 'wrote docs/PROFILE_PROOF.md'
    unexplained=$(grep -c '"?"$' "$results/rows.csv")
    stale=$(sed -n 's/^,.*"no row differs so: \(.*\)"$/\1/p' "$results/rows.csv")
    [ "$unexplained" -eq 0 ] || say "$unexplained differences have no reason in bench/profile_reasons.txt"
    [ -z "$stale" ] || say "bench/profile_reasons.txt: no row differs so: $stale"
    [ "$unexplained" -eq 0 ] && [ -z "$stale" ]
}
