# Chapter 10, streams: what its programs find, and what they refuse.

# ---- copy_timed

book_test(ch10_streams/copy_timed "default" FLAVOURS emulator
  MATCH "^ +16777216  2 of 2$" "^PASSED: 14 of 14 copies there and back brought everything$")
book_test(ch10_streams/copy_timed "default" FLAVOURS gpu
  MATCH "^ +1073741824  2 of 2 " "^PASSED: 20 of 20 copies there and back brought everything$")
foreach(row "1/1/2" "1/16/6" "4095/4097/2" "4097/65553/6" "1000003/1000003/2")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 from)
  list(GET row 1 to)
  list(GET row 2 copies)
  book_test(ch10_streams/copy_timed "--from ${from} --to ${to}" ARGS --from ${from} --to ${to} --copies 2
    MATCH "^PASSED: ${copies} of ${copies} copies there and back brought everything$")
endforeach()
book_test(ch10_streams/copy_timed "no times on a CPU" ARGS --to 4096 --bus 63 FLAVOURS emulator
  MATCH "^.not timed: on a CPU that acts as the device")
book_test(ch10_streams/copy_timed "--bus" ARGS --to 65536 --bus 63 FLAVOURS gpu
  MATCH "^of the bus's 63 GB/s: pageable [0-9]+ %, pinned [0-9]+ %$")
book_test(ch10_streams/copy_timed "--to before --from" ARGS --from 5 --to 4 EXIT 2
  MATCH "^option --to: 4 is less than --from 5$" FLAVOURS emulator gpu)
