# The dot products of chapter 5.

# --n, spelled as everywhere, of the programs that take one.
foreach(program ch5_dot/dot_naive ch5_dot/dot_kahan ch5_dot/divergence ch5_dot/dot_lib)
  foreach(value 0 -5 abc 12x 1e6 "" " " 0x10 99999999999999999999 nan)
    book_test(${program} "--n '${value}'" ARGS --n=${value} EXIT 2
      MATCH "option --n: '${value}' is not accepted; a whole number from 1 to [0-9]+ is"
      FLAVOURS emulator gpu)
  endforeach()
  book_test(${program} "--n without a value" ARGS --n EXIT 2 MATCH "option --n needs a value"
    FLAVOURS emulator gpu)
  book_test(${program} "default")
  book_test(${program} "out of memory" EXIT 1
    MATCH "\\.(cu|c):[0-9]+: (cudaMalloc|dotproduct).*: cudaErrorMemoryAllocation \\(out of memory\\)"
    ENVIRONMENT CUDA_EMULATOR_MEMORY=100000 FLAVOURS emulator)
endforeach()

# Sizes around a block, around the grid, and the closed form 2 (0 + 1 + ... + (N-1)^2) of each.
set(CLOSED_FORMS "1/0" "2/2" "3/10" "127/1349502" "255/10989310" "256/11119360" "257/11250432"
  "8191/366302584830" "8192/366436769792" "8193/366570987520" "1000003/666671666679000010")

# ---- dot_naive

foreach(row ${CLOSED_FORMS})
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 exact)
  book_test(ch5_dot/dot_naive "--n ${n}" ARGS --n ${n} --repeat 0
    MATCH "^PASSED: .* from the exact ${exact};")
endforeach()
book_test(ch5_dot/dot_naive "no times" ARGS --repeat 0
  MATCH "^add<<<1, 1>>>: one thread adds them up$")
book_test(ch5_dot/dot_naive "times" ARGS --repeat 2
  MATCH "^add<<<1, 1>>>: one thread adds them up, [0-9]+[.][0-9]+ ms$")
book_test(ch5_dot/dot_naive "the largest" ARGS --n 8000000 --repeat 0
  MATCH "^PASSED: .* from the exact 341333269333336000000;" FLAVOURS emulator gpu)
book_test(ch5_dot/dot_naive "too large" ARGS --n 8000001 EXIT 2
  MATCH "'8000001' is not accepted; a whole number from 1 to 8000000 is" FLAVOURS emulator gpu)
book_sabotage(ch5_dot/dot_naive "lost product" "while (tid < n)" "while (tid < n - 1)")
book_sabotage(ch5_dot/dot_naive "wrong product" "a[tid] * b[tid]" "a[tid] * b[tid ^ 1]")
book_sabotage(ch5_dot/dot_naive "double stride" "blockDim.x * gridDim.x;"
  "blockDim.x * gridDim.x * 2;")
book_sabotage(ch5_dot/dot_naive "lost addition" "i < n; i++)\n        sum += products[i];\n    *c"
  "i < n - 1; i++)\n        sum += products[i];\n    *c")
book_sabotage(ch5_dot/dot_naive "not a number" "*c = sum;" "*c = NAN;")
# Host and device agree, on something wrong: only the closed form tells.
book_sabotage(ch5_dot/dot_naive "wrong vectors" "b[i] = (float)(2 * i)" "b[i] = (float)(3 * i)")
book_sabotage(ch5_dot/dot_naive "leak" "    HANDLE_ERROR(cudaFree(dev_c));\n" ""
  SCRIPT failing_calls.sh ARGS --repeat 1 MATCH "leak: 4 bytes of device memory")

# ---- dot_kahan

foreach(n 1 2 3 255 256 257 999 1001 8191 8193 33791 100003 1000000)
  book_test(ch5_dot/dot_kahan "--n ${n}" ARGS --n ${n} MATCH "^PASSED: ([0-9]+) of \\1 errors ")
