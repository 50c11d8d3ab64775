# Broken copies of the chapter programs: each must be rejected, or the checks check nothing.
#
# sabotage/CHAPTER/PROGRAM/NAME.diff is how a copy differs from the program, or from a header of its chapter,
# and begins with how it is rejected; sabotage.sh says what may stand there. Copies are made, compiled and run
# by their tests: one whose place is gone fails its own test, and nothing else.

file(GLOB_RECURSE diffs CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/sabotage"
  sabotage/*.diff)
foreach(diff ${diffs})
  file(STRINGS "sabotage/${diff}" flavour REGEX "^flavour: " LIMIT_COUNT 1)
  string(REGEX REPLACE "^flavour: " "" flavour "${flavour}")
  if(NOT flavour)
    set(flavour emulator)
  endif()
  if(NOT flavour IN_LIST BOOK_FLAVOURS)
    continue()
  endif()
  get_filename_component(program "${diff}" DIRECTORY)
  get_filename_component(name "${diff}" NAME_WE)
  string(REPLACE "_" " " name "${name}")
  set(test "sabotage/${flavour}/${program}: ${name}")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/sabotage.sh" "${PROJECT_SOURCE_DIR}"
            "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/sabotage/${diff}")
  book_label("${test}" sabotage ${flavour})
  # What a kernel without its barrier or lock finds depends on which blocks run beside which: one worker
  # runs them one after the other, so that a broken copy is wrong the same way every time.
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77
    REQUIRED_FILES "${PROJECT_BINARY_DIR}/recipes/${flavour}.unoptimised.ninja"
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};CUDA_EMULATOR_WORKERS=1")
endforeach()
