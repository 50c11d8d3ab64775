# The profiler: kernels whose figures stand in their source, beside the lines; by both compilers.
if(NOT "profiled" IN_LIST BOOK_FLAVOURS)
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS profiler/*.cu)
set(targets "")
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  list(APPEND targets profiled.tests.${name})
  add_emulated(profiled.tests.${name} "${source}" profiled OUTPUT tests/profiler/${name})
  set(test "profiled/tests/${name}: figures")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/profiler/figures.sh" $<TARGET_FILE:profiled.tests.${name}> "${source}")
  book_label("${test}" profiled)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 60)
endforeach()

# What is said of them, and where there is nothing to say.
foreach(name nothing host faults died many each_fault)
  add_emulated(profiled.tests.${name} profiler/said/${name}.cu profiled OUTPUT tests/profiler/${name} WARNINGS OFF)
endforeach()
add_test(NAME "profiled/tests: what is said"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/profiler/said.sh" $<TARGET_FILE_DIR:profiled.tests.transpose>
          "${CMAKE_CURRENT_SOURCE_DIR}/profiler")
add_test(NAME "profiled/tests: json"
  COMMAND "${CMAKE_COMMAND}" -DPROGRAM=$<TARGET_FILE:profiled.tests.transpose>
          -DOPERATIONS=$<TARGET_FILE:profiled.tests.operations>
          -P "${CMAKE_CURRENT_SOURCE_DIR}/profiler/json.cmake")
add_test(NAME "profiled/tests: each fault"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/profiler/each_fault.sh" $<TARGET_FILE:profiled.tests.each_fault>
          "${CMAKE_CURRENT_SOURCE_DIR}/profiler/said/each_fault.cu")
foreach(name "what is said" json "each fault")
  book_label("profiled/tests: ${name}" profiled)
  set_tests_properties("profiled/tests: ${name}" PROPERTIES TIMEOUT 60)
endforeach()
book_needs("profiled/tests: what is said" profiled.tests.transpose profiled.tests.blocks profiled.tests.atomics
  profiled.tests.nothing profiled.tests.host profiled.tests.faults profiled.tests.died profiled.tests.many profiled.tests.divergence profiled.tests.barriers
  profiled.tests.banks profiled.tests.operations)

add_test(NAME "profiled/tests: by the other compiler"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/flavour_by_other.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/other_profiled" "${CMAKE_CXX_COMPILER_ID}" "$<TARGET_FILE_DIR:cuda_rewrite>"
          profiled "^profiled/tests/.*: figures" ${targets})
book_needs("profiled/tests: by the other compiler" cuda_rewrite emulator_runtime.profiled)
book_label("profiled/tests: by the other compiler" compiler)
set_tests_properties("profiled/tests: by the other compiler" PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
