# How a chapter program becomes executables and tests.
#
# A program is built in several flavours from its one source file:
#   emulator   on the CPU, as a reader runs it
#   portable   the emulator with the switch between threads that any processor can do
#   sanitized  the emulator and the program under AddressSanitizer and UBSan
#   gpu        by nvcc, where there is one
# The names of its targets and tests begin with the flavour: emulator.ch5_dot.dot.
set(BOOK_FLAVOURS emulator portable sanitized CACHE STRING "Which of them to build")
set(BOOK_EMULATOR_FLAVOURS ${BOOK_FLAVOURS})

# The environment of every test: whatever its user has set, no window opens and pictures go where the
# test says.
set(BOOK_TEST_ENVIRONMENT DISPLAY= BOOK_OUT= BOOK_FRAMES= BOOK_TICK=)

add_custom_target(emulator_programs)
add_custom_target(gpu_programs)

# add_emulated(TARGET SOURCE FLAVOUR [OUTPUT DIR/NAME] [WARNINGS OFF] [PICTURES LIBRARY]
#              [EXTRA FILE ...]):
# rewrites and compiles a .cu file, and those of EXTRA, for the CPU; other files of EXTRA are compiled
# as they are. The executable becomes build/FLAVOUR/OUTPUT. Pictures are shown and written by LIBRARY,
# by default book_pictures.
function(add_emulated target source flavour)
  cmake_parse_arguments(arg "" "OUTPUT;WARNINGS;PICTURES" "EXTRA" ${ARGN})
  set(compiled "")
  foreach(file "${source}" ${arg_EXTRA})
    get_filename_component(file "${file}" ABSOLUTE)
    get_filename_component(stem "${file}" NAME_WE)
    if(NOT file MATCHES "\\.cu$")
      list(APPEND compiled "${file}")
      continue()
    endif()
    set(folder "${PROJECT_BINARY_DIR}/rewritten/${target}")
    set(rewritten "${folder}/${stem}.cpp")
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
      OUTPUT "${rewritten}"
      COMMAND cuda_rewrite "${file}" --output "${rewritten}" --depfile "${rewritten}.d"
              --include-dir "${PROJECT_SOURCE_DIR}/common"
      DEPENDS "${file}" cuda_rewrite
      DEPFILE "${rewritten}.d"
      COMMENT "Rewriting ${stem}.cu for the CPU"
      VERBATIM)
    list(APPEND compiled "${rewritten}")
  endforeach()
  add_executable(${target} ${compiled})
  # "../common/book.h" is found from wherever a reader's own file lies.
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/common")
  book_link_pictures(${target} "${arg_PICTURES}")
  target_link_libraries(${target} PRIVATE emulator_runtime.${flavour})
  if(NOT "${arg_WARNINGS}" STREQUAL "OFF")
    target_compile_options(${target} PRIVATE -Wall -Wextra)
  endif()
  book_output(${target} ${flavour} "${arg_OUTPUT}")
endfunction()

function(book_link_pictures target library)
  if(NOT library)
    set(library book_pictures)
  endif()
  target_link_libraries(${target} PRIVATE ${library})
endfunction()

# Puts an executable where a reader looks for it.
function(book_output target flavour output)
  if(output)
    get_filename_component(directory "${output}" DIRECTORY)
    get_filename_component(name "${output}" NAME)
    set_target_properties(${target} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${flavour}/${directory}"
      OUTPUT_NAME "${name}")
  endif()
endfunction()

# add_gpu(TARGET SOURCE [OUTPUT DIR/NAME] [WARNINGS OFF] [PICTURES LIBRARY] [EXTRA FILE ...]): the
# same with nvcc.
function(add_gpu target source)
  cmake_parse_arguments(arg "" "OUTPUT;WARNINGS;PICTURES" "EXTRA" ${ARGN})
  add_executable(${target} "${source}" ${arg_EXTRA})
  foreach(file "${source}" ${arg_EXTRA})
    if(file MATCHES "\\.cu$")
      set_source_files_properties("${file}" PROPERTIES LANGUAGE CUDA)
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/common")
  book_link_pictures(${target} "${arg_PICTURES}")
  if(NOT "${arg_WARNINGS}" STREQUAL "OFF")
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)
  endif()
  book_output(${target} gpu "${arg_OUTPUT}")
