# How a chapter program becomes executables.
#
# A program is built in several flavours from its one source file:
#   emulator   on the CPU, as a reader runs it
#   portable   the emulator with the switch between threads that any processor can do
#   sanitized  the emulator and the program under AddressSanitizer and UBSan
#   checked    the emulator with the checker, for ./book check
#   profiled   the emulator with the profiler, for ./book profile
#   recorded   the emulator with the recorder, for ./book see
#   gpu        by nvcc, where there is one
# The names of its targets and tests begin with the flavour: emulator.ch5_dot.dot.
set(BOOK_FLAVOURS emulator portable sanitized checked profiled recorded CACHE STRING "Which of them to build")
# Those that every test runs in. Three have tests of their own: tests/checker.cmake, profiler.cmake, recorder.cmake.
set(BOOK_EMULATOR_FLAVOURS ${BOOK_FLAVOURS})
list(REMOVE_ITEM BOOK_EMULATOR_FLAVOURS checked profiled recorded)

# The libraries of a toolkit that the emulator has: emulator/libraries.
set(BOOK_LIBRARIES cublas cufft curand cusolver cusparse)

# What is said once more by another compiler, processor, flavour or tool, and what only a change of the build or of the
# command `book` can break, is left to `./book test --all`: tests with one of these labels get the label
# `thorough` as well.
set(BOOK_THOROUGH portable sanitized compiler processor nvcc book bench fuzz site notebook)

# book_label(TEST LABEL ...)
function(book_label test)
  set(labels ${ARGN})
  foreach(label ${ARGN})
    if(label IN_LIST BOOK_THOROUGH)
      list(APPEND labels thorough)
      break()
    endif()
  endforeach()
  set_tests_properties("${test}" PROPERTIES LABELS "${labels}")
endfunction()

# book_needs(TEST TARGET ...): what the test runs and its command does not name, as far as it is built here.
# `./book test` builds it before.
function(book_needs test)
  set(files "")
  foreach(target ${ARGN})
    if(TARGET ${target})
      list(APPEND files "$<TARGET_FILE:${target}>")
    endif()
  endforeach()
  set_tests_properties("${test}" PROPERTIES REQUIRED_FILES "${files}")
endfunction()

# The environment of every test: whatever its user has set, no window opens and pictures go where the
# test says. Open MPI leaves out what no test needs and takes it half a second at each start: a server for processes
# that mpirun has not started, networks faster than Ethernet, the libraries of graphics cards; and it does not wait a
# second for the last words of processes that it ends. Without that server all such processes would have one folder,
# which each makes and removes: they do without (but for those of mpirun: see ranks.sh, exercise.sh).
set(BOOK_TEST_ENVIRONMENT DISPLAY= BOOK_OUT= BOOK_FRAMES= BOOK_TICK= OMPI_MCA_ess_singleton_isolated=1
  OMPI_MCA_orte_create_session_dirs=0 OMPI_MCA_sharedfp=individual
  OMPI_MCA_pml=ob1 HWLOC_PLUGINS_PATH= OMPI_MCA_odls_base_sigkill_timeout=0)

option(BOOK_UNOPTIMISED "Compile the programs of the chapters soon, rather than to run fast, but for long ones" OFF)
set(BOOK_PROGRAM_UNOPTIMISED "")
if(BOOK_UNOPTIMISED)
  set(BOOK_PROGRAM_UNOPTIMISED UNOPTIMISED)
endif()

add_custom_target(emulator_programs)
add_custom_target(checked_programs)
add_custom_target(profiled_programs)
add_custom_target(recorded_programs)
add_custom_target(gpu_programs)

