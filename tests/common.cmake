# book.h, a reader's own listing, and the lines of the READMEs and headers.

foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
  add_emulated(${flavour}.tests.book_h common/unit_a.cu ${flavour}
    EXTRA common/unit_b.cu common/unit_c.c OUTPUT tests/book_h)
  add_emulated(${flavour}.tests.listing own/listing.cu ${flavour} OUTPUT tests/listing WARNINGS OFF)
endforeach()
if(BOOK_HAS_NVCC)
  add_gpu(gpu.tests.book_h common/unit_a.cu
    EXTRA common/unit_b.cu common/unit_c.c OUTPUT tests/book_h)
  target_include_directories(gpu.tests.book_h PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  add_gpu(gpu.tests.listing own/listing.cu OUTPUT tests/listing WARNINGS OFF)
endif()
book_test(tests/book_h "three source files")
# A program that ends early touches no device but its own.
book_test(ch9_atomics/mutex "ends early beside 4 devices" ARGS --csv no/such/folder/t.csv EXIT 2 FLAVOURS emulator
  MATCH "^CUDA emulator: 1 API call$" ENVIRONMENT CUDA_EMULATOR_DEVICES=4 CUDA_EMULATOR_COUNT_CALLS=1)
book_test(tests/listing "typed in" MATCH "^total 50390208$")

# Of two ranks of one process one fails.
add_emulated(emulator.tests.wait_for_ranks chapter11/wait_for_ranks.cu emulator OUTPUT tests/wait_for_ranks)
book_test(tests/wait_for_ranks "one fails" EXIT 1 FLAVOURS emulator
  MATCH "a collective: ncclRemoteError" "^2 of 2 communicators given up$")

# A graph of kernels alone: one for each chunk, of which the first two are looked at.
foreach(row "1/1/1/1" "257/1/2/257" "1500/2/3/1024" "3001/3/4/1536")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 blocks)
  list(GET row 2 nodes)
  list(GET row 3 judged)
  math(EXPR both "2 * ${judged}")
  book_test(ch10_streams/graph "--nodes kernels --n ${n} --blocks ${blocks}"
    ARGS --nodes kernels --n ${n} --blocks ${blocks} --launches 2
    MATCH "; a graph of ${nodes} nodes?$" "^PASSED: ${both} of ${both} averages are right$"
    FLAVOURS emulator sanitized checked)
endforeach()

# A made-up file is there for the ranks of one host only.
if(BOOK_HAS_MPI)
  book_script_test(ch11_multi_gpu/histogram_mpi "several hosts" expect.sh 2
    "^option --file: 2 ranks on several hosts need a file that all can read$"
    sh "${CMAKE_CURRENT_SOURCE_DIR}/chapter11/several_hosts.sh" PROGRAM FLAVOURS emulator)
  book_script_test(ch11_multi_gpu/histogram_mpi "several hosts, a file" expect.sh 0 "^PASSED: "
    sh "${CMAKE_CURRENT_SOURCE_DIR}/chapter11/several_hosts.sh" PROGRAM "${PROJECT_SOURCE_DIR}/README.md"
    FLAVOURS emulator)
endif()

# table.h and chart.h, from two source files of one program.
foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
  add_emulated(${flavour}.tests.tables common/tables.cu ${flavour} UNOPTIMISED
    EXTRA common/tables_c.c OUTPUT tests/tables)
endforeach()
if(BOOK_HAS_NVCC)
  add_gpu(gpu.tests.tables common/tables.cu EXTRA common/tables_c.c OUTPUT tests/tables)
  target_include_directories(gpu.tests.tables PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endif()
book_script_test(tests/tables "table.h and chart.h" common/tables.sh PROGRAM
  FLAVOURS ${BOOK_EMULATOR_FLAVOURS} MAY_SKIP)

# One line of nvcc per program, as its header comment has it, without warnings, for an old and for
# a new architecture. Needs no GPU.
get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
foreach(program ${programs})
  add_test(NAME "nvcc/${program}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/nvcc_line.sh" "${PROJECT_SOURCE_DIR}" "${program}.cu"
            "${CMAKE_CUDA_COMPILER}")
  book_label("nvcc/${program}" nvcc)
  set_tests_properties("nvcc/${program}" PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endforeach()
