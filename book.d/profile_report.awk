# profile_report.awk ROWS [FOREIGN]: docs/PROFILE_PROOF.md, from what profile_proof.awk prints. FOREIGN are figures of kernels
# that were not written here, by kind. -v MACHINE: chip, driver, toolkit, host compiler and date, as cells of a table.
BEGIN { FS = "," }
FNR == 1 { ++file; next }
file == 1 && $1 == "" { next } # about reasons
file == 1 && $4 == "none" {
    gsub(/"/, "", $10)
    operation[++operations] = "| `" $1 "`, `" $2 "` | " $6 " | " $7 " | " $5 " | " $8 " | " ($10 == "=" ? "" : $10) " |"
    operations_equal += $7 == $8
    next
}
file == 1 {
    chapter = $1
    sub(/\/.*/, "", chapter)
    if (!(chapter in is_chapter)) {
        is_chapter[chapter] = 1
        order[++chapters] = chapter
    }
    why = $0
    sub(/^([^,]*,)+"/, "", why)
    sub(/"$/, "", why)
    apart = $9 == "no"
    if (apart) {
        ++all_apart
        ++apart_of[chapter]
    } else {
        ++all
        ++rows[chapter]
        if (why == "=") {
            ++all_equal
            ++equal[chapter]
            next
        }
    }
    if (why == "?")
        why = "Nobody knows why yet."
    if (!((apart, why) in places))
        reason[apart, ++reasons[apart]] = why
    # The counters of a line stand in one row.
    at = "`" $1 "`, `" $2 "` | `" $3 "` | " $4 " " $5
    if (!((apart, why, at) in figures)) {
        place[apart, why, ++places[apart, why]] = at
        figures[apart, why, at] = $6 " " $7 " / " $8
    } else
        figures[apart, why, at] = figures[apart, why, at] ", " $6 " " $7 " / " $8
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
    printf "**%d of %d figures that follow from addresses are equal** (%.1f %%); %d others are not comparable.\n\n", \
        all_equal, all, 100 * all_equal / (all > 0 ? all : 1), all_apart
    print "Of each line of the chapters' kernels, what our [profiler](../emulator/profiler/README.md) counts on the emulator is\n" \
        "held against what NVIDIA's profiler counts on a GPU, for a launch: requests, bytes asked for, sectors or wavefronts,\n" \
        "and the fewest of these. A statement over several lines counts as its first one, since g++ and nvcc name different\n" \
        "lines of it. How many requests a line makes is left out where ncu does not know it: of an instruction with a\n" \
        "predicate it counts warps of which no thread takes part, too.\n\n" \
        "nvcc compiles with `-Ofc=mid`, so that loops stay as they stand in the source: they are not unrolled, and accesses are\n" \
        "not joined over their turns. All figures: [profile.csv](../bench/measured/profile.csv).\n"
    print "| chip | driver | CUDA | host compiler | date |\n| --- | --- | --- | --- | --- |\n| " MACHINE " |\n"
    print "| chapter | figures | equal | not comparable |\n| --- | --- | --- | --- |"
    for (i = 1; i <= chapters; i++)
        print "| `" order[i] "` | " rows[order[i]] + 0 " | " equal[order[i]] + 0 " | " apart_of[order[i]] + 0 " |"
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
    list(0, "What differs, and why", "Our figure / the chip's.")
    list(1, "What is not comparable, and why", \
        "These figures do not follow from the addresses that the source asks for. They count neither as equal nor as different.")
    if (operations > 0)
        list_operations()
}
function list_operations(    i) {
    print "\n## Floating-point operations\n"
    print "They stand apart: what a source writes need not be what nvcc makes of it, so these are no proof of the profiler, but\n" \
        "show how far the two lie apart. Of a launch: additions and multiplications as the source writes them, beside them\n" \
        "its divisions and functions; and the additions and multiplications that the chip has executed. A multiply-add is two.\n" \
        "(Half numbers stand here only where the source has some: nvcc sets registers by `HFMA2` anywhere.)\n"
    print operations_equal + 0 " of " operations " are equal.\n"
    print "| kernel | numbers | source: + - * | source: / and functions | chip: + - * | why they differ |\n| --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= operations; i++)
        print operation[i]
}
function list(apart, title, what,    i, k, why) {
    if (reasons[apart] > 0)
        print "\n## " title "\n\n" what
    for (i = 1; i <= reasons[apart]; i++) {
        why = reason[apart, i]
        print "\n" why "\n\n| kernel | line | access | figures |\n| --- | --- | --- | --- |"
        for (k = 1; k <= places[apart, why]; k++)
            print "| " place[apart, why, k] " | " figures[apart, why, place[apart, why, k]] " |"
    }
}
