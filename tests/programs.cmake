# The chapter programs, through their real binaries.

# What every program must do: reject nonsense, say what it takes, free everything, and survive
# the failure of any CUDA call.
get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
foreach(program ${programs})
  # How options are read does not depend on how threads are switched, or on who watches.
  book_test(${program} "help" ARGS --help MATCH "^  --help" FLAVOURS emulator gpu)
  book_test(${program} "unknown option" ARGS --bogus 3 EXIT 2
    MATCH "unknown option '--bogus'; accepted: .*--help" FLAVOURS emulator gpu)
  if(NOT program MATCHES "^(ch9_atomics/histogram(_sweep)?|ch11_multi_gpu/histogram_mpi)$") # these take a file like that
    book_test(${program} "stray argument" ARGS 17 EXIT 2
      MATCH "unexpected argument '17'; accepted: .*--help" FLAVOURS emulator gpu)
  endif()
  book_test(${program} "no device" EXIT 77 MATCH "cudaErrorNoDevice"
    ENVIRONMENT CUDA_EMULATOR_NO_DEVICE=1 FLAVOURS emulator)
  get_property(quick GLOBAL PROPERTY BOOK_QUICK_${program})
  book_script_test(${program} "each call fails" failing_calls.sh PROGRAM ${quick}
    FLAVOURS emulator sanitized)
  book_script_test(${program} "full disk" full_disk.sh PROGRAM ${quick} FLAVOURS emulator gpu)
endforeach()

# --n, spelled the same everywhere.
foreach(program ch5_vector_add/add_threads ch5_vector_add/add_blocks ch5_vector_add/add_loop
                ch5_dot/dot)
  foreach(value 0 -5 abc 12x 1e6 "" " " 0x10 99999999999999999999 nan)
    book_test(${program} "--n '${value}'" ARGS --n=${value} EXIT 2
      MATCH "option --n: '${value}' is not accepted; a whole number from 1 to [0-9]+ is"
      FLAVOURS emulator gpu)
  endforeach()
  book_test(${program} "--n without a value" ARGS --n EXIT 2 MATCH "option --n needs a value"
    FLAVOURS emulator gpu)
  book_test(${program} "default")
  book_test(${program} "--n 1" ARGS --n 1)
endforeach()

# One block holds 1024 threads; one more, and the launch error is named.
foreach(n 2 31 33 1023 1024)
  book_test(ch5_vector_add/add_threads "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${n} of ${n} sums are right")
endforeach()
foreach(n 1025 33792 2147483647)
  book_test(ch5_vector_add/add_threads "--n ${n}" ARGS --n ${n} EXIT 1
    MATCH "add_threads.cu:[0-9]+: (launch of kernel add: cudaErrorInvalid(Value|Configuration)|cudaMalloc.*cudaErrorMemoryAllocation|out of host memory)"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch5_vector_add/add_threads "1025 threads" ARGS --n 1025 EXIT 1
  MATCH "add_threads.cu:[0-9]+: launch of kernel add: cudaErrorInvalid(Value|Configuration) ")

foreach(n 127 128 129 33791 33792 33793 1000003)
  book_test(ch5_vector_add/add_blocks "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${n} of ${n} sums are right")
  math(EXPR twice "2 * ${n}")
  book_test(ch5_vector_add/add_loop "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${twice} of ${twice} sums are right")
endforeach()
# 2^31 - 1 blocks of 128 threads, and one element more.
book_test(ch5_vector_add/add_blocks "grid limit" ARGS --n 274877906817 EXIT 2
  MATCH "--n 274877906817 takes 2147483648 blocks .* up to 2147483647 blocks, so --n up to 274877906816")

# Past 2^31 elements: right where there is room, else a clear error.
book_script_test(ch5_vector_add/add_loop "--n 2200000000" enough_memory_or_error.sh
  PROGRAM --n 2200000000 FLAVOURS gpu)
foreach(program ch5_vector_add/add_loop ch5_vector_add/add_blocks ch5_dot/dot)
  book_test(${program} "out of memory" ARGS --n 3000000000 EXIT 1
    MATCH "\\.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
    ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000000 FLAVOURS emulator portable)
endforeach()
foreach(program ch5_vector_add/add_loop ch5_dot/dot)
  book_test(${program} "--n 2^58" ARGS --n 288230376151711744 EXIT 1
    MATCH "\\.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation" FLAVOURS emulator gpu)
endforeach()

# The closed form, 2 (0 + 1 + ... + (N-1)^2).
book_test(ch5_dot/dot "closed form"
  MATCH "^PASSED: .* from the exact 25723564731392; float may be off by 7.36e.07")
book_test(ch5_dot/dot "the book's sentence"
  MATCH "^Does GPU value 2.57236e.13 = 2.57236e.13[?]$")
foreach(row "2/2" "3/10" "255/10989310" "256/11119360" "257/11250432" "8191/366302584830"
            "8192/366436769792" "8193/366570987520" "1000003/666671666679000010")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 exact)
  book_test(ch5_dot/dot "--n ${n}" ARGS --n ${n} MATCH "^PASSED: .* from the exact ${exact};")
endforeach()

# Pictures. tests/pictures.cmake looks at the files and windows; here, what the programs say.
foreach(program ch5_ripple/ripple ch5_ripple/ripple_gpu ch5_shared_bitmap/shared_bitmap
                ch5_shared_bitmap/shared_bitmap_nosync)
  get_property(quick GLOBAL PROPERTY BOOK_QUICK_${program})
  string(REPLACE "/" "." file "${program}")
  foreach(value 0 -5 abc 1048561)
    book_test(${program} "--size '${value}'" ARGS --size=${value} EXIT 2
      MATCH "option --size: '${value}' is not accepted; a whole number from 1 to 1048560 is"
      FLAVOURS emulator gpu)
  endforeach()
  # No 16 x 16 block divides them. (On a GPU so few blocks may do without the barrier by luck.)
  set(flavours ${BOOK_EMULATOR_FLAVOURS} gpu)
  set(picture "1000000 x 1000000 pixels takes 4000.0 GB")
  if(program MATCHES "nosync")
    list(REMOVE_ITEM flavours gpu)
    set(picture "3250000 x 1257808 pixels takes 16351.5 GB") # three, gaps and captions
  endif()
  foreach(size 1 2 15 17 333)
    book_test(${program} "--size ${size}" ARGS ${quick} --size ${size} --out ${file}.${size}.ppm
      MATCH "^PASSED: .*[1-9]" FLAVOURS ${flavours})
  endforeach()
  book_test(${program} "default" MATCH "^PASSED: " FLAVOURS ${not_sanitized})
  book_test(${program} "out of device memory" ARGS ${quick} --size 1000 EXIT 1
    MATCH "\\.(cu|h):[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
    ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
  book_test(${program} "out of host memory" ARGS ${quick} --size 1000000 EXIT 1
    MATCH "out of host memory: a picture of ${picture}"
    FLAVOURS emulator gpu)
endforeach()
foreach(program ch5_ripple/ripple ch5_ripple/ripple_gpu)
  string(REPLACE "/" "." file "${program}")
  foreach(tick 1 43 1000003 2000000000)
    book_test(${program} "--tick ${tick}"
      ARGS --size 300 --frames 1 --tick ${tick} --out ${file}.${tick}.ppm
      MATCH "^PASSED: 90000 of 90000 pixels are right, frames checked: 1$")
  endforeach()
endforeach()