endforeach()
book_test(ch5_dot/dot_kahan "the table" ARGS --n 33792
  MATCH "^     33792 +5.29e-07 +1.23e-07 +4.03e-08 +4.03e-08 +0.00e.00 +0.00e.00$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS}) # a GPU rounds a * b + c once
book_test(ch5_dot/dot_kahan "order at all usual sizes"
  MATCH "^PASSED: 24 of 24 .*; Kahan <= tree < sequential \\(float\\) at 4 of 4 usual sizes$")
book_test(ch5_dot/dot_kahan "luck at another size" ARGS --n 10000
  MATCH "^     10000 .*   out of order$" FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/dot_kahan "the formula in float" ARGS --n 33792
  MATCH "^ +4.03e-08 = relative error of 2 . \\(x . .x . 1. . .2 . x . 1. / 6\\), the book's$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch5_dot/dot_kahan "--csv" csv.sh
  "n,method,precision,result,relative_error,bound" 12 PROGRAM --n 33792)
book_script_test(ch5_dot/dot_kahan "--chart" chart.sh PROGRAM --n 33792 MAY_SKIP)
book_test(ch5_dot/dot_kahan "--csv without a folder" ARGS --csv no/such/folder/t.csv EXIT 2
  MATCH "^option --csv: cannot write 'no/such/folder/t.csv': No such file or directory")
book_test(ch5_dot/dot_kahan "--chart, unknown extension" ARGS --chart t.gif EXIT 2
  MATCH "^option --chart: 't.gif' has an unknown extension '.gif'; accepted: .svg, .png$")
book_test(ch5_dot/dot_kahan "--csv, full disk" ARGS --n 1000 --csv /dev/full EXIT 1
  MATCH "^option --csv: cannot write '/dev/full': No space left on device" FLAVOURS emulator)

# Flags by which a compiler simplifies the compensation away.
function(book_fast_math_test name)
  if(NOT BOOK_SABOTAGE OR NOT "emulator" IN_LIST BOOK_EMULATOR_FLAVOURS)
    return()
  endif()
  set(target emulator.tests.dot_kahan${name})
  add_emulated(${target} "${PROJECT_SOURCE_DIR}/ch5_dot/dot_kahan.cu" emulator WARNINGS OFF
    OUTPUT sabotage/ch5_dot.dot_kahan${name})
  target_compile_options(${target} PRIVATE ${name} ${ARGN})
  add_test(NAME "sabotage/emulator/ch5_dot/dot_kahan: ${name}"
    COMMAND sh "${PROJECT_SOURCE_DIR}/tests/expect.sh" 1
            "^compiled with -ffast-math or -fassociative-math: " $<TARGET_FILE:${target}> --n 1000)
  set_tests_properties("sabotage/emulator/ch5_dot/dot_kahan: ${name}" PROPERTIES
    LABELS "sabotage;emulator" TIMEOUT 120 ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endfunction()
book_fast_math_test(-ffast-math)
book_fast_math_test(-fassociative-math -fno-signed-zeros -fno-trapping-math)

book_sabotage(ch5_dot/dot_kahan "no compensation" "x - *too_much;" "x;" ARGS --n 33792
  MATCH "^compiled with -ffast-math or ")
book_sabotage(ch5_dot/dot_kahan "compensation of the wrong sign" "x - *too_much;" "x + *too_much;"
  ARGS --n 33792 MATCH "^compiled with -ffast-math or ")
book_sabotage(ch5_dot/dot_kahan "Kahan in vain" "add_kahan(&sum, &too_much, (float)i"
  "too_much = 0, add_kahan(&sum, &too_much, (float)i" MATCH "^FAILED: 2[0-3] of 24 .* [0-3] of 4")
book_sabotage(ch5_dot/dot_kahan "Kahan loses an element" "    add_kahan(&sum, &too_much, (float)i"
  "    if (i != n - 1) add_kahan(&sum, &too_much, (float)i" ARGS --n 33792)
book_sabotage(ch5_dot/dot_kahan "pairs overlap" "pairwise(first + n / 2, n - n / 2)"
  "pairwise(first + n / 2 - 1, n - n / 2)" ARGS --n 33792 MATCH "^FAILED: 10 of 12 ")
book_sabotage(ch5_dot/dot_kahan "sequential loses an element" "i < n; i++)\n        sum += (T)i"
  "i < n - 1; i++)\n        sum += (T)i" ARGS --n 33792)
book_sabotage(ch5_dot/dot_kahan "no barrier" "temp;\n    __syncthreads();" "temp;" ARGS --n 33792)
book_sabotage(ch5_dot/dot_kahan "wrong partner" "cache[cacheIndex + i]" "cache[cacheIndex + 1]"
  ARGS --n 33792)
book_sabotage(ch5_dot/dot_kahan "not a number" "T temp = 0;" "T temp = NAN;" ARGS --n 33792
  MATCH "^FAILED: 8 of 12 .* 0 of 2 ")
book_sabotage(ch5_dot/dot_kahan "one block lost" "for (int i = 0; i < blocks; i++)"
  "for (int i = 1; i < blocks; i++)" ARGS --n 33792)
book_sabotage(ch5_dot/dot_kahan "out of order" "kahan(size)" "pairwise(0, size)"
  MATCH "^FAILED: 24 of 24 .* 3 of 4 ")
book_sabotage(ch5_dot/dot_kahan "wrong formula" "(2 * n - 1) / 3;" "(2 * n + 1) / 3;")
book_sabotage(ch5_dot/dot_kahan "leak" "    HANDLE_ERROR(cudaFree(dev_b));\n" ""
  SCRIPT failing_calls.sh ARGS --n 1000 MATCH "leak: 4000 bytes of device memory")

# ---- dot_bad_barrier

# line_of(VARIABLE CHAPTER/PROGRAM TEXT): the number of the one line of the source with that text.
function(line_of variable program text)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    "${PROJECT_SOURCE_DIR}/${program}.cu")
  file(READ "${PROJECT_SOURCE_DIR}/${program}.cu" source)
  string(FIND "${source}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "'${text}' does not stand in ${program}.cu")
  endif()
  string(SUBSTRING "${source}" 0 ${at} before)
  string(REGEX MATCHALL "\n" newlines "${before}")
  list(LENGTH newlines count)
  math(EXPR count "${count} + 1")
  set(${variable} ${count} PARENT_SCOPE)
endfunction()
line_of(inside ch5_dot/dot_bad_barrier "// wrong here")
line_of(after ch5_dot/dot_bad_barrier "// the others wait here")

# On a GPU whatever is seen; on the CPU it is known, and named by line and threads.
foreach(n 1 255 256 257 33792 1000003)
  book_test(ch5_dot/dot_bad_barrier "--n ${n}" ARGS --n ${n} MATCH "^PASSED: seen: the kernel ")
endforeach()
book_test(ch5_dot/dot_bad_barrier "goes through" MATCH "^PASSED: seen: the kernel ends, with the right sum$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/dot_bad_barrier "is named"
  MATCH "warning: ch5_dot/dot_bad_barrier.cu:${inside}: divergent barrier in block .0,0,0. of kernel dot_bad_barrier: threads 0-127 wait at __syncthreads.., threads 128-255 have left the kernel"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/dot_bad_barrier "strict: fails" MATCH "^PASSED: seen: the kernel fails$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS} ENVIRONMENT CUDA_EMULATOR_STRICT=1)
book_test(ch5_dot/dot_bad_barrier "strict: is named"
  MATCH "error: ch5_dot/dot_bad_barrier.cu:${inside}: divergent barrier .*threads 0-127 wait at __syncthreads.., threads 128-255 have left"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS} ENVIRONMENT CUDA_EMULATOR_STRICT=1)
book_test(ch5_dot/dot_bad_barrier "strict: nothing is left" MATCH "^PASSED: seen: the kernel fails$"
  FLAVOURS emulator ENVIRONMENT CUDA_EMULATOR_STRICT=1 CUDA_EMULATOR_REPORT_LEAKS=1)
book_test(ch5_dot/dot_bad_barrier "--meet 1" ARGS --meet 1
  MATCH "barrier inside the if: the device reports cudaErrorLaunchFailure"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/dot_bad_barrier "--meet 1: the one" ARGS --meet 1
  MATCH "ch5_dot/dot_bad_barrier.cu:${inside}: threads 0-127 wait at __syncthreads"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/dot_bad_barrier "--meet 1: the other" ARGS --meet 1
  MATCH "ch5_dot/dot_bad_barrier.cu:${after}: threads 128-255 wait at __syncthreads"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
foreach(option n/0/10000000 n/10000001/10000000 meet/2/1 seconds/0/60 seconds/x/60)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 high)
  book_test(ch5_dot/dot_bad_barrier "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from [01] to ${high} is"
    FLAVOURS emulator gpu)
endforeach()
book_sabotage(ch5_dot/dot_bad_barrier "kernel that does not end" "cudaEventQuery(event);"
  "cudaErrorNotReady;" ARGS --seconds 1 EXIT 0 MATCH "^PASSED: seen: the kernel does not end$")
book_sabotage(ch5_dot/dot_bad_barrier "kernel that ends with a wrong sum"
  "__syncthreads(); // wrong here" "// wrong here" EXIT 0
  MATCH "^PASSED: seen: the kernel ends, with a wrong sum$")
book_sabotage(ch5_dot/dot_bad_barrier "kernel that does nothing" "cacheIndex == 0)\n        *c = cache[0];\n}\n\n//"
  "false)\n        *c = cache[0];\n}\n\n//" EXIT 0
  MATCH "^PASSED: seen: the kernel ends, with a wrong sum$")
book_sabotage(ch5_dot/dot_bad_barrier "wrong where the barrier is right"
  "cache[cacheIndex + i];\n        __syncthreads();" "cache[cacheIndex + i];")
book_sabotage(ch5_dot/dot_bad_barrier "not a number" "float temp = 0;" "float temp = NAN;")
book_sabotage(ch5_dot/dot_bad_barrier "lost element" "i < n; i += blockDim.x"
  "i < n - 1; i += blockDim.x")

# ---- divergence

# Warps that hold both kinds of element: all of neighbours', but for a last one with one element;
# none of whole_warps'.
foreach(row 1/0 2/1 32/1 33/1 34/2 63/2 64/2 65/2 257/8 1000/32)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 divergent)
  math(EXPR four "4 * ${n}")
  book_test(ch5_dot/divergence "--n ${n}" ARGS --n ${n} --repeat 1
    MATCH "^PASSED: ${four} of ${four} values are right$")
  book_test(ch5_dot/divergence "--n ${n}, neighbours" ARGS --n ${n} --repeat 0
    MATCH "^neighbours +${divergent}$")
  book_test(ch5_dot/divergence "--n ${n}, whole warps" ARGS --n ${n} --repeat 0
    MATCH "^whole warps +0$")
endforeach()
book_test(ch5_dot/divergence "no times on a CPU" ARGS --n 1000
  MATCH "^.a CPU runs one thread after the other" FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/divergence "--rounds 0" ARGS --rounds 0 EXIT 2
  MATCH "option --rounds: '0' is not accepted; a whole number from 1 to 1000000 is"
  FLAVOURS emulator gpu)
book_script_test(ch5_dot/divergence "--csv" csv.sh
  "kernel,warps,divergent_warps,wrong,milliseconds" 4 PROGRAM --n 1000)
book_test(ch5_dot/divergence "--csv without a folder" ARGS --csv no/such/folder/t.csv EXIT 2
  MATCH "^option --csv: cannot write 'no/such/folder/t.csv': No such file or directory")
book_sabotage(ch5_dot/divergence "wrong way" "    if (odd)\n" "    if (!odd)\n" ARGS --n 1000)
book_sabotage(ch5_dot/divergence "warps overlap" "tid / 64 * 64 +" "tid / 64 * 32 +" ARGS --n 1000)
book_sabotage(ch5_dot/divergence "no edge guard" "if (i >= n)" "if (false)" ARGS --n 1000
  FLAVOURS sanitized MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch5_dot/divergence "lost element" "if (i >= n)" "if (i >= n - 1)" ARGS --n 1000
  MATCH "^FAILED: 3996 of 4000 ")
book_sabotage(ch5_dot/divergence "lost block" "(n + threadsPerBlock - 1) / threadsPerBlock"
  "n / threadsPerBlock" ARGS --n 1000)
book_sabotage(ch5_dot/divergence "kernel that is not run" "            else\n                whole_warps<<<"
  "            else if (false)\n                whole_warps<<<" ARGS --n 1000
  MATCH "^FAILED: 3000 of 4000 ")

# ---- dot_lib: the program, and the library in other hands

book_test(ch5_dot/dot_lib "no times" ARGS --repeat 0 MATCH "^dot product +[0-9]+$")
book_test(ch5_dot/dot_lib "times" ARGS --repeat 2
  MATCH "^dot product +[0-9]+, [0-9]+[.][0-9]+ ms on the device, copies included$")
foreach(row ${CLOSED_FORMS} 65535/187637099855870 65536/187645689528320 65537/187654279462912)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 exact)
  book_test(ch5_dot/dot_lib "--n ${n}" ARGS --n ${n} --repeat 0
    MATCH "^PASSED: .* from the exact ${exact};")
