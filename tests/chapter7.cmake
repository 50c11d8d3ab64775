# Chapter 7, shared memory: what its programs find, and what they refuse.

# ---- dot_memory

foreach(n 1 2 255 256 257 65537)
  book_test(ch7_shared_memory/dot_memory "--n ${n}" ARGS --n ${n} --repeat 1
    MATCH "^PASSED: 2 of 2 results are the exact ")
endforeach()
book_test(ch7_shared_memory/dot_memory "default" MATCH "^PASSED: 2 of 2 results")
book_test(ch7_shared_memory/dot_memory "a known sum" ARGS --n 3 --repeat 0
  MATCH "^PASSED: 2 of 2 results are the exact -1792$") # 1 * -300 + 2 * -299 + 3 * -298
foreach(value 0 -1 x 17179869185)
  book_test(ch7_shared_memory/dot_memory "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 17179869184 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch7_shared_memory/dot_memory "--repeat -1" ARGS --repeat -1 EXIT 2
  MATCH "option --repeat: '-1' is not accepted; a whole number from 0 to 1000 is"
  FLAVOURS emulator gpu)
book_test(ch7_shared_memory/dot_memory "out of memory" ARGS --n 300000000 EXIT 1
  MATCH "\\.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000000 FLAVOURS emulator)
book_csv_test(ch7_shared_memory/dot_memory "kernel,n,result,exact,milliseconds" 2 --n 300)

# ---- dynamic_shared

foreach(n 1 2 3 255 256 257 1009 3780)
  book_test(ch7_shared_memory/dynamic_shared "--n ${n}" ARGS --n ${n}
    MATCH "^rearrange<<<8, 256, [0-9]+>>>: ${n} elements? a block$")
endforeach()
book_test(ch7_shared_memory/dynamic_shared "default"
  MATCH "^PASSED: ([0-9]+) of [1-9][0-9]* results are right$")
# What the arrays take, gaps included: 1 + 3, 4 + 0, 8; 5 + 3, 20 + 4, 40; 13 each and no gap.
foreach(row "1/16" "5/72" "8/104")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 bytes)
  book_test(ch7_shared_memory/dynamic_shared "bytes of ${n}" ARGS --n ${n}
    MATCH "^rearrange<<<8, 256, ${bytes}>>>: ${n} elements? a block$")
endforeach()
book_test(ch7_shared_memory/dynamic_shared "under 48 KiB" ARGS --n 3780
  MATCH "^rearrange<<<8, 256, 49144>>>: 3780 elements a block$")
book_test(ch7_shared_memory/dynamic_shared "over 48 KiB" ARGS --n 3781
  MATCH "^rearrange<<<8, 256, 49160>>>: 3781 elements a block, opted in$")
book_test(ch7_shared_memory/dynamic_shared "over 48 KiB without opting in" ARGS --n 3781 --opt-in 0
  EXIT 1 FLAVOURS emulator gpu
  MATCH "dynamic_shared.cu:[0-9]+: launch of kernel rearrange: cudaErrorInvalidValue ")
book_test(ch7_shared_memory/dynamic_shared "no opt-in, none needed" ARGS --opt-in 0
  MATCH "^PASSED: 38240 of 38240 results are right$")
book_test(ch7_shared_memory/dynamic_shared "more than there is" ARGS --n 100000 EXIT 2
  FLAVOURS emulator gpu
  MATCH "^option --n: 100000 elements take 1300000 bytes of shared memory in each block; this device gives a block up to [0-9]+, so --n up to [0-9]+$")
book_test(ch7_shared_memory/dynamic_shared "the most there is" ARGS --n 17880 FLAVOURS emulator
  MATCH "^rearrange<<<8, 256, 232440>>>: 17880 elements a block, opted in$")
book_test(ch7_shared_memory/dynamic_shared "one more" ARGS --n 17881 EXIT 2 FLAVOURS emulator
  MATCH "take 232456 bytes .* up to 232448, so --n up to 17880$")
foreach(value 0 -1 x 1073741825)
  book_test(ch7_shared_memory/dynamic_shared "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 1073741824 is"
    FLAVOURS emulator gpu)
endforeach()
book_csv_test(ch7_shared_memory/dynamic_shared
  "n,bytes,opted_in,blocks_per_multiprocessor,right,results" 3 --n 3)

# ---- matmul

