# `./book practice`: that each task finds its right answers right and its wrong ones wrong, and that no cheat gets
# through; in the checkout of the exercises. On a GPU the same judge compares results.

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

# On a GPU there is no checker and no profiler: results are compared, of the right answers and of those that are wrong by
# their results.
if(BOOK_HAS_NVCC)
  set(judge "${PROJECT_SOURCE_DIR}/practice/judge")
  add_library(gpu.practice_answer STATIC EXCLUDE_FROM_ALL "${judge}/judge.cpp" "${judge}/figures.cpp"
    "${judge}/answer.cpp" "${judge}/shut_in.cpp")
  target_include_directories(gpu.practice_answer SYSTEM PUBLIC ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
endif()
foreach(task ${tasks})
  get_filename_component(task "${task}" DIRECTORY)
  set(folder "${PROJECT_SOURCE_DIR}/practice/${task}")
  if(BOOK_HAS_NVCC)
    add_library(gpu.practice.${task} OBJECT EXCLUDE_FROM_ALL "${folder}/task.cpp")
    target_link_libraries(gpu.practice.${task} PUBLIC gpu.practice_answer)
    add_executable(practice.judge.${task} EXCLUDE_FROM_ALL "${folder}/task.cpp")
    target_link_libraries(practice.judge.${task} PRIVATE practice_judge)
    target_include_directories(practice.judge.${task} SYSTEM PRIVATE "${PROJECT_SOURCE_DIR}/emulator/include")
    target_link_options(practice.judge.${task} PRIVATE -no-pie LINKER:--unresolved-symbols=ignore-all)
  endif()
  foreach(kind right wrong)
    set(test "gpu/practice/${task}: ${kind}")
    file(GLOB answers CONFIGURE_DEPENDS "${folder}/${kind}/*.cu")
    if(kind STREQUAL "right")
      list(APPEND answers "${folder}/reference.cu")
    endif()
    set(targets "")
    set(programs "")
    foreach(answer ${answers})
      file(STRINGS "${answer}" says LIMIT_COUNT 1 REGEX "^// says: ")
      if(kind STREQUAL "wrong" AND NOT says MATCHES "says: wrong for ")
        continue()
      endif()
      get_filename_component(name "${answer}" NAME_WE)
      set(target gpu.practice.${task}.${name})
      list(APPEND targets ${target})
      list(APPEND programs "${PROJECT_BINARY_DIR}/gpu/practice/${task}/${name}")
      if(BOOK_HAS_NVCC)
        add_gpu(${target} "${answer}" OUTPUT practice/${task}/${name}/checked)
        target_link_libraries(${target} PRIVATE gpu.practice.${task})
        target_compile_definitions(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:main=main_of_reader>)
      endif()
    endforeach()
    if(NOT targets)
      continue()
    endif()
    if(NOT BOOK_HAS_NVCC)
      if(NOT BOOK_GPU STREQUAL "OFF")
        book_not_built("${test}")
      endif()
      continue()
    endif()
    add_test(NAME "${test}" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/practice/on_gpu.sh"
      "${PROJECT_BINARY_DIR}/gpu/ch3_first_kernel/devices" "$<TARGET_FILE:practice.judge.${task}>" ${kind} ${programs})
    book_case_is("${test}" gpu)
    book_needs("${test}" gpu.ch3_first_kernel.devices practice.judge.${task} ${targets})
  endforeach()
endforeach()