endforeach()
foreach(mistake "a is NULL" "b is NULL" "2.64 - 1 elements" "no place for a result")
  book_test(ch5_dot/dot_lib "${mistake}" ARGS --n 100 --repeat 0
    MATCH "^${mistake} +cudaErrorInvalidValue, result left alone$" FLAVOURS emulator gpu)
endforeach()

foreach(flavour ${BOOK_EMULATOR_FLAVOURS} gpu)
  if(TARGET ${flavour}.ch5_dot.dot_static)
    set(target ${flavour}.tests.dot_lib_each_call)
    add_executable(${target} dot_lib/each_call.c)
    target_link_libraries(${target} PRIVATE ${flavour}.ch5_dot.dot_static)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    book_output(${target} ${flavour} tests/dot_lib_each_call)
  endif()
endforeach()
book_test(tests/dot_lib_each_call "calls" MATCH "^cudaSuccess$")
book_script_test(tests/dot_lib_each_call "each call fails" dot_lib/each_call.sh PROGRAM
  FLAVOURS emulator sanitized)

# The shared library, from Python.
foreach(flavour emulator gpu)
  set(test "${flavour}/ch5_dot/dot_lib: from Python")
  if(TARGET ${flavour}.ch5_dot.dot_shared)
    add_test(NAME "${test}" COMMAND sh -c
      "command -v python3 >/dev/null || { echo 'no python3 here'; exit 77; }; exec python3 \"$@\"" sh
      "${CMAKE_CURRENT_SOURCE_DIR}/dot_lib/from_python.py"
      $<TARGET_FILE:${flavour}.ch5_dot.dot_shared>)
    set_tests_properties("${test}" PROPERTIES LABELS "${flavour}" TIMEOUT 120 SKIP_RETURN_CODE 77
      ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
    if(flavour STREQUAL "gpu")
      set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK gpu)
    endif()
  endif()
