# Chapter 7, shared memory: what its programs find, what they refuse, and broken copies of them.

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
book_sabotage(ch7_shared_memory/dot_memory "no barrier"
  "__syncthreads(); // thread 0 is" "// thread 0 is" ARGS --repeat 0 MATCH "^FAILED: 1 of 2")
book_sabotage(ch7_shared_memory/dot_memory "lost tail" "(n + threadsPerBlock - 1) / threadsPerBlock"
  "n / threadsPerBlock" ARGS --n 300 MATCH "^FAILED: 0 of 2")
book_sabotage(ch7_shared_memory/dot_memory "no tail guard" "bsh[threadIdx.x] = i < n ? b[i] : 0;"
  "bsh[threadIdx.x] = b[i];" ARGS --n 300 FLAVOURS sanitized
  MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch7_shared_memory/dot_memory "neighbour's element" "ash[j] * bsh[j]"
  "ash[j] * bsh[j ^ 1]" MATCH "^FAILED: 1 of 2")
book_sabotage(ch7_shared_memory/dot_memory "block not written" "c[blockIdx.x] = sum;
    }
}

__global__ void dot_shared" "if (blockIdx.x > 0) c[blockIdx.x] = sum;
    }
}

__global__ void dot_shared" MATCH "^FAILED: 1 of 2")
book_sabotage(ch7_shared_memory/dot_memory "leak" "    HANDLE_ERROR(cudaFree(dev_b));\n" ""
  SCRIPT failing_calls.sh ARGS --n 1000 MATCH "leak: 8000 bytes of device memory")

# ---- dynamic_shared

foreach(n 1 2 3 255 256 257 1009 3780)
  book_test(ch7_shared_memory/dynamic_shared "--n ${n}" ARGS --n ${n}
    MATCH "^rearrange<<<8, 256, [0-9]+>>>: ${n} elements a block$")
endforeach()
book_test(ch7_shared_memory/dynamic_shared "default"
  MATCH "^PASSED: ([0-9]+) of [1-9][0-9]* results are right$")
# What the arrays take, gaps included: 1 + 3, 4 + 0, 8; 5 + 3, 20 + 4, 40; 13 each and no gap.
foreach(row "1/16" "5/72" "8/104")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 bytes)
  book_test(ch7_shared_memory/dynamic_shared "bytes of ${n}" ARGS --n ${n}
    MATCH "^rearrange<<<8, 256, ${bytes}>>>: ${n} elements a block$")
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
book_sabotage(ch7_shared_memory/dynamic_shared "no barrier"
  "__syncthreads(); // from here on" "// from here on")
book_sabotage(ch7_shared_memory/dynamic_shared "arrays overlap"
  "at.value = round_up(at.order + n * sizeof(int)," "at.value = round_up(at.order + n,"
  MATCH "^FAILED: |run of kernel rearrange: cudaErrorIllegalAddress ")
book_sabotage(ch7_shared_memory/dynamic_shared "no gaps"
  "return (offset + multiple - 1) / multiple * multiple;" "return (void)multiple, offset;"
  ARGS --n 1001 FLAVOURS sanitized MATCH "runtime error: .*misaligned address")
book_sabotage(ch7_shared_memory/dynamic_shared "too few bytes"
  "threadsPerBlock, bytes>>>" "threadsPerBlock, bytes - sizeof(double)>>>"
  FLAVOURS sanitized MATCH "AddressSanitizer: use-after-poison")
book_sabotage(ch7_shared_memory/dynamic_shared "no opt-in" "if (more)" "if (0)"
  MATCH "launch of kernel rearrange: cudaErrorInvalidValue ")