# add_emulated(TARGET SOURCE FLAVOUR [OUTPUT DIR/NAME] [WARNINGS OFF] [PICTURES LIBRARY]
#              [UNOPTIMISED] [HEADERS NAME ...] [EXTRA FILE ...]):
# rewrites and compiles a .cu file, and those of EXTRA, for the CPU; other files of EXTRA are compiled
# as they are. The executable becomes build/FLAVOUR/OUTPUT. Pictures are shown and written by LIBRARY,
# by default book_pictures. UNOPTIMISED: compiled soon rather than running fast. HEADERS: of the standard
# library, precompiled with what each .cu file begins with: for tests that have them in common.
function(add_emulated target source flavour)
  cmake_parse_arguments(arg "UNOPTIMISED" "OUTPUT;WARNINGS;PICTURES" "EXTRA;HEADERS" ${ARGN})
  rewrite_for_cpu(compiled ${target} ${flavour} "${source}" ${arg_EXTRA})
  add_executable(${target} ${compiled})
  # "../common/book.h" is found from wherever a reader's own file lies.
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/common")
  book_link_pictures(${target} "${arg_PICTURES}")
  target_link_libraries(${target} PRIVATE book_mpi emulator_runtime.${flavour})
  if(NOT "${arg_WARNINGS}" STREQUAL "OFF")
    # `#pragma unroll` is for nvcc; others need not know it.
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unknown-pragmas)
  endif()
  set_target_properties(${target} PROPERTIES BOOK_UNOPTIMISED "${arg_UNOPTIMISED}")
  list(FILTER arg_EXTRA INCLUDE REGEX "[.]c$") # what is precompiled is C++
  set_source_files_properties(${arg_EXTRA} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  book_precompiled_header(${target} ${flavour} "${arg_UNOPTIMISED}" ${arg_HEADERS})
  book_explain(${target})
  book_explain_link(${target})
  book_output(${target} ${flavour} "${arg_OUTPUT}")
endfunction()

# What linkers say of names that nobody has defined is said of the text that uses them.
function(book_explain_link target)
  set_target_properties(${target} PROPERTIES RULE_LAUNCH_LINK "sh \"${PROJECT_SOURCE_DIR}/cmake/link.sh\"")
endfunction()

# What the compiler says of a rewritten file becomes what it means in the reader's.
function(book_explain target)
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
    "sh;${PROJECT_SOURCE_DIR}/cmake/compile.sh;$<TARGET_FILE:cuda_rewrite>;${CMAKE_CXX_COMPILER_ID}")
endfunction()

# book_precompiled_header(TARGET FLAVOUR UNOPTIMISED [HEADER ...]): what each .cu file begins with, as with nvcc, is
# compiled once, and further headers of the standard library. g++ wants the options of its user to be the same.
function(book_precompiled_header target flavour unoptimised)
  set(header ${flavour}.precompiled)
  if(unoptimised)
    string(APPEND header ".unoptimised")
  endif()
  list(JOIN ARGN "." suffix)
  if(suffix)
    string(APPEND header ".${suffix}")
  endif()
  list(TRANSFORM ARGN REPLACE ".+" "<\\0>" OUTPUT_VARIABLE headers)
  if(NOT TARGET ${header})
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/precompiled/${header}.cpp" CONTENT "")
    add_library(${header} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/precompiled/${header}.cpp")
    target_link_libraries(${header} PRIVATE emulator_runtime.${flavour})
    set_target_properties(${header} PROPERTIES BOOK_UNOPTIMISED "${unoptimised}")
    target_precompile_headers(${header} PRIVATE <cuda_runtime.h> ${headers})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${header})
endfunction()

