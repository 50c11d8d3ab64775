# What goes wrong in the first hour: a beginner's mistakes, each a program of its own in first_hour/, with what
# `./book run` and `./book check` must say about it: first_hour.sh.

# book_first_hour(NAME SOURCE LABEL FIXTURE [COMPILER [LINKER]])
function(book_first_hour name source label fixture)
  add_test(NAME "${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/first_hour.sh" "${scratch}" "${source}" ${ARGN})
  book_label("${name}" ${label})
  set_tests_properties("${name}" PROPERTIES FIXTURES_REQUIRED "${fixture}" TIMEOUT 300
    SKIP_RETURN_CODE 77 ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};CUDA_EMULATOR_WATCHDOG=1")
endfunction()

# Where the words of a compiler are read, once more with the one that this build is not by; where those of a linker
# are, or the lines that it has written, with each compiler and each linker: their lines `// each: ` name them.
set(other g++)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(other clang++)
endif()
file(GLOB sources CONFIGURE_DEPENDS first_hour/*.cu)
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  book_first_hour(first_hour/${name} "${source}" first_hour checkout)
  file(STRINGS "${source}" each LIMIT_COUNT 1 REGEX "^// each: ")
  if(each MATCHES " lld")
    foreach(compiler g++ clang++)
      foreach(linker bfd gold lld)
        book_first_hour("first_hour/${name}, ${compiler} and ${linker}" "${source}" compiler ${compiler} ${compiler} ${linker})
      endforeach()
    endforeach()
  elseif(each)
    book_first_hour("first_hour/${name}, ${other}" "${source}" compiler ${other} ${other})
  endif()
endforeach()

# Whatever anybody has tried once, right or wrong, and what was said of it: that must not fall back.
file(GLOB sources CONFIGURE_DEPENDS cases/*/*.cu)
foreach(source ${sources})
  file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${source}")
  string(REGEX REPLACE "\\.cu$" "" name "${name}")
  book_first_hour(${name} "${source}" first_hour checkout)
  # Some wait long, and end.
  set_tests_properties("${name}" PROPERTIES ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endforeach()

foreach(compiler g++ clang++)
  add_test(NAME "first_hour/forced ${compiler}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/forced_compiler.sh" "${scratch}" ${compiler} "${PROJECT_BINARY_DIR}/tools")
  book_label("first_hour/forced ${compiler}" compiler)
  set_tests_properties("first_hour/forced ${compiler}" PROPERTIES FIXTURES_SETUP ${compiler}
    FIXTURES_REQUIRED checkout SKIP_RETURN_CODE 77 TIMEOUT 600)
endforeach()
