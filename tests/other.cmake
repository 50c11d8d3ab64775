# The ladders, the command `book`, the shell scripts, the READMEs, and the other compiler.

book_check(ladders.cu)

foreach(name usage doctor packages run check proof real)
  add_test(NAME "book/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/book/${name}.sh" "${PROJECT_SOURCE_DIR}")
  set_tests_properties("book/${name}" PROPERTIES LABELS book TIMEOUT 900 SKIP_RETURN_CODE 77)
endforeach()
# The longest begin first.
set_tests_properties("book/real" PROPERTIES COST 1000)
set_tests_properties("book/proof" PROPERTIES COST 500)

add_test(NAME "text/shell scripts"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/shellcheck.sh" "${PROJECT_SOURCE_DIR}")
set_tests_properties("text/shell scripts" PROPERTIES LABELS text TIMEOUT 120 SKIP_RETURN_CODE 77)

# What the READMEs show after a "$ ./book run PROGRAM ..." is what the program prints.
file(GLOB readmes CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/README.md"
  "${PROJECT_SOURCE_DIR}/ch*/README.md")
foreach(readme ${readmes})
  file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${readme}")
  add_test(NAME "text/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/readme.sh" "${readme}" "${PROJECT_BINARY_DIR}")
  set_tests_properties("text/${name}" PROPERTIES LABELS text TIMEOUT 120)
endforeach()

# Programs, emulator and conformance tests once more, by g++ where this build is by clang++ and the
# other way round.
add_test(NAME "compiler/the other one"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/other_compiler.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/other_compiler" "${CMAKE_CXX_COMPILER_ID}")
set_tests_properties("compiler/the other one" PROPERTIES LABELS compiler TIMEOUT 1800
  SKIP_RETURN_CODE 77 RUN_SERIAL ON)
