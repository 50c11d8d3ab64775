# How a case of a program becomes a test, in each flavour that it is built in: case.sh runs it.
set(BOOK_CASE "${CMAKE_CURRENT_SOURCE_DIR}/case.sh")

# book_not_built(TEST): a test on a GPU whose program is not built here, where none answers. All of these are
# one test, of tests/CMakeLists.txt, which says how many they are.
function(book_not_built test)
  set_property(GLOBAL APPEND PROPERTY BOOK_NOT_BUILT "${test}")
endfunction()

# book_case(TEST PROGRAM FLAVOUR CHAPTER/PROGRAM NAME): sets TEST to the name of the test, and PROGRAM to the file that
# it runs, or TEST to nothing where there is no such program in this build.
function(book_case test_variable program_variable flavour program name)
  set(test "${flavour}/${program}: ${name}")
  string(REPLACE "/" "." target "${flavour}.${program}")
  set(excluded OFF)
  if(TARGET ${target})
    get_target_property(excluded ${target} EXCLUDE_FROM_ALL)
  endif()
  if(NOT TARGET ${target} OR excluded)
    get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
    if(flavour STREQUAL "gpu" AND NOT BOOK_GPU STREQUAL "OFF" AND (program MATCHES "^tests/" OR program IN_LIST programs))
      book_not_built("${test}")
    endif()
    set(test "")
  endif()
  set(${test_variable} "${test}" PARENT_SCOPE)
  set(${program_variable} "$<TARGET_FILE:${target}>" PARENT_SCOPE)
endfunction()

# book_case_is(TEST FLAVOUR [SECONDS N] [SKIPPABLE] [LABELS ...]): what ctest has to know of it.
function(book_case_is test flavour)
  cmake_parse_arguments(arg "SKIPPABLE" "SECONDS" "LABELS" ${ARGN})
  if(NOT arg_SECONDS)
    set(arg_SECONDS 300)
  endif()
  book_label("${test}" ${flavour} ${arg_LABELS})
  set_tests_properties("${test}" PROPERTIES TIMEOUT ${arg_SECONDS} ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
  if(flavour STREQUAL "gpu")
    # One at a time: they share a device, and some ask for most of its memory.
    set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK gpu)
  endif()
  if(flavour STREQUAL "gpu" OR arg_SKIPPABLE)
    set_tests_properties("${test}" PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endfunction()