# rewrite_for_cpu(VARIABLE TARGET FLAVOUR FILE ...): sets VARIABLE to the sources by which TARGET compiles the
# files: those of .cu files rewritten, others as they are. For the checker, the profiler and the recorder, they are
# rewritten in other ways.
function(rewrite_for_cpu variable target flavour)
  set(compiled "")
  set(check "")
  if(flavour STREQUAL "checked")
    set(check --check)
  elseif(flavour STREQUAL "profiled")
    set(check --profile)
  elseif(flavour STREQUAL "recorded")
    set(check --record)
  else()
    string(REGEX REPLACE "^${flavour}[.]" "" target "${target}")
  endif()
  foreach(file ${ARGN})
    get_filename_component(file "${file}" ABSOLUTE)
    get_filename_component(stem "${file}" NAME_WE)
    if(NOT file MATCHES "\\.cu$")
      list(APPEND compiled "${file}")
      continue()
    endif()
    set(folder "${PROJECT_BINARY_DIR}/rewritten/${target}")
    set(rewritten "${folder}/${stem}.cpp")
    list(APPEND compiled "${rewritten}")
    get_source_file_property(of_another_flavour "${rewritten}" GENERATED)
    if(of_another_flavour)
      continue()
    endif()
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
      OUTPUT "${rewritten}"
      COMMAND cuda_rewrite "${file}" --output "${rewritten}" --depfile "${rewritten}.d"
              --include-dir "${PROJECT_SOURCE_DIR}/common" --columns "${rewritten}.columns" ${check}
      DEPENDS "${file}" cuda_rewrite
      DEPFILE "${rewritten}.d"
      COMMENT "Rewriting ${stem}.cu for the CPU"
      VERBATIM)
  endforeach()
  set(${variable} ${compiled} PARENT_SCOPE)
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
  target_link_libraries(${target} PRIVATE book_mpi)
  # Tools name lines of the source by these; they change nothing in the code.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-lineinfo;-Xcompiler=-g>)
  if(NOT "${arg_WARNINGS}" STREQUAL "OFF")
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)
  endif()
  book_explain_link(${target})
  book_output(${target} gpu "${arg_OUTPUT}")
endfunction()

# book_chips(VARIABLE): the compute capabilities that nvcc is asked for, "90-real" and the like.
function(book_chips variable)
  set(chips ${CMAKE_CUDA_ARCHITECTURES})
  if(chips STREQUAL "native")
    set(chips ${CMAKE_CUDA_ARCHITECTURES_NATIVE})
  endif()
  set(${variable} "${chips}" PARENT_SCOPE)
endfunction()

# book_for_hopper(TARGET): what add_gpu has made uses instructions that only compute capability 9.0 has, and for which
# one asks by an a. On chips of other kinds its kernels are empty, and it says so.
function(book_for_hopper target)
  book_chips(chips)
  list(TRANSFORM chips REPLACE "^90a?" "90a")
  set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${chips}")
endfunction()

# add_emulated_library(TARGET STATIC|SHARED SOURCE FLAVOUR [OUTPUT DIR/NAME]): a library of a .cu file
# for the CPU, build/FLAVOUR/DIR/libNAME.a or .so. A shared one holds the emulator, the portable one:
# the fast switch is code of programs.
function(add_emulated_library target type source flavour)
  cmake_parse_arguments(arg "" "OUTPUT" "" ${ARGN})
  rewrite_for_cpu(compiled ${target} ${flavour} "${source}")
  add_library(${target} ${type} ${compiled})
  book_explain(${target})
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(type STREQUAL "SHARED")
    target_compile_options(${target} PRIVATE -O3)
    target_link_libraries(${target} PRIVATE emulator_runtime.portable)
  else()
    target_link_libraries(${target} PUBLIC emulator_runtime.${flavour})
  endif()
  book_library_output(${target} ${flavour} "${arg_OUTPUT}")
endfunction()

