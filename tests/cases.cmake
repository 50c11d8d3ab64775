# What is expected of programs, from the files CHAPTER/tests/PROGRAM.test beside them and those in the folders here:
# cases.awk makes tests of them, and case.sh runs one. README.md says what may stand in such a file.
file(GLOB cases CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/ch*/tests/*.test")
file(GLOB_RECURSE others CONFIGURE_DEPENDS *.test)
list(APPEND cases ${others})
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${cases} cases.awk)
get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
execute_process(COMMAND awk -v "root=${PROJECT_SOURCE_DIR}" -v "programs=${programs}"
    -f "${CMAKE_CURRENT_SOURCE_DIR}/cases.awk" ${cases}
  OUTPUT_FILE "${CMAKE_CURRENT_BINARY_DIR}/cases.cmake" ERROR_VARIABLE message RESULT_VARIABLE failed)
if(failed)
  string(STRIP "${message}" message)
  message(FATAL_ERROR "${message}")
endif()
include("${CMAKE_CURRENT_BINARY_DIR}/cases.cmake")

add_test(NAME "text/cases can fail"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/case_fails.sh" "${PROJECT_SOURCE_DIR}")
book_label("text/cases can fail" text)
