# What goes wrong in the first hour: a beginner's mistakes, each a program of its own in first_hour/, with what
# `./book run` and `./book check` must say about it: first_hour.sh.
file(GLOB sources CONFIGURE_DEPENDS first_hour/*.cu)
foreach(source ${sources})
  get_filename_component(name "${source}" NAME_WE)
  add_test(NAME "first_hour/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/first_hour.sh" "${PROJECT_BINARY_DIR}/scratch" "${source}")
  book_label("first_hour/${name}" first_hour)
  set_tests_properties("first_hour/${name}" PROPERTIES FIXTURES_REQUIRED checkout TIMEOUT 300
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};CUDA_EMULATOR_WATCHDOG=1")
endforeach()