# add_gpu_library(TARGET STATIC|SHARED SOURCE [OUTPUT DIR/NAME]): the same with nvcc.
function(add_gpu_library target type source)
  cmake_parse_arguments(arg "" "OUTPUT" "" ${ARGN})
  add_library(${target} ${type} "${source}")
  set_source_files_properties("${source}" PROPERTIES LANGUAGE CUDA)
  target_compile_options(${target} PRIVATE -Xcompiler=-Wall,-Wextra)
  target_include_directories(${target} PUBLIC ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
  book_library_output(${target} gpu "${arg_OUTPUT}")
endfunction()

function(book_library_output target flavour output)
  get_filename_component(directory "${output}" DIRECTORY)
  get_filename_component(name "${output}" NAME)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME "${name}"
    ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${flavour}/${directory}"
    LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${flavour}/${directory}")
endfunction()

# book_program(NAME [PORTABLE] [NCCL] [MPI] [HOPPER] [EXTRA FILE ...]): the program NAME.cu of the
# calling chapter folder, and the other files of it, in every flavour; the portable one only if asked for:
# its switch is the business of tests/emulator, and of a few programs that switch a lot. NCCL: for a GPU it
# needs that library. MPI: it runs in several processes; where there is no MPI it is left out, and where there is no
# NCCL it does without. HOPPER: for a GPU it is made as book_for_hopper says; its clusters take an OS thread for each
# block, so it does not run in a page of the site. Where tests/NAME.test has a line `long: `, its default run is so long
# that to compile it unoptimised for the emulator saves no time.
function(book_program name)
  cmake_parse_arguments(arg "PORTABLE;NCCL;MPI;HOPPER" "" "EXTRA" ${ARGN})
  get_filename_component(chapter "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
  if(arg_MPI AND NOT BOOK_HAS_MPI)
    foreach(flavour ${BOOK_FLAVOURS} gpu)
      set_property(GLOBAL APPEND PROPERTY BOOK_LEFT_OUT
        "${flavour}.${chapter}.${name} it needs MPI: packages libopenmpi-dev and openmpi-bin")
    endforeach()
    return()
  endif()
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${name}.cu")
  set(long "")
  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/tests/${name}.test")
    file(STRINGS "tests/${name}.test" long REGEX "^long: ")
  endif()
  foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
    if(flavour STREQUAL "portable" AND NOT arg_PORTABLE)
      continue()
    endif()
    set(unoptimised ${BOOK_PROGRAM_UNOPTIMISED})
    if(flavour STREQUAL "emulator" AND long)
      set(unoptimised "")
    elseif(flavour STREQUAL "sanitized") # what it is about no optimiser changes
      set(unoptimised UNOPTIMISED)
    endif()
    add_emulated(${flavour}.${chapter}.${name} "${source}" ${flavour} OUTPUT ${chapter}/${name}
      EXTRA ${arg_EXTRA} ${unoptimised})
  endforeach()
  add_dependencies(emulator_programs emulator.${chapter}.${name})
  foreach(flavour checked profiled recorded)
    if(NOT flavour IN_LIST BOOK_FLAVOURS)
      continue()
    endif()
    set(unoptimised ${BOOK_PROGRAM_UNOPTIMISED})
    if(NOT flavour STREQUAL "checked") # these have a level of their own
      set(unoptimised "")
    endif()
    add_emulated(${flavour}.${chapter}.${name} "${source}" ${flavour} OUTPUT ${chapter}/${name}
      EXTRA ${arg_EXTRA} ${unoptimised})
    add_dependencies(${flavour}_programs ${flavour}.${chapter}.${name})
  endforeach()
  foreach(flavour profiled recorded) # no test runs these: ./book profile and ./book see build them
    if(TARGET ${flavour}.${chapter}.${name})
      set_target_properties(${flavour}.${chapter}.${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endforeach()
  if(BOOK_HAS_NVCC AND arg_NCCL AND NOT BOOK_HAS_NCCL)
    set_property(GLOBAL APPEND PROPERTY BOOK_LEFT_OUT
      "gpu.${chapter}.${name} it needs NCCL (./book doctor), and --backend emulator has its own")
  elseif(BOOK_HAS_NVCC)
    add_gpu(gpu.${chapter}.${name} "${source}" OUTPUT ${chapter}/${name} EXTRA ${arg_EXTRA})
    if(arg_HOPPER)
      book_for_hopper(gpu.${chapter}.${name})
    endif()
    if(BOOK_HAS_NCCL AND (arg_NCCL OR arg_MPI))
      target_link_libraries(gpu.${chapter}.${name} PRIVATE book_nccl)
    endif()
    if(arg_EXTRA) # a C compiler does not find CUDA's headers by itself
      target_include_directories(gpu.${chapter}.${name} PRIVATE
        ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
    endif()
    add_dependencies(gpu_programs gpu.${chapter}.${name})
    if(NOT BOOK_GPU_ANSWERS AND NOT BOOK_GPU STREQUAL "ON" AND NOT name STREQUAL "add_loop")
      # They would be built only to say that there is no GPU. That one of them does so is enough, and
      # tests compile each one by the line in its first comment.
      set_target_properties(gpu.${chapter}.${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()
  set_property(GLOBAL APPEND PROPERTY BOOK_PROGRAMS ${chapter}/${name})
endfunction()