book_test(ch10_streams/copy_timed "out of device memory" ARGS --to 1048576 EXIT 1
  MATCH "copy_timed.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
book_test(ch10_streams/copy_timed "out of memory" ARGS --to 1099511627776 EXIT 1
  MATCH "copy_timed.cu:[0-9]+: (out of host memory|.*cudaErrorMemoryAllocation \\(out of memory\\))"
  FLAVOURS emulator)
book_integer_test(ch10_streams/copy_timed "from/0/1 to 1099511627776" "to/x/1 to 1099511627776"
  "to/1099511627777/1 to 1099511627776" "copies/0/1 to 100000" "bus/0/1 to 100000")
book_csv_test(ch10_streams/copy_timed "bytes,memory,direction,right,milliseconds,gbytes_per_second" 12
  --to 65536)
# Without times there is nothing to draw. (sabotage/ch10_streams/copy_timed/times_drawn.diff has it drawn.)
book_test(ch10_streams/copy_timed "--chart" ARGS --to 4096 --chart t.svg EXIT 77 FLAVOURS emulator
  MATCH "^option --chart: (it shows times, and on a CPU|charts are drawn by gnuplot, which is not installed)")
book_script_test(ch10_streams/copy_timed "--chart" chart.sh PROGRAM --to 65536 FLAVOURS gpu)
book_test(ch10_streams/copy_timed "--chart with another extension" ARGS --chart t.gif EXIT 2
  MATCH "^option --chart: 't.gif' has an unknown extension '.gif'; accepted: .svg, .png" FLAVOURS emulator gpu)

# ---- one_stream, two_streams, missing_event: the same vectors, in chunks

foreach(program one_stream two_streams missing_event)
  set(all 2) # runs that are judged
  set(runs "")
  set(once "")
  if(program STREQUAL "missing_event")
    set(all 1)
    set(runs "with both events ")
  elseif(program STREQUAL "two_streams")
    set(once --repeat 1)
  endif()
  # Around a group, a chunk and two chunks.
  foreach(row "1/1/3" "256/1/255" "257/1/256" "513/1/1" "1024/2/3" "1025/2/3" "3001/3/100" "1000003/4194304/3")
    string(REPLACE "/" ";" row "${row}")
    list(GET row 0 n)
    list(GET row 1 blocks)
    list(GET row 2 width)
    math(EXPR judged "${all} * ${n}")
    book_test(ch10_streams/${program} "--n ${n} --blocks ${blocks} --width ${width}"
      ARGS --n ${n} --blocks ${blocks} --width ${width} ${once}
      MATCH "^PASSED: ${runs}${judged} of ${judged} averages are right$")
  endforeach()
  book_test(ch10_streams/${program} "default" FLAVOURS ${not_sanitized}
    MATCH "^PASSED: ${runs}[0-9]+ of [0-9]+ averages are right$")
  book_test(ch10_streams/${program} "out of device memory" ARGS --n 1000000 EXIT 1
    MATCH "\\.(cu|h):[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
    ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
  # 4 MB of each vector through a device of 1 MB.
  book_test(ch10_streams/${program} "larger than the device" ARGS --n 1000003 --blocks 64
    ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
  book_test(ch10_streams/${program} "--n 2^58" ARGS --n 288230376151711744 EXIT 1
    MATCH "\\.(cu|h):[0-9]+: (out of host memory|cudaMallocHost.*: cudaError)" FLAVOURS emulator gpu)
  book_integer_test(ch10_streams/${program} "n/0/1 to 288230376151711744" "n/1e6/1 to 288230376151711744"
    "blocks/0/1 to 4194304" "blocks/4194305/1 to 4194304" "width/0/1 to 256" "width/257/1 to 256")
endforeach()
book_test(ch10_streams/one_stream "chunks" ARGS --n 1537 --blocks 2
  MATCH "^1537 elements in 4 chunks of up to 512$")
book_csv_test(ch10_streams/one_stream "memory,n,chunks,right,issued_milliseconds,done_milliseconds" 2 --n 3000
  --blocks 4)

foreach(order depth breadth)
  book_test(ch10_streams/two_streams "--order ${order}" ARGS --n 3001 --blocks 4 --order ${order} --repeat 2
    MATCH "^3001 elements in 3 chunks of up to 1024, ${order} first; engines for copies: [1-9]"
    "^two streams  6002 of 6002 averages are right" "^PASSED: 12004 of 12004")
endforeach()
book_test(ch10_streams/two_streams "overlap" ARGS --n 20971520 --blocks 4096 FLAVOURS gpu
  MATCH "^overlap: [1-9][0-9.]* % of the time of all parts one after another$")
book_test(ch10_streams/two_streams "--order" ARGS --order both EXIT 2 FLAVOURS emulator gpu
  MATCH "^two_streams: option --order: 'both' is not accepted; depth or breadth is$")
book_integer_test(ch10_streams/two_streams "repeat/0/1 to 1000" "repeat/x/1 to 1000")
set(small --n 3001 --blocks 4)
book_csv_test(ch10_streams/two_streams "chunk,part,stream,from,to" 12 ${small})
foreach(order depth breadth)
  book_script_test(ch10_streams/two_streams "--chart, ${order}" chart.sh PROGRAM ${small} --order ${order} MAY_SKIP)
endforeach()
book_chart_test(ch10_streams/two_streams ${small})

# The emulator does everything in the call that issues it.
foreach(event copied averaged)
  book_test(ch10_streams/missing_event "--without ${event}" ARGS ${small} --without ${event}
    FLAVOURS ${BOOK_EMULATOR_FLAVOURS}
    MATCH "^without ${event} +3001 of 3001 averages are right, which nothing guarantees$")
endforeach()
book_test(ch10_streams/missing_event "wrong on a GPU" FLAVOURS gpu
  MATCH "^without copied +[0-9]+ of 1000003 averages are right, and nothing says which$")
book_test(ch10_streams/missing_event "--without" ARGS --without both EXIT 2 FLAVOURS emulator gpu
  MATCH "^missing_event: option --without: 'both' is not accepted; copied or averaged is$")

# ---- graph

foreach(row "1/1/1/4" "256/1/2/4" "257/1/2/8" "1025/2/3/12" "3001/3/2/16" "100003/64/2/28")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 blocks)
  list(GET row 2 launches)
  list(GET row 3 nodes)
  math(EXPR judged "2 * ${n}")
  book_test(ch10_streams/graph "--n ${n} --blocks ${blocks} --launches ${launches}"
    ARGS --n ${n} --blocks ${blocks} --launches ${launches}
    MATCH "; a graph of ${nodes} nodes$" "^PASSED: ${judged} of ${judged} averages are right$")
endforeach()
book_test(ch10_streams/graph "default" FLAVOURS ${not_sanitized}
  MATCH "^PASSED: 40000 of 40000 averages are right$")
book_integer_test(ch10_streams/graph "n/0/1 to 4294967296" "blocks/4194305/1 to 4194304" "width/257/1 to 256"
  "launches/0/1 to 1000000")
book_csv_test(ch10_streams/graph "way,n,launches,right,issued_microseconds,done_microseconds" 2 --n 1500
  --launches 2)