endforeach()

# Broken libraries. They are rejected by the program, or by each_call.sh.
function(book_sabotage_library name from to)
  cmake_parse_arguments(arg "" "USER" "" ${ARGN})
  if(NOT BOOK_SABOTAGE OR NOT "emulator" IN_LIST BOOK_EMULATOR_FLAVOURS)
    return()
  endif()
  book_sabotage(ch5_dot/dot_lib "${name}" "${from}" "${to}" FLAVOURS emulator
    ${arg_UNPARSED_ARGUMENTS})
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  set(target emulator.sabotage.ch5_dot.dot_lib.${identifier})
  target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/${arg_USER}")
  set_source_files_properties("${PROJECT_SOURCE_DIR}/${arg_USER}" PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON) # that is C
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/ch5_dot")
endfunction()
set(user USER ch5_dot/dot_lib_user.c ARGS --repeat 0)
set(each_call USER tests/dot_lib/each_call.c SCRIPT dot_lib/each_call.sh)
book_sabotage_library("lost element" "tid < n;" "tid < n - 1;" ${user})
book_sabotage_library("no barrier" "temp;\n    __syncthreads();" "temp;" ${user})
book_sabotage_library("not a number" "float temp = 0;" "float temp = NAN;" ${user})
book_sabotage_library("adds to the result" "*result = sum;" "*result += sum;" ${user})
book_sabotage_library("no elements are an error" "result == NULL || (n > 0 &&" "result == NULL || n == 0 || ("
  ${user} MATCH "cudaErrorInvalidValue")