endfunction()

# book_program(NAME [QUICK OPTION ...]): the program NAME.cu of the calling chapter folder, in every
# flavour. QUICK: options for the tests that run it many times, where its default run is a long one.
function(book_program name)
  cmake_parse_arguments(arg "" "" "QUICK" ${ARGN})
  get_filename_component(chapter "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu")
  foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
    add_emulated(${flavour}.${chapter}.${name} "${source}" ${flavour} OUTPUT ${chapter}/${name})
  endforeach()
  add_dependencies(emulator_programs emulator.${chapter}.${name})
  if(BOOK_HAS_NVCC)
    add_gpu(gpu.${chapter}.${name} "${source}" OUTPUT ${chapter}/${name})
    add_dependencies(gpu_programs gpu.${chapter}.${name})
  endif()
  set_property(GLOBAL APPEND PROPERTY BOOK_PROGRAMS ${chapter}/${name})
  set_property(GLOBAL PROPERTY BOOK_QUICK_${chapter}/${name} "${arg_QUICK}")
endfunction()

# book_test(CHAPTER/PROGRAM NAME [ARGS ...] [EXIT CODE] [MATCH REGEX] [FLAVOURS ...]
#           [ENVIRONMENT VAR=VALUE ...]): runs the program in every flavour and compares its exit
# code (default 0) and its output, stdout and stderr together, with an extended regular expression.
function(book_test program name)
  cmake_parse_arguments(arg "" "EXIT;MATCH" "ARGS;FLAVOURS;ENVIRONMENT" ${ARGN})
  if(NOT DEFINED arg_EXIT)
    set(arg_EXIT 0)
  endif()
  if(NOT DEFINED arg_MATCH)
    set(arg_MATCH "^PASSED: ")
  endif()
  book_script_test(${program} "${name}" expect.sh "${arg_EXIT}" "${arg_MATCH}" PROGRAM ${arg_ARGS}
    FLAVOURS ${arg_FLAVOURS} ENVIRONMENT ${arg_ENVIRONMENT})
endfunction()

# book_script_test(CHAPTER/PROGRAM NAME SCRIPT [ARGUMENT ...] [FLAVOURS ...] [ENVIRONMENT ...]):
# runs tests/SCRIPT with the arguments, of which PROGRAM stands for the path of the program, in
# every flavour. On the GPU, what cannot run here (exit code 77) is Skipped.
function(book_script_test program name script)
  cmake_parse_arguments(arg "" "" "FLAVOURS;ENVIRONMENT" ${ARGN})
  if(NOT arg_FLAVOURS)
    set(arg_FLAVOURS ${BOOK_EMULATOR_FLAVOURS} gpu)
  endif()
  string(REPLACE "/" "." dotted "${program}")
  foreach(flavour ${arg_FLAVOURS})
    set(test "${flavour}/${program}: ${name}")
    set(target "${flavour}.${dotted}")
    if(TARGET ${target})
      list(TRANSFORM arg_UNPARSED_ARGUMENTS REPLACE "^PROGRAM$" "$<TARGET_FILE:${target}>"
        OUTPUT_VARIABLE arguments)
      add_test(NAME "${test}" COMMAND sh "${PROJECT_SOURCE_DIR}/tests/${script}" ${arguments})
    elseif(flavour STREQUAL "gpu" AND NOT BOOK_GPU STREQUAL "OFF")
      # Not built: the test is there, and says that it did not run.
      add_test(NAME "${test}" COMMAND sh -c "echo 'not built here'; exit 77")
    else()
      continue()
    endif()
    set_tests_properties("${test}" PROPERTIES LABELS "${flavour}" TIMEOUT 300
      ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};${arg_ENVIRONMENT}")
    if(flavour STREQUAL "gpu")
      # One at a time: they share a device, and some ask for most of its memory.
      set_tests_properties("${test}" PROPERTIES SKIP_RETURN_CODE 77 RESOURCE_LOCK gpu)
    endif()
  endforeach()
endfunction()
