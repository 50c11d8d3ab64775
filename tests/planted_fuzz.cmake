# Random kernels, correct and with one fault each, against the checker: planted/fuzz/generate.cpp says
# how, planted/fuzz/README.md how to run thousands of them.
if(NOT "checked" IN_LIST BOOK_FLAVOURS)
  return()
endif()

set(BOOK_FUZZ_SEEDS 1 CACHE STRING "Seeds of the random kernels that the checker is tested with")
set(BOOK_FUZZ_KERNELS 10 CACHE STRING "Random kernels for each of these seeds")

add_executable(generate_fuzz planted/fuzz/generate.cpp)
add_executable(measure_fuzz planted/fuzz/measure.cpp)
target_compile_options(generate_fuzz PRIVATE -O0) # there sooner
add_custom_target(fuzz) # the programs of all seeds
foreach(seed ${BOOK_FUZZ_SEEDS})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/fuzz_${seed}.cu")
  add_custom_command(OUTPUT "${source}"
    COMMAND sh -c "\"$1\" ${seed} ${BOOK_FUZZ_KERNELS} > \"$2\""
            sh $<TARGET_FILE:generate_fuzz> "${source}"
    DEPENDS generate_fuzz
    COMMENT "Inventing faults, seed ${seed}"
    VERBATIM)
  add_emulated(checked.planted.fuzz_${seed} "${source}" checked OUTPUT planted/fuzz_${seed}
    WARNINGS OFF)
  add_dependencies(fuzz checked.planted.fuzz_${seed})
  add_test(NAME "checked/planted: fuzz ${seed}"
    COMMAND measure_fuzz "${source}" $<TARGET_FILE:checked.planted.fuzz_${seed}>)
  book_needs("checked/planted: fuzz ${seed}" measure_fuzz checked.planted.fuzz_${seed})
  book_label("checked/planted: fuzz ${seed}" checked fuzz)
  set_tests_properties("checked/planted: fuzz ${seed}" PROPERTIES TIMEOUT 300)
endforeach()
