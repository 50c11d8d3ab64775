# profile_report.awk ROWS [FOREIGN]: docs/PROFILE_PROOF.md, from what profile_proof.awk prints. FOREIGN are figures of kernels
# that were not written here, by kind. -v MACHINE: chip, driver, toolkit, host compiler and date, as cells of a table.
BEGIN { FS = "," }
FNR == 1 { ++file; next }
file == 1 && $1 == "" { next } # about reasons
file == 1 {
    chapter = $1
    sub(/\/.*/, "", chapter)
    if (!(chapter in rows))
        order[++chapters] = chapter
    ++rows[chapter]
    ++all
    why = $0
    sub(/^([^,]*,)+"/, "", why)
    sub(/"$/, "", why)
    if (why == "=") {
        ++equal[chapter]
        ++all_equal
        next
    }
    if (why == "?")
        why = "Nobody knows why yet."
    if (!(why in count))
        reason[++reasons] = why
    ++count[why]
    # The counters of a line stand in one row.
    at = "`" $1 "`, `" $2 "` | `" $3 "` | " $4 " " $5
    if (!((why, at) in figures)) {
        place[why, ++places[why]] = at
        figures[why, at] = $6 " " $7 " / " $8
    } else
        figures[why, at] = figures[why, at] ", " $6 " " $7 " / " $8
}
file == 2 {
    kind[++kinds] = $0
    foreign_kernels += $2
    foreign_rows += $3
    foreign_equal += $4
}
END {
    print "# The profiler beside a chip\n"
    print "Written by `./book proof profile`; nothing here is typed.\n"
    printf "**%d of %d figures are equal** (%.1f %%): of each line of the chapters' kernels what our [profiler](../emulator/profiler/README.md)\n", \
        all_equal, all, 100 * all_equal / all
    print "counts on the emulator, and what NVIDIA's profiler counts on a GPU; for a launch. Compared are requests, bytes asked\n" \
        "for, sectors or wavefronts, and the fewest of these. How many requests a line makes is left out where ncu does not\n" \
        "know it: of an instruction with a predicate it counts warps of which no thread takes part, too.\n\n" \
        "nvcc compiles with `-Ofc=mid`, so that loops stay as they stand in the source: they are not unrolled, and accesses are\n" \
        "not joined over their turns. All figures: [profile.csv](../bench/measured/profile.csv).\n"
    print "| chip | driver | CUDA | host compiler | date |\n| --- | --- | --- | --- | --- |\n| " MACHINE " |\n"
    print "| chapter | figures | equal |\n| --- | --- | --- |"
    for (i = 1; i <= chapters; i++)
        print "| `" order[i] "` | " rows[order[i]] " | " equal[order[i]] + 0 " |"
    if (kinds > 0) {
        print "\n## Kernels that were not written here\n"
        printf "Of %d kernels from public repositories, to which nothing was tuned, %d of %d figures are equal (%.1f %%).\n\n", \
            foreign_kernels, foreign_equal, foreign_rows, 100 * foreign_equal / foreign_rows
        print "| what they do | kernels | figures | equal |\n| --- | --- | --- | --- |"
        for (i = 1; i <= kinds; i++) {
            split(kind[i], cell, ",")
            print "| " cell[1] " | " cell[2] " | " cell[3] " | " cell[4] " |"
        }
    }
    if (reasons > 0)
        print "\n## What differs, and why\n\nOur figure / the chip's."
    for (i = 1; i <= reasons; i++) {
        why = reason[i]
        print "\n" why "\n\n| kernel | line | access | figures |\n| --- | --- | --- | --- |"
        for (k = 1; k <= places[why]; k++)
            print "| " place[why, k] " | " figures[why, place[why, k]] " |"
    }
}
