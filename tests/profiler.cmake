# The profiler: kernels whose figures stand in their source, beside the lines; by both compilers.
if(NOT "profiled" IN_LIST BOOK_FLAVOURS)
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS profiler/*.cu)
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  add_emulated(profiled.tests.${name} "${source}" profiled OUTPUT tests/profiler/${name})
  set(test "profiled/tests/${name}: figures")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/profiler/figures.sh" $<TARGET_FILE:profiled.tests.${name}> "${source}")
  book_label("${test}" profiled)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 60)
endforeach()

add_test(NAME "profiled/tests: by the other compiler"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/profiler/other_compiler.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/other_profiled" "${CMAKE_CXX_COMPILER_ID}" "$<TARGET_FILE_DIR:cuda_rewrite>")
book_needs("profiled/tests: by the other compiler" cuda_rewrite emulator_runtime.profiled)
book_label("profiled/tests: by the other compiler" compiler)
set_tests_properties("profiled/tests: by the other compiler" PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