foreach(row "1/1/1" "1/1/97" "1/40/3" "40/1/3" "16/16/16" "17/15/16" "15/17/33" "31/33/1" "32/48/64"
            "97/101/103")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 m)
  list(GET row 1 n)
  list(GET row 2 k)
  math(EXPR elements "${m} * ${n}")
  math(EXPR loads "2 * ${elements} * ${k}")
  math(EXPR tiled "${m} * ${k} * ((${n} + 15) / 16) + ${k} * ${n} * ((${m} + 15) / 16)")
  foreach(type float double)
    book_test(ch7_shared_memory/matmul "${m} x ${n} x ${k}, ${type}"
      ARGS --m ${m} --n ${n} --k ${k} --type ${type} --repeat 1
      MATCH "^matmul_tiled +${tiled} loads, [0-9.]+ for each element of C" "expected: ${tiled}$"
            "^matmul_global +${loads} loads, " "^ +${elements} of ${elements} elements compared, 0 wrong")
  endforeach()
endforeach()
book_test(ch7_shared_memory/matmul "default" MATCH "^PASSED: all elements compared are within"
  FLAVOURS ${not_sanitized})
foreach(option m n k)
  foreach(value 0 -1 x 1048561)
    book_test(ch7_shared_memory/matmul "--${option} '${value}'" ARGS --${option}=${value} EXIT 2
      MATCH "option --${option}: '${value}' is not accepted; a whole number from 1 to 1048560 is"
      FLAVOURS emulator gpu)
  endforeach()
endforeach()
book_test(ch7_shared_memory/matmul "--type int" ARGS --type int EXIT 2 FLAVOURS emulator gpu
  MATCH "^matmul: option --type: 'int' is not accepted; float or double is$")
