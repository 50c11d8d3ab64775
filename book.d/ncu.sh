# The figures of `./book profile` by NVIDIA's profiler, ncu, on a GPU. Read by `book`.
# shellcheck shell=sh disable=SC2034,SC2154  # variables of the other parts

# Sets NCU and the tools that tell which line an instruction comes from, or what is missing.
find_ncu() {
    NCU_MISSING="ncu, NVIDIA's profiler Nsight Compute: it is neither on PATH nor beside $NVCC"
    NCU=$(command -v ncu || command -v "${NVCC%/*}/ncu") || return 1
    for tool in cuobjdump nvdisasm; do
        NCU_MISSING="$tool, a part of the CUDA toolkit: it is neither on PATH nor beside $NVCC"
        command -v $tool >/dev/null || command -v "${NVCC%/*}/$tool" >/dev/null || return 1
    done
}

# toolkit TOOL [OPTION ...]
toolkit() {
    path=$(command -v "$1") || path=${NVCC%/*}/$1
    shift
    "$path" "$@"
}

# count_by_ncu FOLDER PROGRAM [OPTION ...]: runs it under ncu and leaves the table in FOLDER/figures.csv. Returns the
# program's exit code, or 99 where ncu has not counted.
count_by_ncu() {
    folder=$1
    shift
    rm -rf "$folder" && mkdir -p "$folder/code" || return 99
    operations=''
    for operation in fadd fmul ffma dadd dmul dfma hadd hmul hfma; do
        operations=$operations${operations:+,}smsp__sass_thread_inst_executed_op_${operation}_pred_on.sum
    done
    "$NCU" --force-overwrite --export "$folder/report" --log-file "$folder/log" --section SourceCounters \
        --metrics "$operations" --cache-control none --clock-control none "$@"
    result=$?
    if grep -q ERR_NVGPUCTRPERM "$folder/log"; then
        say "this system lets only its administrator read the GPU's counters (ERR_NVGPUCTRPERM): try as root, or set" \
            "NVreg_RestrictProfilingToAdminUsers=0 for the driver. ./book profile without --backend gpu needs no rights"
        return 99
    fi
    : >"$folder/raw" && : >"$folder/source" || return 99
    if [ -f "$folder/report.ncu-rep" ]; then
        for page in raw source; do
            options='--print-units base'
            [ $page = raw ] || options='--print-source sass'
            # shellcheck disable=SC2086  # words
            "$NCU" --import "$folder/report.ncu-rep" --print-kernel-base mangled --csv --page $page $options \
                >"$folder/$page" 2>>"$folder/log" || { ncu_failed; return 99; }
        done
        (cd -- "$folder/code" && toolkit cuobjdump -xelf all "$1") >>"$folder/log" 2>&1
        for code in "$folder"/code/*.cubin; do
            [ ! -f "$code" ] || toolkit nvdisasm -gi "$code" >"${code%.cubin}.lines" 2>>"$folder/log"
        done
    elif ! grep -q 'No kernels were profiled' "$folder/log"; then
        [ "$result" -ne 0 ] || { ncu_failed; return 99; }
    fi
    : >>"$folder/code/none.lines" # a program may have no kernel
    LC_ALL=C awk -v ROOT="$ROOT/" -f "$ROOT/book.d/ncu.awk" "$folder/raw" "$folder/source" "$folder"/code/*.lines \
        >"$folder/figures.csv" || return 99
    return $result
}

ncu_failed() {
    say "ncu has failed: $(grep '==ERROR==' "$folder/log" | head -n 1)"
}

# profile_by_ncu [OPTION ...]: of $binary. Ends this command.
profile_by_ncu() {
    counted=$BUILD/book/ncu.$$
    tell_program
    if [ "$REPORT" = csv ]; then count_by_ncu "$counted" "$binary" "$@" >&2; else count_by_ncu "$counted" "$binary" "$@"; fi
    code=$?
    if [ ! -f "$counted/figures.csv" ]; then
        code=1
    elif [ "$REPORT" = csv ]; then
        cat "$counted/figures.csv"
    elif [ -n "$before" ]; then
        LC_ALL=C awk -f "$ROOT/book.d/profile_compare.awk" "$before" "$counted/figures.csv" >&2
    else
        LC_ALL=C awk -v ROOT="$ROOT/" -f "$ROOT/book.d/profile_table.awk" "$counted/figures.csv" >&2
    fi
    rm -rf "$counted"
    exit $code
}
