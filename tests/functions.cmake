# How a program becomes tests, in each flavour that it is built in.

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

# book_case_is(TEST FLAVOUR [SECONDS N] [SKIPPABLE ON|OFF] [LABELS ...] [ENVIRONMENT ...]): what ctest has to know of it.
function(book_case_is test flavour)
  cmake_parse_arguments(arg "" "SECONDS;SKIPPABLE" "LABELS;ENVIRONMENT" ${ARGN})
  if(NOT arg_SECONDS)
    set(arg_SECONDS 300)
  endif()
  book_label("${test}" ${flavour} ${arg_LABELS})
  set_tests_properties("${test}" PROPERTIES TIMEOUT ${arg_SECONDS}
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};${arg_ENVIRONMENT}")
  if(flavour STREQUAL "gpu")
    # One at a time: they share a device, and some ask for most of its memory.
    set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK gpu)
  endif()
  if(flavour STREQUAL "gpu" OR arg_SKIPPABLE)
    set_tests_properties("${test}" PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endfunction()

# book_test(CHAPTER/PROGRAM NAME [ARGS ...] [EXIT CODE] [MATCH REGEX ...] [FLAVOURS ...]
#           [ENVIRONMENT VAR=VALUE ...]): runs the program in every flavour and compares its exit
# code (default 0) and its output, stdout and stderr together, with extended regular expressions.
function(book_test program name)
  cmake_parse_arguments(arg "" "EXIT" "ARGS;MATCH;FLAVOURS;ENVIRONMENT" ${ARGN})
  if(NOT DEFINED arg_EXIT)
    set(arg_EXIT 0)
  endif()
  if(NOT DEFINED arg_MATCH)
    set(arg_MATCH "^PASSED: ")
  endif()
  list(JOIN arg_MATCH "\n" arg_MATCH)
  book_script_test(${program} "${name}" expect.sh "${arg_EXIT}" "${arg_MATCH}" PROGRAM ${arg_ARGS}
    FLAVOURS ${arg_FLAVOURS} ENVIRONMENT ${arg_ENVIRONMENT})
endfunction()

# book_script_test(CHAPTER/PROGRAM NAME SCRIPT [ARGUMENT ...] [FLAVOURS ...] [ENVIRONMENT ...]
# [MAY_SKIP]): runs tests/SCRIPT with the arguments, of which PROGRAM stands for the path of the
# program, in every flavour. On the GPU, what cannot run here (exit code 77) is Skipped; on the CPU
# only with MAY_SKIP, where the test needs something that may be missing.
function(book_script_test program name script)
  cmake_parse_arguments(arg "MAY_SKIP" "" "FLAVOURS;ENVIRONMENT" ${ARGN})
  if(NOT arg_FLAVOURS)
    set(arg_FLAVOURS ${BOOK_EMULATOR_FLAVOURS} gpu)
  endif()
  foreach(flavour ${arg_FLAVOURS})
    book_case(test file ${flavour} ${program} "${name}")
    if(test)
      list(TRANSFORM arg_UNPARSED_ARGUMENTS REPLACE "^PROGRAM$" "${file}" OUTPUT_VARIABLE arguments)
      add_test(NAME "${test}" COMMAND sh "${PROJECT_SOURCE_DIR}/tests/${script}" ${arguments})
      book_case_is("${test}" ${flavour} SKIPPABLE ${arg_MAY_SKIP} ENVIRONMENT ${arg_ENVIRONMENT})
    endif()
  endforeach()
endfunction()

# book_gpus_test(PROGRAM NAME REGEX [ARG ...]): on real GPUs, of which it needs two; Skipped elsewhere.
function(book_gpus_test program name match)
  book_script_test(${program} "${name}, several GPUs" two_gpus.sh 0 "${match}" PROGRAM ${ARGN}
    FLAVOURS gpu)
  if(TEST "gpu/${program}: ${name}, several GPUs")
    book_label("gpu/${program}: ${name}, several GPUs" "gpu;gpus")
  endif()
endfunction()