book_test(ch7_shared_memory/matmul "out of memory" ARGS --m 20000 --n 20000 EXIT 1
  MATCH "product_work.h:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000000 FLAVOURS emulator)
# Too many to compare all: some of every part are, and the program says how many.
book_test(ch7_shared_memory/matmul "a sample" ARGS --m 600 --n 600 --k 600 --repeat 0 --type float
  MATCH "^ +180000 of 360000 elements compared, 0 wrong" FLAVOURS emulator gpu)
book_csv_test(ch7_shared_memory/matmul
  "kernel,type,m,n,k,loads,error_of_bound,milliseconds,gflops" 2 --m 20 --n 17 --k 33)

# ---- integral

book_test(ch7_shared_memory/integral "default"
  MATCH "^PASSED: 360 of 360 integrals are within their bounds, 11 of 11 orders are right$"
    "^sin x +midpoint 2\\.0. .2. .*Simpson [34]\\.[90]. .4.$" "^1 / .*Simpson [56]\\.[90]. .6.$")
book_test(ch7_shared_memory/integral "--n 1000000" ARGS --n 1000000 FLAVOURS emulator gpu
  MATCH "^PASSED: 432 of 432 integrals")
foreach(n 64 65 127 128)
  book_test(ch7_shared_memory/integral "--n ${n}" ARGS --n ${n} MATCH "^PASSED: 1[24][04] of ")
endforeach()
foreach(function sin exp atan cubic)
  book_test(ch7_shared_memory/integral "--function ${function}" ARGS --function ${function}
    MATCH "^ +65536 ( +[0-9.]+e-[0-9]+| +0.0e.00)+ *$")
endforeach()
foreach(value 63 0 -1 x 16777217)
  book_test(ch7_shared_memory/integral "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 64 to 16777216 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch7_shared_memory/integral "--function tan" ARGS --function tan EXIT 2
  MATCH "^integral: option --function: 'tan' is not accepted; sin, exp, atan or cubic is$"
  FLAVOURS emulator gpu)
book_csv_test(ch7_shared_memory/integral "function,rule,type,n,result,exact,error,bound" 120 --n 64)
book_chart_test(ch7_shared_memory/integral --n 64)

# ---- norm

# The plain way is infinite where the norm is not, and 0 where the norm is not.
book_test(ch7_shared_memory/norm "default"
  MATCH "^PASSED: scaled, 8 of 8 norms are right; sqrt.x . x., 4 of 8$"
    "^large +1.82612e.32 +inf +1.82612e.32$" "^tiny +1.82612e-28 +0 +1.82612e-28$"
    "^infinite +inf +inf +inf$" FLAVOURS ${not_sanitized})
foreach(n 1 2 255 256 257 65537)
  book_test(ch7_shared_memory/norm "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: scaled, 8 of 8 norms are right")
endforeach()
# Of {NaN} and of {0, ..., 0, NaN}: not the 0 that fmaxf makes of them.
foreach(n 1 2 100003)
  book_test(ch7_shared_memory/norm "NaN, --n ${n}" ARGS --n ${n} MATCH "^one NaN +nan +nan +nan$")
endforeach()
foreach(value 0 -1 x 17179869185)
  book_test(ch7_shared_memory/norm "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 17179869184 is"
    FLAVOURS emulator gpu)
endforeach()
book_csv_test(ch7_shared_memory/norm "vector,n,long_double,naive,scaled,tolerance" 8 --n 300)

# ---- bank_conflicts

book_test(ch7_shared_memory/bank_conflicts "default"
  MATCH "^PASSED: 164 of 164 numbers of steps are as predicted"
    "^column of tile\\[32\\]\\[32\\] 32" "^column of tile\\[32\\]\\[33\\]  1")
# By hand: with L = 2 threads 0 and 16 want words 0 and 32 of bank 0; with L = 4 threads 0, 8, 16, 24
# do; with L = 32 all do. A double is two words: 2 steps at the least, a float4 4.
set(steps "")
foreach(row "1/1/1/1/2/4" "2/1/1/2/4/8" "3/1/2/1/2/4" "4/1/2/4/8/16" "5/2/2/1/2/4" "8/2/4/8/16/32"
            "16/4/8/16/32/32" "31/2/2/1/2/4" "32/8/16/32/32/32")
  string(REPLACE "/" " +" pattern "${row}")
  list(APPEND steps "^ *${pattern}$")
endforeach()
book_test(ch7_shared_memory/bank_conflicts "steps" FLAVOURS emulator MATCH ${steps})
book_csv_test(ch7_shared_memory/bank_conflicts
  "access,bytes,stride,predicted_steps,counted_steps,cycles" 164)
book_chart_test(ch7_shared_memory/bank_conflicts)

# ---- memory_kinds

book_test(ch7_shared_memory/memory_kinds "default" MATCH "^PASSED: 6144 of 6144 numbers arrived$")
book_test(ch7_shared_memory/memory_kinds "shared" FLAVOURS emulator
  MATCH "^shared +a block +the block +49152 bytes for a block, 232448 on request; 233472 on a multiprocessor$")
book_test(ch7_shared_memory/memory_kinds "constant"
  MATCH "^constant +every grid +the program +65536 bytes, kernels only read$")
book_test(ch7_shared_memory/memory_kinds "global" FLAVOURS emulator
  MATCH "^global +every grid +until cudaFree +2.0 GiB, behind [0-9.]+ MiB of L2 cache$"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=2147483648)

# ---- memory_latency

book_test(ch7_shared_memory/memory_latency "default"
  MATCH "^PASSED: ([79]) of \\1 walks ended where they should$")
book_test(ch7_shared_memory/memory_latency "not timed" FLAVOURS emulator
  MATCH "^reads are not timed: on a CPU all memories are one$")
book_script_test(ch7_shared_memory/memory_latency "--csv" csv.sh "memory,bytes,cycles,right" 7 PROGRAM
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch7_shared_memory/memory_latency "--csv" csv.sh "memory,bytes,cycles,right" 9 PROGRAM
  FLAVOURS gpu)

# ---- matmul_fast

book_test(ch7_shared_memory/matmul_fast "default" MATCH "^PASSED: 4 of 4 products are within rounding$"
  FLAVOURS ${not_sanitized})
# One element; sizes that no tile divides, and rows that no load of four numbers fits.
foreach(row "1/1/1" "1/1/97" "2/3/5" "3/130/4" "64/32/16" "65/33/17" "129/127/18" "128/256/32"
            "300/260/40" "257/515/33")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 m)
  list(GET row 1 n)
  list(GET row 2 k)
  set(flavours ${not_sanitized})
  if(NOT m EQUAL 257) # of the large ones 300 x 260 will do
    list(APPEND flavours sanitized)
  endif()
  book_test(ch7_shared_memory/matmul_fast "${m} x ${n} x ${k}" FLAVOURS ${flavours}
    ARGS --m ${m} --n ${n} --k ${k} --repeat 1 MATCH "^PASSED: 4 of 4")
