# The exercises of the READMEs, CHAPTER/exercises/PROGRAM-N.diff, each made, run and taken back as a reader
# does it, in a checkout for the purpose: exercise.sh.
set(scratch "${PROJECT_BINARY_DIR}/scratch")
add_test(NAME "exercises/checkout"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/checkout.sh" "${PROJECT_SOURCE_DIR}" "${scratch}"
          "${CMAKE_CXX_COMPILER}" "${PROJECT_BINARY_DIR}/tools")
book_needs("exercises/checkout" cuda_rewrite emulator_runtime.emulator emulator_runtime.checked
  emulator_runtime.profiled emulator_runtime.recorded)
book_label("exercises/checkout" exercises)
set_tests_properties("exercises/checkout" PROPERTIES FIXTURES_SETUP checkout TIMEOUT 600)

set(exercises "")
file(GLOB diffs CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  "${PROJECT_SOURCE_DIR}/ch*/exercises/*.diff")
foreach(diff ${diffs})
  string(REGEX REPLACE "/exercises/(.*)-([0-9]+)[.]diff$" "/\\1;\\2" words "${diff}")
  list(GET words 0 program)
  list(GET words -1 number)
  set(test "exercises/${program} ${number}")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/exercise.sh" "${scratch}" "${program}" "${number}")
  book_label("${test}" exercises)
  set_tests_properties("${test}" PROPERTIES FIXTURES_REQUIRED checkout TIMEOUT 300
    SKIP_RETURN_CODE 77
    RESOURCE_LOCK "${scratch}" # else some would only wait until others have built
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
  list(APPEND exercises "${test}")
endforeach()