book_sabotage_library("result in spite of an error" "    return one != cudaSuccess ? one : two;"
  "    return cudaSuccess;" ${each_call} MATCH "^call 1 .cudaMalloc.: exit code 1")
book_sabotage_library("leak after a failure" "        err = first(err, cudaFree(r.dev_b));"
  "        if (err == cudaSuccess) err = first(err, cudaFree(r.dev_b));" ${each_call}
  MATCH "^CUDA emulator: leak: 1200 bytes of device memory")
book_sabotage_library("lost event" "            err = first(err, cudaEventDestroy(r.stop));" "            {}"
  ${each_call} MATCH "exit code 99|fails although")
book_sabotage_library("unchecked copy" "err =\n            cudaMemcpy(partial_c," "\n            cudaMemcpy(partial_c," ${each_call}
  MATCH "^call 10 .cudaMemcpy.: ")
book_sabotage_library("unchecked launch" "        err = cudaGetLastError();" "        {}" ${each_call}
  MATCH "^call 9 .cudaLaunchKernel.: ")
book_sabotage_library("error left behind" "            cudaGetLastError(); // returned" "            // returned"
  ${each_call} MATCH "^left behind: ")
book_sabotage_library("result before all is well" "        if (err != cudaSuccess) {\n"
  "        *result = sum;\n        if (err != cudaSuccess) {\n" ${each_call}
  MATCH "^result -?[0-9]+, milliseconds -1")
book_sabotage_library("talks" "    *result = sum;" "    __builtin_printf(\"GPU time\\n\"); *result = sum;"
  ${each_call} MATCH "^GPU time$")