endforeach()
# Each of the four shapes of blocks, of which the multiprocessors, here the workers, decide.
foreach(row "1/129/130/37" "3/129/130/37" "2/190/97/18" "16/129/130/37")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 workers)
  list(GET row 1 m)
  list(GET row 2 n)
  list(GET row 3 k)
  book_test(ch7_shared_memory/matmul_fast "blocks for ${workers}, ${m} x ${n}"
    ARGS --m ${m} --n ${n} --k ${k} --repeat 1 MATCH "^PASSED: 4 of 4"
    ENVIRONMENT CUDA_EMULATOR_WORKERS=${workers} FLAVOURS emulator sanitized)
endforeach()
foreach(row "260/250/37" "1030/1000/21" "1530/1500/33" "2050/2000/19") # for about 132
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 m)
  list(GET row 1 n)
  list(GET row 2 k)
  book_test(ch7_shared_memory/matmul_fast "${m} x ${n} x ${k}"
    ARGS --m ${m} --n ${n} --k ${k} --repeat 1 MATCH "^PASSED: 4 of 4" FLAVOURS gpu)
endforeach()
book_integer_test(ch7_shared_memory/matmul_fast "m/0/1 to 1048560" "n/1048561/1 to 1048560"
  "k/x/1 to 1048560" "repeat/0/1 to 1000")
set(some --m 40 --n 36 --k 21)
book_csv_test(ch7_shared_memory/matmul_fast "step,m,n,k,compared,wrong,milliseconds,gflops" 4 ${some})

# ---- matmul_tensor

book_test(ch7_shared_memory/matmul_tensor "default" FLAVOURS ${not_sanitized}
  MATCH "^PASSED: 12 of 12 products are within their bounds$")
# One over and one under what an instruction, a load of 16 bytes and a block take; both sizes of
# blocks; matrices that need no copy.
foreach(row "1/1/1" "1/7/8" "7/8/15" "8/15/16" "15/16/17" "16/17/1" "17/1/7" "2/300/4" "300/3/20"
            "16/16/16" "33/65/129" "64/64/64" "65/63/31" "128/256/48" "129/257/33" "257/130/66")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 m)
  list(GET row 1 n)
  list(GET row 2 k)
  math(EXPR elements "${m} * ${n}")
  math(EXPR exact "(${m} / 2) * (${n} / 2)")
  set(flavours ${not_sanitized})
  if(NOT m MATCHES "^(128|257)$") # of the large ones 129 x 257 will do
    list(APPEND flavours sanitized)
  endif()
  book_test(ch7_shared_memory/matmul_tensor "${m} x ${n} x ${k}" FLAVOURS ${flavours}
    ARGS --m ${m} --n ${n} --k ${k} --repeat 1 MATCH "^PASSED: 12 of 12"
      "^packed +${elements} of ${elements} elements compared, ${exact} exactly, 0 wrong")
endforeach()
# Which size of blocks it is depends on the multiprocessors, here the workers.
foreach(workers 1 16)
  book_test(ch7_shared_memory/matmul_tensor "blocks for ${workers}" ARGS --m 129 --n 150 --k 37
    MATCH "^PASSED: 12 of 12" ENVIRONMENT CUDA_EMULATOR_WORKERS=${workers} FLAVOURS emulator sanitized)
endforeach()
book_test(ch7_shared_memory/matmul_tensor "large blocks" ARGS --m 1920 --n 1801 --k 41 --repeat 1
  MATCH "^PASSED: 12 of 12" FLAVOURS gpu)
# Of TF32 three digits are left, of float seven: over one product that is all of the error.
book_test(ch7_shared_memory/matmul_tensor "digits" ARGS --m 50 --n 50 --k 1
  MATCH "TF32 is off by up to [5-9]\\.[0-9]e-04, float by [1-9]\\.[0-9]e-08, double by [0-9.]+e-1[67]$")
book_test(ch7_shared_memory/matmul_tensor "a sample" ARGS --m 400 --n 400 --k 130 --repeat 1
  MATCH "^packed +80000 of 160000 elements compared, [0-9]+ exactly, 0 wrong"
  FLAVOURS emulator gpu)
book_integer_test(ch7_shared_memory/matmul_tensor "m/0/1 to 1048560" "n/1048561/1 to 1048560"
  "k/x/1 to 1048560" "repeat/0/1 to 1000")
set(some --m 40 --n 36 --k 21)
book_csv_test(ch7_shared_memory/matmul_tensor
  "step,type,m,n,k,compared,wrong,error,bound,milliseconds,gflops" 12 ${some})
