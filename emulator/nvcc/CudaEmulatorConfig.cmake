# find_package(CudaEmulator): CUDA programs for the CPU, in a project that need not have a CUDA toolkit.
#
#   cuda_emulator_add_executable(NAME [CHECK] FILE...)   a program of .cu and other sources; CHECK: for the
#                                                        checker, which names races and stray accesses
#   cuda_emulator_add_library(NAME [CHECK] FILE...)      a static library of them
#   CudaEmulator_NVCC                                    the driver, for CMAKE_CUDA_COMPILER or by hand
#
# What target_include_directories() says of a target counts for its .cu files too.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include("${CMAKE_CURRENT_LIST_DIR}/CudaEmulatorTargets.cmake")
get_filename_component(CudaEmulator_NVCC "${CMAKE_CURRENT_LIST_DIR}/../../cuda-emulator/bin/nvcc" ABSOLUTE)

# cuda_emulator_rewrite(VARIABLE TARGET [--check] FILE...): sets VARIABLE to the sources of TARGET: .cu files
# rewritten, others as they are.
function(cuda_emulator_rewrite variable target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "CHECK" "" "")
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(sources "")
  foreach(file ${arg_UNPARSED_ARGUMENTS})
    if(NOT file MATCHES "[.]cu$")
      list(APPEND sources "${file}")
      continue()
    endif()
    get_filename_component(path "${file}" ABSOLUTE)
    string(MAKE_C_IDENTIFIER "${file}" name)
    set(rewritten "${CMAKE_CURRENT_BINARY_DIR}/${target}.rewritten/${name}.cpp")
    file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${target}.rewritten")
    add_custom_command(OUTPUT "${rewritten}"
      COMMAND CudaEmulator::cuda_rewrite "${path}" --output "${rewritten}" --depfile "${rewritten}.d"
              --columns "${rewritten}.columns"
              "$<$<BOOL:${includes}>:--include-dir;$<JOIN:${includes},;--include-dir;>>"
              $<$<BOOL:${arg_CHECK}>:--check>
      DEPENDS "${path}"
      DEPFILE "${rewritten}.d"
      COMMENT "Rewriting ${file} for the CPU"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND sources "${rewritten}")
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# What compiler and linker say of a rewritten file becomes what it means in the reader's.
function(cuda_emulator_explain target)
  get_filename_component(bin "${CudaEmulator_NVCC}" DIRECTORY)
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER
    "sh;${bin}/compile.sh;${bin}/cuda_rewrite;${CMAKE_CXX_COMPILER_ID}")
  set_target_properties(${target} PROPERTIES RULE_LAUNCH_LINK "sh \"${bin}/link.sh\"")
endfunction()

function(cuda_emulator_add_executable name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECK" "" "")
  cuda_emulator_rewrite(sources ${name} ${ARGN})
  add_executable(${name} ${sources})
  target_compile_features(${name} PRIVATE cxx_std_17)
  cuda_emulator_explain(${name})
  target_link_libraries(${name} PRIVATE $<IF:$<BOOL:${arg_CHECK}>,CudaEmulator::checked,CudaEmulator::emulator>)
endfunction()

function(cuda_emulator_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "CHECK" "" "")
  cuda_emulator_rewrite(sources ${name} ${ARGN})
  add_library(${name} STATIC ${sources})
  target_compile_features(${name} PUBLIC cxx_std_17)
  cuda_emulator_explain(${name})
  target_link_libraries(${name} PUBLIC $<IF:$<BOOL:${arg_CHECK}>,CudaEmulator::checked,CudaEmulator::emulator>)
endfunction()
