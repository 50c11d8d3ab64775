# The emulator itself: the rewriter, each family of the API, kernels, faults. What is plain CUDA
# runs on a GPU too: what it expects is what a GPU does.

# book_check(SOURCE [FLAVOURS ...] [MATCH REGEX] [UNOPTIMISED]): a test program that reports like a
# chapter's. UNOPTIMISED: see add_emulated.
function(book_check source)
  cmake_parse_arguments(arg "UNOPTIMISED" "MATCH" "FLAVOURS" ${ARGN})
  if(NOT DEFINED arg_MATCH)
    set(arg_MATCH "^PASSED: ")
  endif()
  if(NOT arg_FLAVOURS)
    set(arg_FLAVOURS ${BOOK_EMULATOR_FLAVOURS} gpu)
  endif()
  get_filename_component(name "${source}" NAME_WE)
  get_filename_component(path "${source}" ABSOLUTE)
  foreach(flavour ${arg_FLAVOURS})
    if(flavour IN_LIST BOOK_EMULATOR_FLAVOURS)
      set(unoptimised "")
      # What the last two are about no optimiser changes.
      if(arg_UNOPTIMISED OR flavour MATCHES "^(sanitized|portable)$")
        set(unoptimised UNOPTIMISED)
      endif()
      add_emulated(${flavour}.tests.${name} "${path}" ${flavour} OUTPUT tests/${name} ${unoptimised}
        HEADERS string vector)
    elseif(flavour STREQUAL "gpu" AND BOOK_HAS_NVCC)
      add_gpu(gpu.tests.${name} "${path}" OUTPUT tests/${name})
    endif()
  endforeach()
  foreach(flavour ${arg_FLAVOURS})
    book_case(test program ${flavour} tests/${name} checks)
    if(test)
      add_test(NAME "${test}" COMMAND sh "${BOOK_CASE}" "tests/emulator.cmake" "says: ${arg_MATCH}" -- "${program}")
      book_case_is("${test}" ${flavour})
    endif()
  endforeach()
endfunction()

foreach(name kernels shared_memory warp ordered_atomics async_copies barriers spin_lock steps groups
        two_views)
  book_check(emulator/${name}.cu)
endforeach()
# What only Hopper has, or Ampere: on a GPU, where that is a Hopper.
book_chips(chips)
set(on_hopper "")
if(BOOK_HAS_NVCC AND chips MATCHES "^90a?(-[a-z]+)?$")
  set(on_hopper gpu)
  find_package(CUDAToolkit REQUIRED)
endif()
foreach(name clusters engine mma ptx ptx_functions reductions)
  book_check(emulator/${name}.cu FLAVOURS ${BOOK_EMULATOR_FLAVOURS} ${on_hopper})
  if(on_hopper)
    book_for_hopper(gpu.tests.${name})
    target_link_libraries(gpu.tests.${name} PRIVATE CUDA::cuda_driver) # makes tensor maps
  endif()
endforeach()
# Hundreds of combinations of types and layouts; compilers take a minute to optimise them.
book_check(emulator/matrices.cu UNOPTIMISED)
# The switch between threads makes no difference to these, nor do optimisations: they are about calls.
foreach(name launch_errors api api_errors api_memory api_stream arrays headers fp4 spans graphs children)
  book_check(emulator/${name}.cu FLAVOURS emulator sanitized gpu UNOPTIMISED)
