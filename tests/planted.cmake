# The checker: kernels with a planted mistake, which it must name, and the same kernels corrected, of
# which it must say nothing; and every program of the suite, of which it must say nothing either.
if(NOT "checked" IN_LIST BOOK_FLAVOURS)
  return()
endif()

# The cases are those that the source names in its last lines.
file(GLOB planted CONFIGURE_DEPENDS planted/*.cu)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${planted})
foreach(source ${planted})
  get_filename_component(name "${source}" NAME_WE)
  add_emulated(checked.planted.${name} "${source}" checked OUTPUT planted/${name} WARNINGS OFF)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  file(READ "${source}" text)
  string(REGEX MATCHALL "CASE\\([a-z0-9_]+\\)" cases "${text}")
  foreach(case ${cases})
    string(REGEX REPLACE "CASE\\((.*)\\)" "\\1" case "${case}")
    set(test "checked/planted/${name}: ${case}")
    add_test(NAME "${test}"
      COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/planted/run.sh"
              $<TARGET_FILE:checked.planted.${name}> "${source}" ${case})
    book_label("${test}" checked)
    set_tests_properties("${test}" PROPERTIES TIMEOUT 60)
  endforeach()
endforeach()

add_test(NAME "checked/planted: json"
  COMMAND "${CMAKE_COMMAND}" -DPROGRAM=$<TARGET_FILE:checked.planted.shared_races>
          -P "${CMAKE_CURRENT_SOURCE_DIR}/planted/json.cmake")
book_label("checked/planted: json" checked)
set_tests_properties("checked/planted: json" PROPERTIES TIMEOUT 60)

get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
foreach(program ${programs})
  string(REPLACE "/" "." dotted "${program}")
  set(test "checked/${program}: findings")
  add_test(NAME "${test}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/planted/suite.sh"
            $<TARGET_FILE:checked.${dotted}> "${program}")
  book_label("${test}" checked)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 120
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT}")
endforeach()
