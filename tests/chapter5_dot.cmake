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
  book_test(${program} "default" FLAVOURS ${not_sanitized})
  book_test(${program} "out of memory" EXIT 1
    MATCH "\\.(cu|c|h):[0-9]+: (cudaMalloc|dotproduct).*: cudaErrorMemoryAllocation \\(out of memory\\)"
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

# ---- dot_kahan

foreach(n 1 2 3 255 256 257 999 1001 8191 8193 33791 100003 1000000)
  book_test(ch5_dot/dot_kahan "--n ${n}" ARGS --n ${n} MATCH "^PASSED: ([0-9]+) of \\1 errors ")
endforeach()
book_test(ch5_dot/dot_kahan "the table" ARGS --n 33792
  MATCH "^     33792 +5.29e-07 +1.23e-07 +4.03e-08 +4.03e-08 +0.00e.00 +0.00e.00$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS}) # a GPU rounds a * b + c once
book_test(ch5_dot/dot_kahan "order at all usual sizes"
  MATCH "^PASSED: 24 of 24 .*; Kahan <= tree < sequential \\(float\\) at 4 of 4 usual sizes$"
  FLAVOURS ${not_sanitized})
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
  if(NOT "emulator" IN_LIST BOOK_EMULATOR_FLAVOURS)
    return()
  endif()
  set(target emulator.tests.dot_kahan${name})
  add_emulated(${target} "${PROJECT_SOURCE_DIR}/ch5_dot/dot_kahan.cu" emulator WARNINGS OFF
    OUTPUT tests/dot_kahan${name})
  target_compile_options(${target} PRIVATE ${name} ${ARGN})
  set(test "sabotage/emulator/ch5_dot/dot_kahan: ${name}")
  add_test(NAME "${test}"
    COMMAND sh "${PROJECT_SOURCE_DIR}/tests/expect.sh" 1
            "^compiled with -ffast-math or -fassociative-math: " $<TARGET_FILE:${target}> --n 1000)
  book_label("${test}" sabotage emulator)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120 ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endfunction()
book_fast_math_test(-ffast-math)
book_fast_math_test(-fassociative-math -fno-signed-zeros -fno-trapping-math)

# ---- dot_bad_barrier

# On a GPU whatever is seen; on the CPU it is known, and named by line and threads.
foreach(n 1 255 256 257 33792 1000003)
  book_test(ch5_dot/dot_bad_barrier "--n ${n}" ARGS --n ${n} MATCH "^PASSED: seen: the kernel ")
endforeach()
book_test(ch5_dot/dot_bad_barrier "goes through" MATCH "^PASSED: seen: the kernel ends, with the right sum$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch5_dot/dot_bad_barrier "is named" names_line.sh
  "${PROJECT_SOURCE_DIR}/ch5_dot/dot_bad_barrier.cu" "// wrong here" 0
  "warning: ch5_dot/dot_bad_barrier.cu:LINE: divergent barrier in block .0,0,0. of kernel dot_bad_barrier: threads 0-127 wait at __syncthreads.., threads 128-255 have left the kernel"
  PROGRAM FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/dot_bad_barrier "strict: fails" MATCH "^PASSED: seen: the kernel fails$"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS} ENVIRONMENT CUDA_EMULATOR_STRICT=1)
book_script_test(ch5_dot/dot_bad_barrier "strict: is named" names_line.sh
  "${PROJECT_SOURCE_DIR}/ch5_dot/dot_bad_barrier.cu" "// wrong here" 0
  "error: ch5_dot/dot_bad_barrier.cu:LINE: divergent barrier .*threads 0-127 wait at __syncthreads.., threads 128-255 have left"
  PROGRAM FLAVOURS ${BOOK_EMULATOR_FLAVOURS} ENVIRONMENT CUDA_EMULATOR_STRICT=1)
book_test(ch5_dot/dot_bad_barrier "strict: nothing is left" MATCH "^PASSED: seen: the kernel fails$"
  FLAVOURS emulator ENVIRONMENT CUDA_EMULATOR_STRICT=1 CUDA_EMULATOR_REPORT_LEAKS=1)
book_test(ch5_dot/dot_bad_barrier "--meet 1" ARGS --meet 1
  MATCH "barrier inside the if: the device reports cudaErrorLaunchFailure"
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch5_dot/dot_bad_barrier "--meet 1: the one" names_line.sh
  "${PROJECT_SOURCE_DIR}/ch5_dot/dot_bad_barrier.cu" "// wrong here" 0
  "ch5_dot/dot_bad_barrier.cu:LINE: threads 0-127 wait at __syncthreads"
  PROGRAM --meet 1 FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch5_dot/dot_bad_barrier "--meet 1: the other" names_line.sh
  "${PROJECT_SOURCE_DIR}/ch5_dot/dot_bad_barrier.cu" "// the others wait here" 0
  "ch5_dot/dot_bad_barrier.cu:LINE: threads 128-255 wait at __syncthreads"
  PROGRAM --meet 1 FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
foreach(option n/0/10000000 n/10000001/10000000 meet/2/1 seconds/0/60 seconds/x/60)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 high)
  book_test(ch5_dot/dot_bad_barrier "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from [01] to ${high} is"
    FLAVOURS emulator gpu)
endforeach()

# ---- divergence

# Warps that hold both kinds of element: all of neighbours', but for a last one with one element;
# none of whole_warps'.
foreach(row 1/0 2/1 32/1 33/1 34/2 63/2 64/2 65/2 257/8 1000/32)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 divergent)
  math(EXPR four "4 * ${n}")
  book_test(ch5_dot/divergence "--n ${n}" ARGS --n ${n} --repeat 0
    MATCH "^PASSED: ${four} of ${four} values are right$" "^neighbours +${divergent}$" "^whole warps +0$")
endforeach()
book_test(ch5_dot/divergence "no times on a CPU" ARGS --n 1000
  MATCH "^.not timed: on a CPU that acts as the device" FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_test(ch5_dot/divergence "--rounds 0" ARGS --rounds 0 EXIT 2
  MATCH "option --rounds: '0' is not accepted; a whole number from 1 to 1000000 is"
  FLAVOURS emulator gpu)
book_script_test(ch5_dot/divergence "--csv" csv.sh
  "kernel,warps,divergent_warps,wrong,milliseconds" 4 PROGRAM --n 1000)
book_test(ch5_dot/divergence "--csv without a folder" ARGS --csv no/such/folder/t.csv EXIT 2
  MATCH "^option --csv: cannot write 'no/such/folder/t.csv': No such file or directory")

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
    book_label("${test}" ${flavour})
    set_tests_properties("${test}" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77
      ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
    if(flavour STREQUAL "gpu")
      set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK gpu)
    endif()
  endif()
endforeach()

# ---- dot_fast

book_test(ch5_dot/dot_fast "default" FLAVOURS ${not_sanitized}
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
