# Chapter 9, atomics: what its programs find, and what they refuse.

# ---- race

foreach(row "1/1" "1/1024" "10/16" "13/97" "1000/33")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 blocks)
  list(GET row 1 threads)
  math(EXPR all "${blocks} * ${threads}")
  book_test(ch9_atomics/race "${blocks} x ${threads}" ARGS --blocks ${blocks} --threads ${threads}
    MATCH "^PASSED: atomicAdd counted ${all} of ${all} threads$")
endforeach()
# One block after the other: each adds 1, as all its threads have read the same number.
book_test(ch9_atomics/race "lost additions" FLAVOURS emulator portable
  ENVIRONMENT CUDA_EMULATOR_WORKERS=1 MATCH "^read x; barrier; x = read . 1  10$")
foreach(value 0 -1 x 1025)
  book_test(ch9_atomics/race "--threads '${value}'" ARGS --threads=${value} EXIT 2
    MATCH "option --threads: '${value}' is not accepted; a whole number from 1 to 1024 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch9_atomics/race "--blocks 0" ARGS --blocks 0 EXIT 2
  MATCH "option --blocks: '0' is not accepted; a whole number from 1 to 1000000 is"
  FLAVOURS emulator gpu)

# ---- histogram

foreach(row "0" "1" "127" "128" "129" "2999" "3000" "3001")
  book_test(ch9_atomics/histogram "--n ${row}" ARGS --n ${row} --piece 1000 --blocks 3
    MATCH "^PASSED: ${row} characters? and 0 other bytes of ${row}; 2 of 2 versions count as the CPU does$")
endforeach()
book_test(ch9_atomics/histogram "default" MATCH "^PASSED: [0-9]+ characters and [0-9]+ other bytes")
# From inside the suite's folder it is about its READMEs, which are there.
book_script_test(ch9_atomics/histogram "the READMEs" chapter9/readmes.sh "${PROJECT_SOURCE_DIR}" PROGRAM)
book_script_test(ch9_atomics/histogram "files" chapter9/histogram_files.sh PROGRAM)
# 5 MB through a device of 1 MB.
book_test(ch9_atomics/histogram "larger than the device" ARGS --n 5000000 --piece 300000
  MATCH "^PASSED: 5000000 characters" ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
book_test(ch9_atomics/histogram "out of memory" ARGS --n 5000000 EXIT 1
  MATCH "pieces.h:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
book_test(ch9_atomics/histogram "no such file" ARGS --file no/such/file EXIT 2
  MATCH "^option --file: cannot read 'no/such/file': No such file or directory$")
book_test(ch9_atomics/histogram "no such file, without --file" ARGS no/such/file EXIT 2
  MATCH "^option --file: cannot read 'no/such/file': No such file or directory$")
foreach(program histogram histogram_sweep)
  book_test(ch9_atomics/${program} "a file twice" ARGS one two EXIT 2
    MATCH "unexpected argument 'two'; accepted: .*--help" FLAVOURS emulator gpu)
endforeach()
book_test(ch9_atomics/histogram "a folder" ARGS --file / EXIT 2
  MATCH "^option --file: cannot read '/': Is a directory$")
book_test(ch9_atomics/histogram "--file and --n" ARGS --file x --n 3 EXIT 2
  MATCH "^options --file and --n: give one of them$" FLAVOURS emulator gpu)
book_test(ch9_atomics/histogram "--kind" ARGS --kind probability EXIT 2
  MATCH "^histogram: option --kind: 'probability' is not accepted; percent or count is$" FLAVOURS emulator gpu)
book_integer_test(ch9_atomics/histogram "n/-1/0 to 4611686018427387904"
  "n/x/0 to 4611686018427387904" "piece/0/1 to 1073741824" "piece/1073741825/1 to 1073741824"
  "blocks/0/1 to 2147483647")
book_test(ch9_atomics/histogram "--csv where there is no folder" ARGS --n 9 EXIT 2
  MATCH "^option --csv: .*no/such/folder/t.csv" ARGS --csv no/such/folder/t.csv)
book_chart_test(ch9_atomics/histogram --n 3000 --piece 1000)
book_script_test(ch9_atomics/histogram "--chart, counts" chart.sh PROGRAM MAY_SKIP --n 3000 --piece 1000
  --kind count FLAVOURS emulator)

# ---- histogram_sweep

book_test(ch9_atomics/histogram_sweep "default" MATCH "^PASSED: 12 of 12 histograms are right$"
  FLAVOURS emulator)
book_test(ch9_atomics/histogram_sweep "default" MATCH "^PASSED: 398 of 398 histograms are right$"
  FLAVOURS gpu)
foreach(n 0 1 127 129 4095 4096 4097)
  book_test(ch9_atomics/histogram_sweep "--n ${n}" ARGS --n ${n} --from 1 --to 3 --step 1
    MATCH "^PASSED: 6 of 6 histograms are right$")
endforeach()
book_test(ch9_atomics/histogram_sweep "one line" ARGS --n 999 --from 7 --to 7
  MATCH "^ +224 +999 +28896( |$)")
book_test(ch9_atomics/histogram_sweep "twenty lines of hundred" ARGS --n 10 --from 1 --to 100 --step 1 --repeat 1
  MATCH "^PASSED: 200 of 200" FLAVOURS emulator gpu)
book_test(ch9_atomics/histogram_sweep "a file" ARGS --from 1 --to 1
  --file "${PROJECT_SOURCE_DIR}/emulator/README.md" MATCH "emulator/README.md: [1-9][0-9]+ bytes$")
book_test(ch9_atomics/histogram_sweep "--to before --from" ARGS --from 11 --to 10 EXIT 2
  MATCH "^option --to: 10 is less than --from 11$" FLAVOURS emulator gpu)
book_test(ch9_atomics/histogram_sweep "no such file" ARGS --file no/such/file EXIT 2
  MATCH "^option --file: cannot read 'no/such/file': No such file or directory$" FLAVOURS emulator gpu)
book_integer_test(ch9_atomics/histogram_sweep "n/-1/0 to 68719476736" "from/0/1 to 60000000"
  "to/60000001/1 to 60000000" "step/0/1 to 60000000" "repeat/0/1 to 10000")
set(some --n 3000 --from 1 --to 3 --step 1)
book_csv_test(ch9_atomics/histogram_sweep "version,blocks,global_additions,milliseconds,right" 6 ${some})
book_chart_test(ch9_atomics/histogram_sweep ${some})

# ---- mutex

book_test(ch9_atomics/mutex "default" MATCH "^PASSED: with the whole lock 8 of 8 sums are right$"
  "^  lock, add, unlock +160$") # the text's 160
foreach(row "1/1" "2/31" "13/97" "3/1024" "1000/1")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 blocks)
  list(GET row 1 threads)
  math(EXPR all "${blocks} * ${threads}")
  book_test(ch9_atomics/mutex "${blocks} x ${threads}" ARGS --blocks ${blocks} --threads ${threads}
    MATCH "^  if .try_lock. ... in a loop  ${all}$")
endforeach()
foreach(part acquire-fence release-fence atomic-exch)
  book_test(ch9_atomics/mutex "--without ${part}" ARGS --threads 7 --without ${part}
    MATCH "^  without ${part} +[0-9]+, (which nothing guarantees|so additions were lost)$")
endforeach()
book_test(ch9_atomics/mutex "--without lock" ARGS --without lock EXIT 2 FLAVOURS emulator gpu
  MATCH "^mutex: option --without: 'lock' is not accepted; acquire-fence, release-fence or atomic-exch is$")
book_integer_test(ch9_atomics/mutex "blocks/0/1 to 100000" "blocks/100001/1 to 100000"
  "threads/x/1 to 1024" "threads/1025/1 to 1024")
book_csv_test(ch9_atomics/mutex "blocks,threads,kernel,without,sum,expected" 3 --blocks 3
  --without release-fence)

# ---- dot_mutex

book_test(ch9_atomics/dot_mutex "default" FLAVOURS emulator
  MATCH "^PASSED: 15 of 15 sums are the exact 999997$")
book_test(ch9_atomics/dot_mutex "default" FLAVOURS gpu
  MATCH "^PASSED: 30 of 30 sums are the exact 999997$")
# 0 0 2 0 3, 0 0 2 0 3 shifted against 0 1 2: by hand
foreach(row "1/0" "2/0" "3/2" "5/5" "15/15" "16/15" "255/255" "256/255" "257/255" "8193/8192")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 exact)
  book_test(ch9_atomics/dot_mutex "--n ${n}" ARGS --n ${n} --blocks 5
    MATCH "^PASSED: 3 of 3 sums are the exact ${exact}$")