# ---- dot_fast

book_test(ch5_dot/dot_fast "default"
  MATCH "^PASSED: 6 of 6 sums are within rounding of the exact 666671666679000010, ")
foreach(row "1/0" "2/2" "3/10" "5/60" "255/10989310" "1025/716876800" "33792/25723564731392")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 exact)
  book_test(ch5_dot/dot_fast "--n ${n}" ARGS --n ${n} --repeat 2
    MATCH "^PASSED: 6 of 6 sums are within rounding of the exact ${exact}, ")
endforeach()
# Vectors that are not aligned, alike or each otherwise, and shorter than what is before a line.
foreach(row "4099/0/1" "4099/0/2" "4099/0/3" "4099/1/1" "4099/1/0" "4099/30/2" "4099/31/31" "5/1/1"
            "5/1/2" "32/1/3")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 a)
  list(GET row 2 b)
  book_test(ch5_dot/dot_fast "--n ${n} --offset-a ${a} --offset-b ${b}"
    ARGS --n ${n} --offset-a ${a} --offset-b ${b} MATCH "^PASSED: 6 of 6 sums")
endforeach()
foreach(row "n/0/1 to [0-9]+" "offset-a/32/0 to 31" "offset-b/32/0 to 31" "repeat/0/1 to 1000")
  string(REGEX MATCH "^([a-z-]+)/([0-9]+)/(.*)$" row "${row}")
  book_test(ch5_dot/dot_fast "--${CMAKE_MATCH_1} '${CMAKE_MATCH_2}'"
    ARGS --${CMAKE_MATCH_1}=${CMAKE_MATCH_2} EXIT 2 FLAVOURS emulator gpu
    MATCH "option --${CMAKE_MATCH_1}: '${CMAKE_MATCH_2}' is not accepted; a whole number from ${CMAKE_MATCH_3} is")
endforeach()
book_csv_test(ch5_dot/dot_fast
  "step,n,blocks,threads,result,exact,milliseconds,gbytes_per_second" 6 --n 3000)
set(some HEADER dot_ladder.h ARGS --n 30003)
book_sabotage(ch5_dot/dot_fast "lost end" "i < left;" "i < left - 1;" ${some}
  MATCH "^FAILED: 3 of 6")
book_sabotage(ch5_dot/dot_fast "lost beginning" "i < before ? i : i + fours" "i + fours"
  HEADER dot_ladder.h ARGS --n 3000 --offset-a 1 FLAVOURS sanitized EXIT 1)
book_sabotage(ch5_dot/dot_fast "four of a vector that is not aligned"
  "(size_t)(b + before) % sizeof(float4) == 0" "true" HEADER dot_ladder.h
  ARGS --n 3000 --offset-b 1 FLAVOURS sanitized MATCH "misaligned address")
book_sabotage(ch5_dot/dot_fast "both from one beginning" "-(size_t)a / sizeof(float)"
  "-(size_t)b / sizeof(float)" HEADER dot_ladder.h
  ARGS --n 3000 --offset-b 1 FLAVOURS sanitized MATCH "misaligned address")
book_sabotage(ch5_dot/dot_fast "no barrier before the warps' sums"
  "__syncthreads(); // nobody may read a warp's" "// nobody may read a warp's" ${some})
book_sabotage(ch5_dot/dot_fast "the count does not begin again" "atomicInc(arrived, gridDim.x - 1)"
  "atomicInc(arrived, gridDim.x)" ${some} MATCH "^FAILED: 5 of 6")
book_sabotage(ch5_dot/dot_fast "begins anywhere"
  "        HANDLE_ERROR(cudaMemsetAsync(w->c, 0, sizeof(float), stream));\n" "" ${some}
  MATCH "^FAILED: 5 of 6")
book_sabotage(ch5_dot/dot_fast "lost block" "i < gridDim.x; i += blockDim.x" "i < gridDim.x - 1; i += blockDim.x"
  ${some} MATCH "^FAILED: 5 of 6")
book_sabotage(ch5_dot/dot_fast "leak" "    HANDLE_ERROR(cudaFree(work.arrived));\n" ""
  SCRIPT failing_calls.sh ARGS --n 300 MATCH "leak: 4 bytes of device memory")
book_sabotage(ch5_dot/dot_fast "times" "int timed = memory_clock != 0;" "int timed = 1;"
  ARGS --n 3000 EXIT 0 MATCH "^a copy of one vector to the other: [0-9.]+ ms")
