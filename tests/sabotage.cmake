# Broken copies of the chapter programs: each must be rejected, or the checks check nothing.
#
# sabotage/CHAPTER/PROGRAM/NAME.diff is how a copy differs from the program, or from a header of its chapter,
# and begins with how it is rejected; sabotage.sh says what may stand there. The copies of a program are made
# and compiled by one test, which runs before them, whichever of them are asked for. One whose place is gone, or
# that does not compile, fails its own test, and nothing else.

file(GLOB_RECURSE diffs CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/sabotage"
  sabotage/*.diff)
set(broken "")
foreach(diff ${diffs})
  file(STRINGS "sabotage/${diff}" flavour REGEX "^each: " LIMIT_COUNT 1)
  string(REGEX REPLACE "^each: " "" flavour "${flavour}")
  if(NOT flavour)
    set(flavour emulator)
  endif()
  if(NOT flavour IN_LIST BOOK_FLAVOURS)
    continue()
  endif()
  get_filename_component(program "${diff}" DIRECTORY)
  get_filename_component(name "${diff}" NAME_WE)
  string(REPLACE "_" " " name "${name}")
  list(APPEND broken "${flavour}/${program}")
  list(APPEND "diffs_${flavour}/${program}" "${CMAKE_CURRENT_SOURCE_DIR}/sabotage/${diff}")
  set(test "sabotage/${flavour}/${program}: ${name}")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/sabotage.sh" "${PROJECT_SOURCE_DIR}"
            "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/sabotage/${diff}")
  book_label("${test}" sabotage ${flavour})
  # What a kernel without its barrier or lock finds depends on which blocks run beside which: one worker
  # runs them one after the other, so that a broken copy is wrong the same way every time.
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77
    FIXTURES_REQUIRED "sabotage/${flavour}/${program}"
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};CUDA_EMULATOR_WORKERS=1")
endforeach()

list(REMOVE_DUPLICATES broken)
foreach(copies ${broken})
  string(REGEX REPLACE "/.*" "" flavour "${copies}")
  set(test "sabotage/${copies}")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/broken_copies.sh" "${PROJECT_SOURCE_DIR}"
            "${PROJECT_BINARY_DIR}" ${flavour} ${diffs_${copies}})
  book_label("${test}" sabotage ${flavour})
  # Others wait for it, the more the longer it takes: see order.cmake.
  list(LENGTH diffs_${copies} cost)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 600 FIXTURES_SETUP "${test}" COST ${cost}
    REQUIRED_FILES "${PROJECT_BINARY_DIR}/recipes/${flavour}.unoptimised.ninja")
endforeach()