endforeach()
if(BOOK_HAS_NVCC)
  set_target_properties(gpu.tests.children PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
endif()
# Of one device and of several: emulator/emulator.test.
foreach(name devices side_by_side nccl)
  set(gpu gpu)
  if(name STREQUAL "nccl" AND NOT BOOK_HAS_NCCL)
    set(gpu "")
  endif()
  book_check(emulator/${name}.cu FLAVOURS emulator sanitized ${gpu} UNOPTIMISED)
endforeach()
if(TARGET gpu.tests.nccl)
  target_link_libraries(gpu.tests.nccl PRIVATE book_nccl)
endif()
# Thousands of small functions, expanded where they are called: compilers take minutes over them with
# sanitizers, under which the chapters' programs call the same ones.
foreach(name atomics half math textures cubemaps surfaces)
  book_check(emulator/${name}.cu FLAVOURS emulator gpu UNOPTIMISED)
endforeach()
book_check(emulator/no_includes.cu FLAVOURS emulator gpu UNOPTIMISED)
set_target_properties(emulator.tests.no_includes PROPERTIES DISABLE_PRECOMPILE_HEADERS ON)
# No nvcc of today takes it.
book_check(emulator/old_books.cu FLAVOURS emulator sanitized UNOPTIMISED)
# Millions of results.
book_check(emulator/rounding.cu FLAVOURS emulator gpu)
# Products that are fused with sums; with the option not to, none is.
book_check(emulator/multiply_adds.cu FLAVOURS emulator portable gpu)
if("emulator" IN_LIST BOOK_FLAVOURS)
  add_custom_command(OUTPUT unfused.cpp
    COMMAND cuda_rewrite "${CMAKE_CURRENT_SOURCE_DIR}/emulator/multiply_adds.cu" --no-fmad --output unfused.cpp
    DEPENDS emulator/multiply_adds.cu cuda_rewrite
    VERBATIM)
  add_executable(emulator.tests.unfused "${CMAKE_CURRENT_BINARY_DIR}/unfused.cpp")
  target_compile_definitions(emulator.tests.unfused PRIVATE UNFUSED)
  target_link_libraries(emulator.tests.unfused PRIVATE emulator_runtime.emulator)
  add_test(NAME "emulator/tests/multiply_adds: rounded twice" COMMAND emulator.tests.unfused)
  book_needs("emulator/tests/multiply_adds: rounded twice" emulator.tests.unfused)
  book_label("emulator/tests/multiply_adds: rounded twice" emulator)
endif()
# Its kernels store to address 0, of which the sanitizers have their own to say.
book_check(emulator/api_fault.cu FLAVOURS emulator gpu UNOPTIMISED)

# NVIDIA's helper headers are ours here.
book_check(emulator/size_macros.cu FLAVOURS emulator UNOPTIMISED)
# Threads of a warp that go in step; a note here.
book_check(emulator/lockstep.cu)
# Barriers that threads have left do not wait for them; a warning here.
book_check(emulator/early_return.cu)
foreach(printing device_printf print_order)
  foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
    add_emulated(${flavour}.tests.${printing} emulator/${printing}.cu ${flavour} UNOPTIMISED
      OUTPUT tests/${printing})
  endforeach()
  if("checked" IN_LIST BOOK_FLAVOURS)
    add_emulated(checked.tests.${printing} emulator/${printing}.cu checked OUTPUT tests/${printing})
  endif()
  if(BOOK_HAS_NVCC)
    add_gpu(gpu.tests.${printing} emulator/${printing}.cu OUTPUT tests/${printing})
  endif()
endforeach()

# Switches of the emulator, through the environment.
add_emulated(emulator.tests.api_switches emulator/api_switches.cu emulator UNOPTIMISED
  OUTPUT tests/api_switches)
add_test(NAME "emulator/switches"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/emulator/api_switches.sh"
          $<TARGET_FILE:emulator.tests.api_switches> $<TARGET_FILE:emulator.tests.api_fault>)
book_label("emulator/switches" emulator)
set_tests_properties("emulator/switches" PROPERTIES TIMEOUT 300)

# What goes wrong in a kernel gets a name: each program states in its first lines what must be said. Most of what
# is compiled for one of them is the same for the next, so all of a flavour are compiled as one program, which is
# the one in whose folder it is called: see together.awk.
file(GLOB faults CONFIGURE_DEPENDS emulator/faults/*.cu)
set(BOOK_FAULTS "" CACHE STRING "The only faults to compile, where not all are wanted")
if(BOOK_FAULTS)
  list(JOIN BOOK_FAULTS "|" only)
  list(FILTER faults INCLUDE REGEX "/(${only})[.]cu$")
endif()
set(together_awk "${CMAKE_CURRENT_SOURCE_DIR}/together.awk")
foreach(flavour ${BOOK_EMULATOR_FLAVOURS})
  set(target ${flavour}.faults)
  set(folder "${PROJECT_BINARY_DIR}/${flavour}/tests/faults")
  set(names "")
  set(rewritten "")
  foreach(source ${faults})
    get_filename_component(name "${source}" NAME_WE)
    # What AddressSanitizer catches first is not for each of them.
    file(STRINGS "${source}" each REGEX "^// each: " LIMIT_COUNT 1)
    if(each AND NOT "${each} " MATCHES " ${flavour} ")
      continue()
    endif()
    list(APPEND names ${name})
    if(NOT flavour STREQUAL "emulator" AND name STREQUAL "mutex_and_barrier")
      # Unoptimised, atomicCAS is a call, and a loop that waits for it may be found in there.
      add_emulated(${target}.${name} "${source}" ${flavour} OUTPUT tests/faults/${name}/program WARNINGS OFF)
    else()
      rewrite_for_cpu(one ${target}/${name} ${flavour} "${source}")
      list(APPEND rewritten ${one})
      file(MAKE_DIRECTORY "${folder}/${name}")
      file(CREATE_LINK ../together "${folder}/${name}/program" SYMBOLIC)
    endif()
  endforeach()
  set(together "${PROJECT_BINARY_DIR}/rewritten/faults/${flavour}/together.cpp")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/rewritten/faults/${flavour}")
  add_custom_command(OUTPUT "${together}"
    COMMAND awk -f "${together_awk}" ${rewritten} > "${together}"
    DEPENDS ${rewritten} "${together_awk}"
    COMMENT "Putting the faults together"
    VERBATIM)
  # Only the flavour emulator is compiled as readers compile.
  set(unoptimised "")
  if(NOT flavour STREQUAL "emulator")
    set(unoptimised UNOPTIMISED)
  endif()
  add_emulated(${target} "${together}" ${flavour} OUTPUT tests/faults/together WARNINGS OFF ${unoptimised})
  # Two functions of the same code would become one, and reports name the lines of the other.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-ipa-icf> -Wno-builtin-macro-redefined)
  foreach(name ${names})
    set(test "${flavour}/fault: ${name}")
    set(program ${target})
    if(TARGET ${target}.${name})
      set(program ${target}.${name})
    endif()
    add_test(NAME "${test}" COMMAND sh "${BOOK_CASE}" "emulator/faults/${name}.cu"
      "head: ${CMAKE_CURRENT_SOURCE_DIR}/emulator/faults/${name}.cu" -- "${folder}/${name}/program")
    book_label("${test}" ${flavour})
    book_needs("${test}" ${program})
    set_tests_properties("${test}" PROPERTIES TIMEOUT 120)
  endforeach()
endforeach()

# Random kernels against a plain evaluation of the same meaning. The seeds are fixed, so that a
# failure can be repeated. They take long to compile: one set with all optimisations, two quickly, and a
# small one for the flavours that differ in how threads are switched and what is watched.
add_executable(generate_random_kernels emulator/random_kernels/generate.cpp)
target_compile_options(generate_random_kernels PRIVATE -O0) # there sooner
function(book_check_random seed kernels)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/random_${seed}.cu")
  add_custom_command(OUTPUT "${source}"
    COMMAND sh -c "\"$1\" ${seed} ${kernels} > \"$2\"" sh $<TARGET_FILE:generate_random_kernels>
            "${source}"
    DEPENDS generate_random_kernels
    COMMENT "Inventing kernels, seed ${seed}"
    VERBATIM)
  book_check("${source}" ${ARGN})
endfunction()
book_check_random(1 12 FLAVOURS emulator gpu)
book_check_random(2 25 FLAVOURS emulator gpu UNOPTIMISED)
book_check_random(3 25 FLAVOURS emulator gpu UNOPTIMISED)
book_check_random(4 8 FLAVOURS portable sanitized)

# Random kernels whose threads become lanes, and the same ones whose threads run one by one: all bits are alike.
add_executable(generate_random_lanes emulator/random_lanes/generate.cpp)
target_compile_options(generate_random_lanes PRIVATE -O0)
function(book_compare_lanes seed kernels)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/lanes_${seed}.cu")
  set(one_by_one "${CMAKE_CURRENT_BINARY_DIR}/one_by_one_${seed}.cpp")
  add_custom_command(OUTPUT "${source}"
    COMMAND sh -c "\"$1\" ${seed} ${kernels} > \"$2\"" sh $<TARGET_FILE:generate_random_lanes> "${source}"
    DEPENDS generate_random_lanes
    COMMENT "Inventing lanes, seed ${seed}"
    VERBATIM)
  add_custom_command(OUTPUT "${one_by_one}"
    COMMAND cuda_rewrite "${source}" --one-by-one --output "${one_by_one}"
    DEPENDS "${source}" cuda_rewrite
    VERBATIM)
  add_emulated(emulator.tests.lanes_${seed} "${source}" emulator OUTPUT tests/lanes_${seed} WARNINGS OFF)
  add_executable(emulator.tests.one_by_one_${seed} "${one_by_one}")
  target_link_libraries(emulator.tests.one_by_one_${seed} PRIVATE emulator_runtime.emulator)
  add_test(NAME "emulator/tests/lanes_${seed}: as one by one"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/emulator/random_lanes/compare.sh"
            "${PROJECT_BINARY_DIR}/rewritten/tests.lanes_${seed}/lanes_${seed}.cpp"
            $<TARGET_FILE:emulator.tests.lanes_${seed}> $<TARGET_FILE:emulator.tests.one_by_one_${seed}>)
  book_needs("emulator/tests/lanes_${seed}: as one by one" emulator.tests.lanes_${seed}
             emulator.tests.one_by_one_${seed})
  book_label("emulator/tests/lanes_${seed}: as one by one" emulator)
  set_tests_properties("emulator/tests/lanes_${seed}: as one by one" PROPERTIES TIMEOUT 120)
endfunction()
if("emulator" IN_LIST BOOK_FLAVOURS)
  book_compare_lanes(1 20)
  book_compare_lanes(2 20)
  book_compare_lanes(3 20)
endif()

# Two observers of one run: the checker names a race, the other one counts.
if("checked" IN_LIST BOOK_FLAVOURS)
  add_library(checked.tests.count_events OBJECT emulator/observers/count_events.cpp)
  target_include_directories(checked.tests.count_events PRIVATE "${PROJECT_SOURCE_DIR}/emulator"
    "${PROJECT_SOURCE_DIR}/emulator/include")
  target_compile_definitions(checked.tests.count_events PRIVATE CUDA_EMULATOR_CHECKED)
  target_compile_options(checked.tests.count_events PRIVATE -Wall -Wextra)
  add_emulated(checked.tests.observers emulator/observers/observers.cu checked OUTPUT tests/observers)
  target_link_libraries(checked.tests.observers PRIVATE checked.tests.count_events)
endif()

# Who includes whom.
add_test(NAME "text/includes of the emulator"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/emulator/includes.sh" "${PROJECT_SOURCE_DIR}/emulator")
book_label("text/includes of the emulator" text)

# The rewriter.
add_test(NAME "rewriter/cases"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/rewriter/run_cases.sh" $<TARGET_FILE:cuda_rewrite>
          "${CMAKE_CURRENT_SOURCE_DIR}/rewriter/cases")
book_label("rewriter/cases" rewriter)
set_tests_properties("rewriter/cases" PROPERTIES TIMEOUT 120)
# What `./book` says of old names after an error of nvcc is what the rewriter says of them.
add_test(NAME "rewriter/removed"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/rewriter/removed.sh" "${PROJECT_SOURCE_DIR}"
          $<TARGET_FILE:cuda_rewrite>)
book_label("rewriter/removed" rewriter)
add_test(NAME "rewriter/messages of compilers"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/rewriter/messages.sh" $<TARGET_FILE:cuda_rewrite>
          "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}/messages")
book_label("rewriter/messages of compilers" rewriter)
set_tests_properties("rewriter/messages of compilers" PROPERTIES TIMEOUT 120)
if(BOOK_HAS_NVCC)
  add_test(NAME "nvcc/what the rewriter calls right"
    COMMAND "${CMAKE_CUDA_COMPILER}" --extended-lambda -c -o "${CMAKE_CURRENT_BINARY_DIR}/right_nvcc.o"
            "${CMAKE_CURRENT_SOURCE_DIR}/rewriter/cases/right_nvcc.in.cu")
  book_label("nvcc/what the rewriter calls right" nvcc)
  set_tests_properties("nvcc/what the rewriter calls right" PROPERTIES TIMEOUT 120)
endif()
# The pass that the rewriter's README shows how to write.
file(GLOB syntax_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/emulator/rewriter/syntax/*.cpp")
add_executable(rewriter_barriers EXCLUDE_FROM_ALL rewriter/barriers.cpp ${syntax_sources}
  "${PROJECT_SOURCE_DIR}/emulator/rewriter/driver/file_io.cpp")
target_include_directories(rewriter_barriers PRIVATE "${PROJECT_SOURCE_DIR}/emulator/rewriter")
target_compile_options(rewriter_barriers PRIVATE -O0)
set_target_properties(rewriter_barriers PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
add_test(NAME "rewriter/a pass of one's own" COMMAND rewriter_barriers "${PROJECT_SOURCE_DIR}/ch5_dot/dot.cu")
book_needs("rewriter/a pass of one's own" rewriter_barriers)
book_label("rewriter/a pass of one's own" rewriter)
set_tests_properties("rewriter/a pass of one's own" PROPERTIES PASS_REGULAR_EXPRESSION "^dot: 2\n$" TIMEOUT 30)
# Broken programs, under sanitizers. The more the longer: `rewriter_fuzz ROOT SEED COUNT`.
if(NOT BOOK_REWRITER)
  file(GLOB fuzzed_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/emulator/rewriter/*/*.cpp")
  list(FILTER fuzzed_sources EXCLUDE REGEX "/main.cpp$")
  add_executable(rewriter_fuzz EXCLUDE_FROM_ALL rewriter/fuzz.cpp ${fuzzed_sources}
    "${PROJECT_BINARY_DIR}/tools/cuda_names.cpp")
  target_include_directories(rewriter_fuzz PRIVATE "${PROJECT_SOURCE_DIR}/emulator/rewriter")
  target_compile_options(rewriter_fuzz PRIVATE -O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all)
  target_link_options(rewriter_fuzz PRIVATE -fsanitize=address,undefined)
  set_target_properties(rewriter_fuzz PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 12)
  set_source_files_properties(rewriter/fuzz.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  add_test(NAME "rewriter/broken programs" COMMAND rewriter_fuzz "${PROJECT_SOURCE_DIR}" 1 200)
  book_needs("rewriter/broken programs" rewriter_fuzz)
  book_label("rewriter/broken programs" fuzz)
  set_tests_properties("rewriter/broken programs" PROPERTIES TIMEOUT 300)
endif()
book_check(rewriter/hostile.cu MATCH "^all right$" FLAVOURS emulator sanitized gpu UNOPTIMISED)

# Buffers of OpenGL.
if(BOOK_HAS_GL)
  foreach(flavour emulator sanitized)
    if(flavour IN_LIST BOOK_EMULATOR_FLAVOURS)
      add_emulated(${flavour}.tests.gl_interop emulator/gl_interop.cu ${flavour} UNOPTIMISED
        OUTPUT tests/gl_interop)
    endif()
  endforeach()
endif()
