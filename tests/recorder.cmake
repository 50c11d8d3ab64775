# The recorder: what a trace holds, of small kernels and of programs of the chapters; by both compilers.
if(NOT "recorded" IN_LIST BOOK_FLAVOURS)
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS recorder/*.cu)
set(targets "")
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  list(APPEND targets recorded.tests.${name})
  add_emulated(recorded.tests.${name} "${source}" recorded OUTPUT tests/recorder/${name})
  set(test "recorded/tests/${name}: events")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/recorder/run.sh" "${PROJECT_SOURCE_DIR}"
            $<IF:$<STREQUAL:${name},lost>,differs,same> $<TARGET_FILE:recorded.tests.${name}>)
  book_label("${test}" recorded)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()

# recorded_program(same|differs PROGRAM [OPTION ...])
function(recorded_program outputs program)
  string(REPLACE "/" "." dotted "${program}")
  if(NOT TARGET recorded.${dotted})
    return()
  endif()
  set(test "recorded/${program}: events")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/recorder/run.sh" "${PROJECT_SOURCE_DIR}" ${outputs}
            $<TARGET_FILE:recorded.${dotted}> ${ARGN})
  book_label("${test}" recorded)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 300 SKIP_RETURN_CODE 77)
endfunction()
recorded_program(same ch5_dot/dot --n 1024)
recorded_program(same ch5_shared_bitmap/shared_bitmap)
recorded_program(differs ch5_shared_bitmap/shared_bitmap_nosync)
recorded_program(same ch5_dot/dot_bad_barrier)
recorded_program(differs ch9_atomics/race)
recorded_program(same ch9_atomics/mutex)
recorded_program(same ch7_shared_memory/matmul --m 20 --n 20 --k 40)

# What is said, with each option.
add_test(NAME "recorded/tests: what is said"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/recorder/said.sh" "${PROJECT_SOURCE_DIR}" $<TARGET_FILE_DIR:recorded.tests.tree>)
book_needs("recorded/tests: what is said" ${targets})
book_label("recorded/tests: what is said" recorded)
set_tests_properties("recorded/tests: what is said" PROPERTIES TIMEOUT 60 SKIP_RETURN_CODE 77)

add_test(NAME "recorded/tests: by the other compiler"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/flavour_by_other.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/other_recorded" "${CMAKE_CXX_COMPILER_ID}" "$<TARGET_FILE_DIR:cuda_rewrite>"
          recorded "^recorded/tests(/.*: events|: what)" ${targets})
book_needs("recorded/tests: by the other compiler" cuda_rewrite emulator_runtime.recorded)
book_label("recorded/tests: by the other compiler" compiler)
set_tests_properties("recorded/tests: by the other compiler" PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