endforeach()
book_test(ch9_atomics/dot_mutex "the text's N" ARGS --n 10000000 --blocks 64 FLAVOURS emulator gpu
  MATCH "^PASSED: 3 of 3 sums are the exact 9999998$")
book_test(ch9_atomics/dot_mutex "the most" ARGS --n 11983725 --blocks 1 FLAVOURS emulator gpu
  MATCH "^PASSED: 3 of 3 sums are the exact 11983725$")
book_integer_test(ch9_atomics/dot_mutex "n/0/1 to 11983725" "n/11983726/1 to 11983725"
  "n/x/1 to 11983725" "blocks/0/1 to 32000" "blocks/32001/1 to 32000" "repeat/0/1 to 10000")
book_csv_test(ch9_atomics/dot_mutex "way,n,blocks,result,exact,milliseconds" 3 --n 300 --blocks 3)

# ---- histogram_fast

book_test(ch9_atomics/histogram_fast "default" FLAVOURS ${not_sanitized}
  MATCH "^PASSED: 4 of 4 histograms of 1000000 bytes are right$")
foreach(n 1 2 15 16 17 31 4097)
  foreach(offset 0 1 15)
    book_test(ch9_atomics/histogram_fast "--n ${n} --offset ${offset}"
      ARGS --n ${n} --offset ${offset} --repeat 1 MATCH "^PASSED: 4 of 4 histograms of ${n} bytes?"
      FLAVOURS emulator gpu)
  endforeach()
endforeach()
foreach(letter 0 101 255)
  book_test(ch9_atomics/histogram_fast "--letter ${letter}" ARGS --n 100003 --letter ${letter}
    MATCH "^PASSED: 4 of 4")
endforeach()
book_integer_test(ch9_atomics/histogram_fast "n/0/1 to 4294967295" "letter/256/0 to 255"
  "offset/16/0 to 15" "repeat/x/1 to 1000")
book_csv_test(ch9_atomics/histogram_fast "step,n,right,milliseconds,gbytes_per_second" 4 --n 300)
