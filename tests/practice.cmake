# `./book practice`: that each task finds its right answers right and its wrong ones wrong, and that no cheat gets
# through; in the checkout of the exercises. On a GPU the references run, with the same judge.

# book_practice(NAME FIXTURE ARGUMENT ...): a test by a script of practice/.
function(book_practice name script)
  add_test(NAME "practice/${name}" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/practice/${script}.sh" ${ARGN})
  book_label("practice/${name}" practice)
  set_tests_properties("practice/${name}" PROPERTIES FIXTURES_REQUIRED checkout TIMEOUT 900
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};BOOK_BUILD_DIR=${scratch}/build;QUIETLY=")
endfunction()

set(book "${scratch}/checkout/book")
file(GLOB cheats CONFIGURE_DEPENDS practice/cheats/*.cu)
string(REPLACE "${PROJECT_SOURCE_DIR}" "${scratch}/checkout" cheats "${cheats}")
book_practice(cheats answers "${book}" 01_double wrong ${cheats})
book_practice(command command "${scratch}/checkout" "${scratch}/build")
set_tests_properties("practice/command" PROPERTIES RUN_SERIAL TRUE) # it throws the judge's library away
book_practice(class class "${book}" "${scratch}/checkout/tests/practice/cheats")

# Whether a test of answers can fail.
add_test(NAME "practice/answers can fail"
  COMMAND sh -c "! sh '${CMAKE_CURRENT_SOURCE_DIR}/practice/answers.sh' '${book}' 01_double wrong \
'${scratch}/checkout/practice/01_double/reference.cu' && ! sh '${CMAKE_CURRENT_SOURCE_DIR}/practice/answers.sh' \
'${book}' 01_double right '${scratch}/checkout/practice/01_double/start.cu'")
book_label("practice/answers can fail" practice)
set_tests_properties("practice/answers can fail" PROPERTIES FIXTURES_REQUIRED checkout TIMEOUT 300
  ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};BOOK_BUILD_DIR=${scratch}/build")

file(GLOB tasks CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/practice" "${PROJECT_SOURCE_DIR}/practice/*/task.cpp")
foreach(task ${tasks})
  get_filename_component(task "${task}" DIRECTORY)
  foreach(kind right wrong)
    file(GLOB answers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/practice/${task}/${kind}/*.cu")
    if(kind STREQUAL "right")
      list(APPEND answers "${PROJECT_SOURCE_DIR}/practice/${task}/reference.cu")
    endif()
    string(REPLACE "${PROJECT_SOURCE_DIR}" "${scratch}/checkout" answers "${answers}")
    book_practice("${task}: ${kind}" answers "${book}" ${task} ${kind} ${answers})
  endforeach()
endforeach()

add_executable(practice.limits practice/limits.cpp "${PROJECT_SOURCE_DIR}/practice/judge/shut_in.cpp"
  "${PROJECT_SOURCE_DIR}/practice/judge/process.cpp" "${PROJECT_SOURCE_DIR}/practice/judge/messages.cpp")
target_compile_options(practice.limits PRIVATE -Wall -Wextra)
set_target_properties(practice.limits PROPERTIES EXCLUDE_FROM_ALL ON OUTPUT_NAME limits)
add_test(NAME "practice/limits" COMMAND practice.limits)
book_label("practice/limits" practice)
book_needs("practice/limits" practice.limits)
set_tests_properties("practice/limits" PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 120)

# On a GPU there is no checker and no profiler: the results are compared.
foreach(task ${tasks})
  get_filename_component(task "${task}" DIRECTORY)
  set(test "gpu/practice/${task}")
  if(NOT BOOK_HAS_NVCC)
    if(NOT BOOK_GPU STREQUAL "OFF")
      book_not_built("${test}")
    endif()
    continue()
  endif()
  set(folder "${PROJECT_SOURCE_DIR}/practice")
  add_gpu(gpu.practice.${task} "${folder}/${task}/reference.cu" OUTPUT practice/${task}/checked
    EXTRA "${folder}/${task}/task.cpp" "${folder}/judge/answer.cpp" "${folder}/judge/judge.cpp"
          "${folder}/judge/figures.cpp" "${folder}/judge/shut_in.cpp")
  target_include_directories(gpu.practice.${task} SYSTEM PRIVATE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  target_compile_definitions(gpu.practice.${task} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:main=main_of_reader>)
  add_executable(practice.judge.${task} EXCLUDE_FROM_ALL "${folder}/${task}/task.cpp")
  target_link_libraries(practice.judge.${task} PRIVATE practice_judge)
  target_include_directories(practice.judge.${task} SYSTEM PRIVATE "${PROJECT_SOURCE_DIR}/emulator/include")
  target_link_options(practice.judge.${task} PRIVATE -no-pie LINKER:--unresolved-symbols=ignore-all)
  add_test(NAME "${test}" COMMAND practice.judge.${task} 1 "${PROJECT_BINARY_DIR}/gpu/practice/${task}" reference.cu)
  book_case_is("${test}" gpu)
  book_needs("${test}" gpu.practice.${task} practice.judge.${task})
endforeach()
