# The checker: kernels with a mistake, which it must name, and the same kernels corrected, of which it must
# say nothing; every program of the suite, of which it must say nothing either; and random kernels.
if(NOT "checked" IN_LIST BOOK_FLAVOURS)
  return()
endif()

# A test runs all the cases that a source names in its last lines. Verdicts and places do not depend on what the
# compiler makes of the program, so there are a second test of each, of the program unoptimised, and both by the other
# compiler.
file(GLOB sources CONFIGURE_DEPENDS checker/*.cu)
set(targets "")
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  foreach(build "" unoptimised_)
    string(TOUPPER "${build}" option)
    string(REPLACE "_" "" option "${option}")
    set(target checked.mistakes.${build}${name})
    list(APPEND targets ${target})
    add_emulated(${target} "${source}" checked OUTPUT mistakes/${build}${name} WARNINGS OFF ${option})
    set(test "checked/mistakes/${build}${name}")
    add_test(NAME "${test}"
      COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/mistakes.sh" $<TARGET_FILE:${target}> "${source}")
    book_label("${test}" checked)
    set(environment "")
    if(build)
      list(APPEND environment MISTAKE_ONCE=1)
    endif()
    if(name STREQUAL "devices")
      list(APPEND environment CUDA_EMULATOR_DEVICES=2)
    endif()
    set_tests_properties("${test}" PROPERTIES TIMEOUT 600 ENVIRONMENT "${environment}")
  endforeach()
endforeach()

add_test(NAME "checked/mistakes: by the other compiler"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/flavour_by_other.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/other_checked" "${CMAKE_CXX_COMPILER_ID}" "$<TARGET_FILE_DIR:cuda_rewrite>"
          checked "^checked/mistakes/" ${targets})
book_needs("checked/mistakes: by the other compiler" cuda_rewrite emulator_runtime.checked)
book_label("checked/mistakes: by the other compiler" compiler)
set_tests_properties("checked/mistakes: by the other compiler" PROPERTIES TIMEOUT 1800
  SKIP_RETURN_CODE 77 ENVIRONMENT MISTAKE_ONCE=1)

add_test(NAME "checked/mistakes: json"
  COMMAND "${CMAKE_COMMAND}" -DPROGRAM=$<TARGET_FILE:checked.mistakes.shared_races>
          -DAPI=$<TARGET_FILE:checked.mistakes.api>
          -P "${CMAKE_CURRENT_SOURCE_DIR}/checker/json.cmake")
book_needs("checked/mistakes: json" checked.mistakes.shared_races checked.mistakes.api)
book_label("checked/mistakes: json" checked)
set_tests_properties("checked/mistakes: json" PROPERTIES TIMEOUT 60)

add_test(NAME "checked/mistakes: sarif"
  COMMAND "${CMAKE_COMMAND}" -DRACES=$<TARGET_FILE:checked.mistakes.shared_races>
          -DWARNINGS=$<TARGET_FILE:checked.mistakes.warnings>
          -DBARRIERS=$<TARGET_FILE:checked.mistakes.barriers>
          -P "${CMAKE_CURRENT_SOURCE_DIR}/checker/sarif.cmake")
book_needs("checked/mistakes: sarif" checked.mistakes.shared_races checked.mistakes.warnings
           checked.mistakes.barriers)
book_label("checked/mistakes: sarif" checked)
set_tests_properties("checked/mistakes: sarif" PROPERTIES TIMEOUT 60)

add_test(NAME "checked/mistakes: strict"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/checker/strict.sh" $<TARGET_FILE:checked.mistakes.warnings>)
book_needs("checked/mistakes: strict" checked.mistakes.warnings)
book_label("checked/mistakes: strict" checked)
set_tests_properties("checked/mistakes: strict" PROPERTIES TIMEOUT 60)

get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
foreach(program ${programs})
  string(REPLACE "/" "." dotted "${program}")
  set(test "checked/${program}: findings")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/checker/suite.sh"
            $<TARGET_FILE:checked.${dotted}> "${program}")
  book_label("${test}" checked)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endforeach()

# Random kernels, correct and with one mistake each: checker/fuzz/generate.cpp says how, checker/fuzz/README.md
# how to run thousands of them.
set(BOOK_FUZZ_SEEDS 2 CACHE STRING "Seeds of the random kernels that the checker is tested with")
set(BOOK_FUZZ_KERNELS 10 CACHE STRING "Random kernels for each of these seeds")

file(GLOB generate_sources CONFIGURE_DEPENDS checker/fuzz/*.cpp)
list(FILTER generate_sources EXCLUDE REGEX "/measure[.]cpp$")
add_executable(generate_fuzz ${generate_sources})
add_executable(measure_fuzz checker/fuzz/measure.cpp)
# There sooner.
target_compile_options(generate_fuzz PRIVATE -O0)
target_compile_options(measure_fuzz PRIVATE -O0)
add_custom_target(fuzz) # the programs of all seeds
foreach(seed ${BOOK_FUZZ_SEEDS})
  set(source "${CMAKE_CURRENT_BINARY_DIR}/fuzz_${seed}.cu")
  add_custom_command(OUTPUT "${source}"
    COMMAND sh -c "\"$1\" ${seed} ${BOOK_FUZZ_KERNELS} > \"$2\""
            sh $<TARGET_FILE:generate_fuzz> "${source}"
    DEPENDS generate_fuzz
    COMMENT "Inventing mistakes, seed ${seed}"
    VERBATIM)
  add_emulated(checked.mistakes.fuzz_${seed} "${source}" checked OUTPUT mistakes/fuzz_${seed}
    WARNINGS OFF)
  add_dependencies(fuzz checked.mistakes.fuzz_${seed})
  add_test(NAME "checked/mistakes: fuzz ${seed}"
    COMMAND measure_fuzz "${source}" $<TARGET_FILE:checked.mistakes.fuzz_${seed}>)
  book_needs("checked/mistakes: fuzz ${seed}" measure_fuzz checked.mistakes.fuzz_${seed})
  book_label("checked/mistakes: fuzz ${seed}" checked fuzz)
  set_tests_properties("checked/mistakes: fuzz ${seed}" PROPERTIES TIMEOUT 300)
endforeach()

# The checker without its shortcuts says the same of the same programs, word for word.
# add_slow_path_test(PROGRAM RUNS): of the target checked.PROGRAM.
function(add_slow_path_test program runs)
  set(target slow_path.${program})
  add_executable(${target} EXCLUDE_FROM_ALL
    $<TARGET_OBJECTS:checked.${program}> $<TARGET_OBJECTS:emulator_runtime.slow_path>)
  get_target_property(libraries checked.${program} LINK_LIBRARIES)
  target_link_libraries(${target} PRIVATE ${libraries})
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  set(test "checked/slow_path/${program}")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/checker/slow_path.sh"
            $<TARGET_FILE:checked.${program}> $<TARGET_FILE:${target}> "${runs}")
  book_label("${test}" checked)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 300 ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endfunction()
if(TARGET emulator_runtime.slow_path)
  foreach(name global_races groups hidden memory orders shared_races) # those about single accesses
    add_slow_path_test(mistakes.${name} "${CMAKE_CURRENT_SOURCE_DIR}/checker/${name}.cu")
  endforeach()
  foreach(seed ${BOOK_FUZZ_SEEDS})
    add_slow_path_test(mistakes.fuzz_${seed} "${CMAKE_CURRENT_BINARY_DIR}/fuzz_${seed}.cu")
  endforeach()
  # Those of several devices and the one with a lock for each sum take long, and come by nothing else. Blocks of a
  # cluster ask a barrier now more, now fewer times whether it is over, and each time is an access.
  list(FILTER programs EXCLUDE REGEX "^ch11_|/dot_mutex$|/matmul_hopper$")
  foreach(program ${programs})
    string(REPLACE "/" "." dotted "${program}")
    add_slow_path_test(${dotted} "${program}")
  endforeach()
endif()
