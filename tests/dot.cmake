# What of the dot products of chapter 5 is built for tests alone.

# Flags by which a compiler simplifies the compensation away.
function(book_fast_math_test name)
  if(NOT "emulator" IN_LIST BOOK_EMULATOR_FLAVOURS)
    return()
  endif()
  set(target emulator.tests.dot_kahan${name})
  add_emulated(${target} "${PROJECT_SOURCE_DIR}/ch5_dot/dot_kahan.cu" emulator WARNINGS OFF
    OUTPUT tests/dot_kahan${name})
  target_compile_options(${target} PRIVATE ${name} ${ARGN})
  set(test "sabotage/emulator/ch5_dot/dot_kahan: ${name}")
  add_test(NAME "${test}"
    COMMAND sh "${BOOK_CASE}" "tests/dot.cmake" "exit: 1"
            "says: ^compiled with -ffast-math or -fassociative-math: " -- $<TARGET_FILE:${target}> --n 1000)
  book_label("${test}" sabotage emulator)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120 ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endfunction()
book_fast_math_test(-ffast-math)
book_fast_math_test(-fassociative-math -fno-signed-zeros -fno-trapping-math)

# The library in other hands.
foreach(flavour ${BOOK_EMULATOR_FLAVOURS} gpu)
  if(TARGET ${flavour}.ch5_dot.dot_static)
    set(target ${flavour}.tests.dot_lib_each_call)
    add_executable(${target} dot_lib/each_call.c)
    target_link_libraries(${target} PRIVATE ${flavour}.ch5_dot.dot_static)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
    book_output(${target} ${flavour} tests/dot_lib_each_call)
  endif()
endforeach()

# The shared library, from Python.
foreach(flavour emulator gpu)
  set(test "${flavour}/ch5_dot/dot_lib: from Python")
  if(TARGET ${flavour}.ch5_dot.dot_shared)
    add_test(NAME "${test}" COMMAND sh -c
      "command -v python3 >/dev/null || { echo 'no python3 here'; exit 77; }; exec python3 \"$@\"" sh
      "${CMAKE_CURRENT_SOURCE_DIR}/dot_lib/from_python.py"
      $<TARGET_FILE:${flavour}.ch5_dot.dot_shared>)
    book_label("${test}" ${flavour})
    set_tests_properties("${test}" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77
      ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
    if(flavour STREQUAL "gpu")
      set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK gpu)
    endif()
  endif()
endforeach()
