# Thrust and CUB, where they are installed.
if(NOT EXISTS "${PROJECT_BINARY_DIR}/emulated_cccl/thrust/detail/config/simple_defines.installed.h")
  return()
endif()
foreach(name thrust cub)
  book_check(libraries/${name}.cu FLAVOURS emulator gpu UNOPTIMISED)
endforeach()
if(TARGET gpu.tests.thrust)
  target_compile_options(gpu.tests.thrust PRIVATE --extended-lambda)
endif()
# What is said of a kernel that calls a library names the reader's file.
if("emulator" IN_LIST BOOK_FLAVOURS)
  add_emulated(emulator.cub_left libraries/cub_left.cu emulator OUTPUT tests/cub_left WARNINGS OFF)
  add_test(NAME "emulator/cub_left" COMMAND sh "${BOOK_CASE}" libraries/cub_left.cu
    "head: ${CMAKE_CURRENT_SOURCE_DIR}/libraries/cub_left.cu" -- $<TARGET_FILE:emulator.cub_left>)
  book_label("emulator/cub_left" emulator)
  book_needs("emulator/cub_left" emulator.cub_left)
  set_tests_properties("emulator/cub_left" PROPERTIES TIMEOUT 120)
endif()
if("checked" IN_LIST BOOK_FLAVOURS)
  add_emulated(checked.mistakes.thrust libraries/thrust_mistakes.cu checked OUTPUT mistakes/thrust WARNINGS OFF)
  add_test(NAME "checked/thrust"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/mistakes.sh" $<TARGET_FILE:checked.mistakes.thrust>
            "${CMAKE_CURRENT_SOURCE_DIR}/libraries/thrust_mistakes.cu")
  book_label("checked/thrust" checked)
  set_tests_properties("checked/thrust" PROPERTIES TIMEOUT 300)
endif()
