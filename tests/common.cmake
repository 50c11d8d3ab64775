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

# table.h and chart.h, from two source files of one program.
foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
  add_emulated(${flavour}.tests.tables common/tables.cu ${flavour} UNOPTIMISED
    EXTRA common/tables_c.c OUTPUT tests/tables)
endforeach()
if(BOOK_HAS_NVCC)
  add_gpu(gpu.tests.tables common/tables.cu EXTRA common/tables_c.c OUTPUT tests/tables)
  target_include_directories(gpu.tests.tables PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endif()

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

# Of two ranks of one process one fails.
add_emulated(emulator.tests.wait_for_ranks chapter11/wait_for_ranks.cu emulator OUTPUT tests/wait_for_ranks)