book_sabotage(ch7_shared_memory/dynamic_shared "lost last element"
  "for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int j" "for (int i = threadIdx.x; i < n - 1; i += blockDim.x) {
        int j" ARGS --n 3)
book_sabotage(ch7_shared_memory/dynamic_shared "stride too long"
  "i += blockDim.x) {
        int j" "i += blockDim.x + 1) {
        int j")

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
    book_test(ch7_shared_memory/matmul "${m} x ${n} x ${k}, ${type}, loads"
      ARGS --m ${m} --n ${n} --k ${k} --type ${type} --repeat 1
      MATCH "^matmul_tiled +${tiled} loads, [0-9.]+ for each element of C; expected: ${tiled}$")
    book_test(ch7_shared_memory/matmul "${m} x ${n} x ${k}, ${type}, values"
      ARGS --m ${m} --n ${n} --k ${k} --type ${type} --repeat 0
      MATCH "^ +${elements} of ${elements} elements compared, 0 wrong")
  endforeach()
  book_test(ch7_shared_memory/matmul "${m} x ${n} x ${k}, from global memory"
    ARGS --m ${m} --n ${n} --k ${k} --repeat 0 MATCH "^matmul_global +${loads} loads, ")
endforeach()
book_test(ch7_shared_memory/matmul "default" MATCH "^PASSED: all elements compared are within")
foreach(option m n k)
  foreach(value 0 -1 x 1048561)
    book_test(ch7_shared_memory/matmul "--${option} '${value}'" ARGS --${option}=${value} EXIT 2
      MATCH "option --${option}: '${value}' is not accepted; a whole number from 1 to 1048560 is"
      FLAVOURS emulator gpu)
  endforeach()
endforeach()
book_test(ch7_shared_memory/matmul "--type int" ARGS --type int EXIT 2 FLAVOURS emulator gpu
  MATCH "^option --type: 'int' is not accepted; float or double is$")
book_test(ch7_shared_memory/matmul "out of memory" ARGS --m 20000 --n 20000 EXIT 1
  MATCH "\\.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000000 FLAVOURS emulator)
# Too many to compare all: some of every part are, and the program says how many.
book_test(ch7_shared_memory/matmul "a sample" ARGS --m 600 --n 600 --k 600 --repeat 0 --type float
  MATCH "^ +180000 of 360000 elements compared, 0 wrong" FLAVOURS emulator gpu)
book_csv_test(ch7_shared_memory/matmul
  "kernel,type,m,n,k,loads,error_of_bound,milliseconds,gflops" 2 --m 20 --n 17 --k 33)
book_sabotage(ch7_shared_memory/matmul "no barrier after the fetch"
  "__syncthreads(); // nobody may read" "// nobody may read")
book_sabotage(ch7_shared_memory/matmul "no barrier before the next fetch"
  "__syncthreads(); // nobody may fetch" "// nobody may fetch")
book_sabotage(ch7_shared_memory/matmul "tile transposed" "as[ty][i] * bs[i][tx]"
  "as[i][ty] * bs[i][tx]")
book_sabotage(ch7_shared_memory/matmul "last tile lost"
  "for (int first = 0; first < k; first += TILE)" "for (int first = 0; first < k - 15; first += TILE)"
  ARGS --k 33)
book_sabotage(ch7_shared_memory/matmul "edge not filled" "first + ty < k && col < n ?"
  "first + ty < k ?" ARGS --n 17 MATCH "^FAILED: |run of kernel matmul_tiled: cudaErrorIllegalAddress")
book_sabotage(ch7_shared_memory/matmul "edge leaves early" "    T sum = 0;
    for (int first" "    if (row >= m || col >= n) return;
    T sum = 0;
    for (int first" ARGS --m 17 --n 17)
book_sabotage(ch7_shared_memory/matmul "not a number" "    if (row < m && col < n)
        c[" "    if (row == 3 && col == 5) sum = NAN;
    if (row < m && col < n)
        c[" ARGS --type float MATCH "elements compared, 1 wrong; worst error: nan")
book_sabotage(ch7_shared_memory/matmul "element not written" "if (row < m && col < n)
        c[" "if (row < m && col < n && row + col != 40)
        c[")
book_sabotage(ch7_shared_memory/matmul "read twice" "sum += a[(size_t)row * k + i] *"
  "sum += (i == 1 ? a[(size_t)row * k + i] * 0 : 0) + a[(size_t)row * k + i] *")
book_sabotage(ch7_shared_memory/matmul "rounded to fewer bits" "c[(size_t)row * n + col] = sum;
}

template <typename T, typename Matrix>
__global__ void matmul_tiled" "c[(size_t)row * n + col] = (float)sum;
}

template <typename T, typename Matrix>
__global__ void matmul_tiled")

# ---- integral

book_test(ch7_shared_memory/integral "default"
  MATCH "^PASSED: 360 of 360 integrals are within their bounds, 11 of 11 orders are right$")
book_test(ch7_shared_memory/integral "--n 1000000" ARGS --n 1000000 FLAVOURS emulator gpu
  MATCH "^PASSED: 432 of 432 integrals")
foreach(n 64 65 127 128)
  book_test(ch7_shared_memory/integral "--n ${n}" ARGS --n ${n} MATCH "^PASSED: 1[24][04] of ")
endforeach()
foreach(function sin exp atan cubic)
  book_test(ch7_shared_memory/integral "--function ${function}" ARGS --function ${function}
    MATCH "^ +65536 ( +[0-9.]+e-[0-9]+| +0.0e.00)+ *$")
endforeach()
book_test(ch7_shared_memory/integral "order 4" MATCH "^sin x +midpoint 2\\.0. .2. .*Simpson [34]\\.[90]. .4.$")
book_test(ch7_shared_memory/integral "order 6" MATCH "^1 / .*Simpson [56]\\.[90]. .6.$")
foreach(value 63 0 -1 x 16777217)
  book_test(ch7_shared_memory/integral "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 64 to 16777216 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch7_shared_memory/integral "--function tan" ARGS --function tan EXIT 2
  MATCH "^option --function: 'tan' is not accepted; sin, exp, atan or cubic is$"
  FLAVOURS emulator gpu)
book_csv_test(ch7_shared_memory/integral "function,rule,type,n,result,exact,error,bound" 120 --n 64)
book_chart_test(ch7_shared_memory/integral --n 64)
book_sabotage(ch7_shared_memory/integral "no barrier" "__syncthreads(); // nobody may add"
  "// nobody may add")
book_sabotage(ch7_shared_memory/integral "weights swapped" "2 + i % 2 * 2" "4 - i % 2 * 2"
  MATCH "^FAILED: [0-9]+ of 360")
book_sabotage(ch7_shared_memory/integral "last point lost" "rule == MIDPOINT ? n : n + 1"
  "rule == MIDPOINT ? n : n" MATCH "^FAILED: [0-9]+ of 360")
book_sabotage(ch7_shared_memory/integral "whole ends" "? 1 : (T)0.5;" "? 1 : (T)1;")
book_sabotage(ch7_shared_memory/integral "not the middle" "i + (T)0.5" "i + (T)0.499")
book_sabotage(ch7_shared_memory/integral "float where double is wanted" "return exp(x);"
  "return expf(x);" MATCH "^FAILED: [0-9]+ of 360")
book_sabotage(ch7_shared_memory/integral "not a number" "    T sum = 0;
    for (int i = thread" "    T sum = rule == 2 && n == 1024 ? NAN : 0;
    for (int i = thread" MATCH "^FAILED: 352 of 360")
book_sabotage(ch7_shared_memory/integral "another order" "{2, 2, 6}" "{2, 2, 4}"
  MATCH "^FAILED: 360 of 360 integrals are within their bounds, 10 of 11 orders")
book_sabotage(ch7_shared_memory/integral "leak" "    HANDLE_ERROR(cudaFree(dev_sums));\n" ""
  SCRIPT failing_calls.sh ARGS --n 64 MATCH "leak: 768 bytes of device memory")

# ---- norm

book_test(ch7_shared_memory/norm "default"
  MATCH "^PASSED: scaled, 6 of 6 norms are right; sqrt.x . x., 2 of 6$")
foreach(n 1 2 255 256 257 65537)
  book_test(ch7_shared_memory/norm "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: scaled, 6 of 6 norms are right")
endforeach()
book_test(ch7_shared_memory/norm "infinite where the norm is not"
  MATCH "^large +1.82612e.32 +inf +1.82612e.32$")
book_test(ch7_shared_memory/norm "0 where the norm is not" MATCH "^tiny +1.82612e-28 +0 +1.82612e-28$")
foreach(value 0 -1 x 17179869185)
  book_test(ch7_shared_memory/norm "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 17179869184 is"
    FLAVOURS emulator gpu)
endforeach()
book_csv_test(ch7_shared_memory/norm "vector,n,long_double,naive,scaled,tolerance" 6 --n 300)
book_sabotage(ch7_shared_memory/norm "not scaled" "norm(dev_x, most," "norm(dev_x, 1,"
  MATCH "^FAILED: scaled, 2 of 6")
book_sabotage(ch7_shared_memory/norm "divided by 0" "most == 0 ? 0 : norm" "norm"
  MATCH "^FAILED: scaled, 5 of 6")
book_sabotage(ch7_shared_memory/norm "sign kept" "fmaxf(most, fabsf(x[i]))" "fmaxf(most, x[i])"
  ARGS --n 1000)
book_sabotage(ch7_shared_memory/norm "no barrier in largest" "__syncthreads(); // first all write"
  "// first all write" ARGS --n 256)
book_sabotage(ch7_shared_memory/norm "no barrier in add_squares" "__syncthreads(); // as above"
  "// as above" ARGS --n 256) # with more blocks, one may find what the one before it left
book_sabotage(ch7_shared_memory/norm "lost last element" "i < n;
         i += (long long)blockDim.x * gridDim.x) {" "i < n - 1;
         i += (long long)blockDim.x * gridDim.x) {" MATCH "^FAILED: scaled, 5 of 6")
book_sabotage(ch7_shared_memory/norm "root forgotten" "scale * sqrtf(sum)" "scale * sum")

# ---- bank_conflicts

book_test(ch7_shared_memory/bank_conflicts "default"
  MATCH "^PASSED: 164 of 164 numbers of steps are as predicted")
# By hand: with L = 2 threads 0 and 16 want words 0 and 32 of bank 0; with L = 4 threads 0, 8, 16, 24
# do; with L = 32 all do. A double is two words: 2 steps at the least, a float4 4.
foreach(row "1/1/1/1/2/4" "2/1/1/2/4/8" "3/1/2/1/2/4" "4/1/2/4/8/16" "5/2/2/1/2/4" "8/2/4/8/16/32"
            "16/4/8/16/32/32" "31/2/2/1/2/4" "32/8/16/32/32/32")
  string(REPLACE "/" " +" pattern "${row}")
  book_test(ch7_shared_memory/bank_conflicts "steps ${row}" FLAVOURS emulator MATCH "^ *${pattern}$")
endforeach()
book_test(ch7_shared_memory/bank_conflicts "column of a tile"
  MATCH "^column of tile\\[32\\]\\[32\\] 32")
book_test(ch7_shared_memory/bank_conflicts "column of a padded tile"
  MATCH "^column of tile\\[32\\]\\[33\\]  1")
book_csv_test(ch7_shared_memory/bank_conflicts
  "access,bytes,stride,predicted_steps,counted_steps,cycles" 164)
book_chart_test(ch7_shared_memory/bank_conflicts)
book_sabotage(ch7_shared_memory/bank_conflicts "another stride" "&s[threadIdx.x * stride]"
  "&s[threadIdx.x * (stride + (stride == 7))]" MATCH "^FAILED: 15[0-9] of 164|^FAILED: 16[0-3] of 164")
book_sabotage(ch7_shared_memory/bank_conflicts "same words counted twice" "if (same == i &&" "if ("
  MATCH "^FAILED: 1[0-9]+ of 164")
book_sabotage(ch7_shared_memory/bank_conflicts "no padding" "read_tile<33><<<" "read_tile<32><<<"
  MATCH "^FAILED: 163 of 164")
book_sabotage(ch7_shared_memory/bank_conflicts "whole warp at once" "WARP / words_each)" "WARP)"
  MATCH "^FAILED: [0-9]+ of 164")
book_sabotage(ch7_shared_memory/bank_conflicts "not a whole bank" "/ 4 + thread % words_each;"
  "/ 8 + thread % words_each;" MATCH "^FAILED: [0-9]+ of 164")
# The check of the times, where there are none: it takes those that rise, and no others.
foreach(row "rise|20 + 2 * results[t][i].steps|0|PASSED|5" "stay|20|1|FAILED|0" "fall|80 - results[t][i].steps|1|FAILED|0"
            "are missing|NAN|1|FAILED|0")
  string(REPLACE "|" ";" row "${row}")
  list(GET row 0 name)
  list(GET row 1 cycles)
  list(GET row 2 code)
  list(GET row 3 verdict)
  list(GET row 4 types)
  book_sabotage(ch7_shared_memory/bank_conflicts "times that ${name}"
    "    HANDLE_ERROR(cudaFree(dev_results));\n"
    "    HANDLE_ERROR(cudaFree(dev_results));
    has_banks = 1;
    for (int t = 0; t < TYPES; t++)
        for (int i = 0; i < LONGEST; i++)
            results[t][i].cycles = ${cycles};\n"
    EXIT ${code} MATCH "^${verdict}: 164 of 164 .*; times rise with them for ${types} of 5 types$")
endforeach()

# ---- memory_kinds

book_test(ch7_shared_memory/memory_kinds "default"
  MATCH "^PASSED: 6144 of 6144 numbers arrived, ([79]) of \\1 walks ended where they should$")
book_test(ch7_shared_memory/memory_kinds "shared" FLAVOURS emulator
  MATCH "^shared +a block +the block +49152 bytes for a block, 232448 on request; 233472 on a multiprocessor$")
book_test(ch7_shared_memory/memory_kinds "constant"
  MATCH "^constant +every grid +the program +65536 bytes, kernels only read$")
book_test(ch7_shared_memory/memory_kinds "global" FLAVOURS emulator
  MATCH "^global +every grid +until cudaFree +2.0 GiB, behind [0-9.]+ MiB of L2 cache$"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=2147483648)
book_test(ch7_shared_memory/memory_kinds "not timed" FLAVOURS emulator
  MATCH "^reads are not timed: on a CPU all memories are one$")
book_script_test(ch7_shared_memory/memory_kinds "--csv" csv.sh "memory,bytes,cycles,right" 7 PROGRAM
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch7_shared_memory/memory_kinds "--csv" csv.sh "memory,bytes,cycles,right" 9 PROGRAM
  FLAVOURS gpu)
book_sabotage(ch7_shared_memory/memory_kinds "no barrier" "    __syncthreads();

    results[0" "    results[0" MATCH "^FAILED: 5[0-9]+ of 6144 numbers")
book_sabotage(ch7_shared_memory/memory_kinds "another local number" "local[pick]" "local[pick - 1]"
  MATCH "^FAILED: 5120 of 6144 numbers")
book_sabotage(ch7_shared_memory/memory_kinds "another block's number" "global[ALL - 1 - i]"
  "global[i]" MATCH "^FAILED: 5120 of 6144 numbers")
book_sabotage(ch7_shared_memory/memory_kinds "another number by texture" "(texture, ALL - 1 - i)"
  "(texture, i)" MATCH "^FAILED: 5120 of 6144 numbers")
book_sabotage(ch7_shared_memory/memory_kinds "constants not copied"
  "    HANDLE_ERROR(cudaMemcpyToSymbol(constant_chain, chain, sizeof chain));\n" ""
  MATCH "^FAILED: 5124 of 6144 numbers arrived, 5 of 7 walks ended")
book_sabotage(ch7_shared_memory/memory_kinds "a kernel forgotten" "    leave<<<BLOCKS, THREADS>>>(dev_global);\n"
  "" MATCH "^FAILED: 4096 of 6144 numbers")
book_sabotage(ch7_shared_memory/memory_kinds "a step too few" "walk(next, 0, steps, timed_steps, result);"
  "walk(next, 0, steps, timed_steps - 1, result);" MATCH "^FAILED: .* 6 of 7 walks")
book_sabotage(ch7_shared_memory/memory_kinds "another chain" "i < CHAIN; i += WARP)
        next[i] = after(i);" "i < CHAIN; i += WARP)
        next[i] = after(i + 1);" MATCH "^FAILED: .* 6 of 7 walks")
book_sabotage(ch7_shared_memory/memory_kinds "leak" "        HANDLE_ERROR(cudaFree(dev_next));"
  "        (void)dev_next;" SCRIPT failing_calls.sh MATCH "leak: 16384 bytes of device memory")
# The check of the times, where there are none.
book_sabotage(ch7_shared_memory/memory_kinds "times in order" "    HANDLE_ERROR(cudaFree(dev_result));\n"
  "    HANDLE_ERROR(cudaFree(dev_result));
    found[6].cycles = 30, found[7].cycles = 200, found[8].cycles = 500, is_gpu = 1;\n"
  EXIT 0 MATCH "^PASSED: ")
book_sabotage(ch7_shared_memory/memory_kinds "times out of order" "    HANDLE_ERROR(cudaFree(dev_result));\n"
  "    HANDLE_ERROR(cudaFree(dev_result));
    found[6].cycles = 30, found[7].cycles = NAN, found[8].cycles = 500, is_gpu = 1;\n"
  MATCH "^FAILED: .*; L1, L2 and memory are not in that order$")

# ---- matmul_fast

book_test(ch7_shared_memory/matmul_fast "default" MATCH "^PASSED: 4 of 4 products are within rounding$")
# One element; sizes that no tile divides, and rows that no load of four numbers fits.
foreach(row "1/1/1" "1/1/97" "2/3/5" "3/130/4" "64/32/16" "65/33/17" "129/127/18" "128/256/32"
            "300/260/40" "257/515/33")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 m)
  list(GET row 1 n)
  list(GET row 2 k)
  book_test(ch7_shared_memory/matmul_fast "${m} x ${n} x ${k}"
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
set(some HEADER matmul_ladder.h ARGS ${some})
book_sabotage(ch7_shared_memory/matmul_fast "next tile too early"
  "__syncthreads(); // the next tiles are complete" "// the next tiles are complete" ${some}
  MATCH "^FAILED: 3 of 4")
book_sabotage(ch7_shared_memory/matmul_fast "copy left out"
  "return columns % 4 != 0 || (size_t)from % sizeof(float4) != 0;" "return 0;" ${some} EXIT 1
  MATCH "FAILED|cudaError")
book_sabotage(ch7_shared_memory/matmul_fast "other buffer" "put(now ^ 1);" "put(now);" ${some}
  MATCH "^FAILED: 3 of 4")
book_sabotage(ch7_shared_memory/matmul_fast "leak" "    HANDLE_ERROR(cudaFree(work.a_copy));\n" ""
  SCRIPT failing_calls.sh ARGS --m 20 --n 17 --k 5 MATCH "leak: 640 bytes of device memory")
book_sabotage(ch7_shared_memory/matmul_fast "times" "int timed = memory_clock != 0;" "int timed = 1;"
  ARGS --m 20 --n 17 --k 5 EXIT 0 MATCH "^pipelined .* ms, [0-9.]+ GFLOP/s$")

# ---- matmul_tensor

book_test(ch7_shared_memory/matmul_tensor "default"
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
  book_test(ch7_shared_memory/matmul_tensor "${m} x ${n} x ${k}"
    ARGS --m ${m} --n ${n} --k ${k} --repeat 1 MATCH "^PASSED: 12 of 12")
  book_test(ch7_shared_memory/matmul_tensor "${m} x ${n} x ${k}, exactly"
    ARGS --m ${m} --n ${n} --k ${k} --repeat 1
    MATCH "^packed +${elements} of ${elements} elements compared, ${exact} exactly, 0 wrong")
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
book_test(ch7_shared_memory/matmul_tensor "a sample" ARGS --m 400 --n 400 --k 400 --repeat 1
  MATCH "^packed +40000 of 160000 elements compared, [0-9]+ exactly, 0 wrong"
  FLAVOURS emulator gpu)
book_integer_test(ch7_shared_memory/matmul_tensor "m/0/1 to 1048560" "n/1048561/1 to 1048560"
  "k/x/1 to 1048560" "repeat/0/1 to 1000")
set(some --m 40 --n 36 --k 21)
book_csv_test(ch7_shared_memory/matmul_tensor
  "step,type,m,n,k,compared,wrong,error,bound,milliseconds,gflops" 12 ${some})
set(some HEADER tensor_ladder.h ARGS ${some})
book_sabotage(ch7_shared_memory/matmul_tensor "not rounded" "return wmma::__float_to_tf32(x);"
  "return x;" ${some} MATCH "^FAILED: 7 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "last tile of k lost"
  "first < k; first += TENSOR_DEPTH" "first < k - TENSOR_DEPTH + 1; first += TENSOR_DEPTH" ${some}
  MATCH "^FAILED: 10 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "last tile of C lost"
  "return (m + height - 1) / height *" "return m / height *" HEADER tensor_ladder.h
  ARGS --m 65 --n 36 --k 21 MATCH "^FAILED: 2 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "end of k not filled"
  "b_next[f] = r < k ?" "b_next[f] = r < k + 11 ?" ${some} FLAVOURS sanitized
  MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch7_shared_memory/matmul_tensor "rows past the edge" "as[r][i] = row + r < m && first"
  "as[r][i] = first" ${some} FLAVOURS sanitized MATCH "AddressSanitizer: heap-buffer-overflow")
# Threads come to each instruction together, and that hides most races from the results.
book_sabotage(ch7_shared_memory/matmul_tensor "no barrier after the fetch"
  "__syncthreads(); // nobody may load a fragment" "// nobody may load a fragment" ${some}
  FLAVOURS checked EXIT 98 MATCH "race on shared memory in kernel tensor_tiled$")
book_sabotage(ch7_shared_memory/matmul_tensor "no barrier before the next fetch"
  "__syncthreads(); // nobody may fill a tile" "// nobody may fill a tile" ${some}
  FLAVOURS checked EXIT 98 MATCH "race on shared memory in kernel tensor_tiled$")
book_sabotage(ch7_shared_memory/matmul_tensor "next tiles too early"
  "__syncthreads(); // the next tiles are complete" "// the next tiles are complete" ${some}
  MATCH "^FAILED: (8|9|10|11) of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "other buffer" "put(now ^ 1);" "put(now);" HEADER tensor_ladder.h
  ARGS --m 40 --n 36 --k 40 MATCH "^FAILED: 8 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "store not waited for"
  "__syncwarp(); // nobody may read what" "// nobody may read what" ${some} MATCH "^FAILED: 2 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "patch stored over"
  "__syncwarp(); // nobody may store the next" "// nobody may store the next" ${some} FLAVOURS checked EXIT 98
  MATCH "race on shared memory in kernel tensor_tiled$")
book_sabotage(ch7_shared_memory/matmul_tensor "by columns"
  "wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::row_major>"
  "wmma::fragment<wmma::matrix_a, M, N, K, wmma::precision::tf32, wmma::col_major>" ${some}
  MATCH "^FAILED: 7 of 12|cudaErrorIllegalAddress")
book_sabotage(ch7_shared_memory/matmul_tensor "sums by columns"
  "part, n, wmma::mem_row_major" "part, n, wmma::mem_col_major" HEADER tensor_ladder.h
  ARGS --m 64 --n 64 --k 3 MATCH "^FAILED: 2 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "copy left out"
  "if (rows % row_unit == 0 && columns % unit == 0 &&" "if (true ||" ${some}
  MATCH "cudaErrorMisalignedAddress")
book_sabotage(ch7_shared_memory/matmul_tensor "copy without zeros"
  "row < rows && col < columns ? from[(size_t)row * columns + col] : 0"
  "from[(size_t)min(row, rows - 1) * columns + min(col, columns - 1)]" ${some}
  MATCH "^FAILED: ([468]|10) of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "part of a warp"
  "wmma::mma_sync(sum, x, y, sum);" "if (threadIdx.x < 16) wmma::mma_sync(sum, x, y, sum);" ${some}
  MATCH "the 32 threads of a warp must make the same call$")
book_sabotage(ch7_shared_memory/matmul_tensor "places of others" "room[e] = e;"
  "room[e] = (e + 1) % (ROWS * COLS);" ${some} MATCH "^FAILED: 8 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "places not waited for"
  "__syncwarp(); // nobody may load what" "// nobody may load what" ${some} FLAVOURS checked EXIT 98
  MATCH "race on shared memory in kernel tensor_pipelined$")
book_sabotage(ch7_shared_memory/matmul_tensor "not a number" "wmma::fill_fragment(sum, 0);"
  "wmma::fill_fragment(sum, blockIdx.x == 3 ? NAN : 0);" ${some} MATCH "^FAILED: 10 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "no tensor cores" "major >= 8 &&" "major >= 80 &&"
  ${some} EXIT 77
  MATCH "^tensor cores for TF32 and double need a device of compute capability 8.0 or later")
book_sabotage(ch7_shared_memory/matmul_tensor "compiled for others" "kernel.ptxVersion >= 80"
  "kernel.ptxVersion >= 800" ${some} EXIT 77 MATCH "; this one has 9.0, and the program is compiled for 9.0$")
book_sabotage(ch7_shared_memory/matmul_tensor "leak" "    HANDLE_ERROR(cudaFree(work.a_copy));\n" ""
  SCRIPT failing_calls.sh ARGS --m 20 --n 17 --k 5 MATCH "leak: 8192 bytes of device memory")
book_sabotage(ch7_shared_memory/matmul_tensor "times" "int timed = memory_clock != 0;" "int timed = 1;"
  ARGS --m 20 --n 17 --k 5 EXIT 0 MATCH "^pipelined .* ms, [0-9.]+ GFLOP/s; error ")
book_sabotage(ch7_shared_memory/matmul_tensor "copies not waited for"
  "__pipeline_wait_prior(TENSOR_STAGES - 2);" "__pipeline_wait_prior(TENSOR_STAGES - 1);" ${some}
  MATCH "^FAILED: 10 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "copies of others not waited for"
  "__syncthreads(); // everybody's is" "// everybody's is" ${some} FLAVOURS checked EXIT 98
  MATCH "race on shared memory in kernel tensor_packed$")
book_sabotage(ch7_shared_memory/matmul_tensor "patches over tiles"
  "__syncthreads(); // nobody loads from the tiles any more" "// nobody loads from the tiles any more"
  HEADER tensor_ladder.h ARGS --m 40 --n 36 --k 49 FLAVOURS checked EXIT 98 MATCH "race on shared memory in kernel tensor_packed$")
book_sabotage(ch7_shared_memory/matmul_tensor "fragments in another order"
  "BY_COLUMN ? tile / down : tile % across" "BY_COLUMN ? tile % across : tile % across" ${some}
  MATCH "^FAILED: 10 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "fragments of others"
  "from)[threadIdx.x % 32];" "from)[threadIdx.x % 31];" ${some} MATCH "^FAILED: 10 of 12")
book_sabotage(ch7_shared_memory/matmul_tensor "packed past the edge"
  "mine.x[e] = row < rows && col" "mine.x[e] = col" ${some} FLAVOURS sanitized
  MATCH "AddressSanitizer: heap-buffer-overflow")

