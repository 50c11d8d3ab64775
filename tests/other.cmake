# The ladders, the command `book`, the shell scripts, the READMEs, the other compiler, another processor.

book_check(ladders.cu UNOPTIMISED)

# The command with a stand-in for the build.
foreach(name usage doctor packages bare run then_check check profile see diffs bench try proof proof_profile users)
  add_test(NAME "book/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/book/${name}.sh" "${PROJECT_SOURCE_DIR}")
  book_label("book/${name}" book)
  set_tests_properties("book/${name}" PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77)
endforeach()

# And with the real one, in a checkout that may be changed.
foreach(name own real)
  add_test(NAME "book/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/book/${name}.sh" "${scratch}/checkout"
            "${scratch}/build")
  book_label("book/${name}" book)
  set_tests_properties("book/${name}" PROPERTIES TIMEOUT 900 SKIP_RETURN_CODE 77
    FIXTURES_REQUIRED checkout)
endforeach()
# They break programs whose exercises others make.
set_tests_properties("book/real" PROPERTIES DEPENDS "${exercises};book/own")

# The driver that takes nvcc's command line.
if(TARGET toolkit)
  add_test(NAME "book/nvcc"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/book/nvcc.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
  book_needs("book/nvcc" cuda_rewrite emulator_runtime.emulator emulator_runtime.checked emulator_runtime.portable)
  set_property(TEST "book/nvcc" APPEND PROPERTY REQUIRED_FILES "${PROJECT_BINARY_DIR}/toolkit/bin/nvcc")
  set_tests_properties("book/nvcc" PROPERTIES TIMEOUT 900)
  book_label("book/nvcc" book)
endif()

# Measurements are not run, but are built, so that they cannot rot.
get_property(targets DIRECTORY "${PROJECT_SOURCE_DIR}/bench" PROPERTY BUILDSYSTEM_TARGETS)
list(FILTER targets INCLUDE REGEX "^(gpu[.])?bench[.]")
list(FILTER targets EXCLUDE REGEX "(serial|openmp)_loops|opencl_peer")
foreach(target ${targets})
  if(target MATCHES "^gpu" AND NOT BOOK_GPU_ANSWERS)
    # Nobody could run it here.
    add_test(NAME "bench/${target}" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/nvcc_reads.sh"
      "${CMAKE_MAKE_PROGRAM}" "${PROJECT_BINARY_DIR}" ${target})
  else()
    add_test(NAME "bench/${target}" COMMAND "${CMAKE_COMMAND}" -E true)
    book_needs("bench/${target}" ${target})
  endif()
  book_label("bench/${target}" bench)
endforeach()

add_test(NAME "text/shell scripts"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/shellcheck.sh" "${PROJECT_SOURCE_DIR}")
book_label("text/shell scripts" text)
set_tests_properties("text/shell scripts" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)

foreach(name links lists listings pages words)
  add_test(NAME "text/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh" "${PROJECT_SOURCE_DIR}")
  book_label("text/${name}" text)
endforeach()

add_test(NAME "text/last element"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/last_element.sh" "${PROJECT_SOURCE_DIR}" "${CMAKE_CXX_COMPILER}")
book_label("text/last element" text)

# What is of Linux or of an OS thread stands in emulator/machine/.
add_test(NAME "text/emulator of any machine"
  COMMAND sh -c "! grep -nE \"$1\" runtime/*.cpp runtime/*.h checker/*.cpp checker/*.h" sh
          "# *include <(sys/|pthread|c?signal|ucontext|c?setjmp|link|elf|execinfo|dlfcn|spawn|sched|unistd|fcntl|time|ctime|thread|mutex|condition_variable)"
  WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}/emulator")
book_label("text/emulator of any machine" text)

# What the READMEs show after a "$ ./book run PROGRAM ..." is what the program prints.
get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
get_property(digits GLOBAL PROPERTY BOOK_ROUNDS_PRODUCTS)
if(digits)
  set(digits of-a-processor-with-multiply-adds)
endif()
file(GLOB readmes CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/README.md"
  "${PROJECT_SOURCE_DIR}/docs/USING.md" "${PROJECT_SOURCE_DIR}/ch*/*.md")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${readmes}) # which programs they profile
foreach(readme ${readmes})
  file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${readme}")
  add_test(NAME "text/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/readme.sh" "${readme}" "${PROJECT_BINARY_DIR}" ${digits})
  get_filename_component(chapter "${name}" DIRECTORY)
  if(chapter MATCHES "^ch")
    set(shown ${programs})
    list(FILTER shown INCLUDE REGEX "^${chapter}/")
  else()
    set(shown ch4_blocks/add_vectors ch5_ripple/ripple ch5_shared_bitmap/shared_bitmap_nosync
      ch5_vector_add/add_threads)
  endif()
  set(needed "")
  foreach(program ${shown})
    string(REPLACE "/" "." dotted "${program}")
    list(APPEND needed emulator.${dotted} checked.${dotted})
    file(STRINGS "${readme}" profiled REGEX "book profile ${program}")
    if(profiled AND TARGET profiled.${dotted})
      list(APPEND needed profiled.${dotted})
    endif()
  endforeach()
  book_needs("text/${name}" ${needed})
  book_label("text/${name}" text)
  set_tests_properties("text/${name}" PROPERTIES TIMEOUT 120)
endforeach()

# Programs, emulator and conformance tests once more, by g++ where this build is by clang++ and the
# other way round.
add_test(NAME "compiler/the other one"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/other_compiler.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/other_compiler" "${CMAKE_CXX_COMPILER_ID}" "$<TARGET_FILE_DIR:cuda_rewrite>")
book_needs("compiler/the other one" cuda_rewrite)
book_label("compiler/the other one" compiler)
set_tests_properties("compiler/the other one" PROPERTIES TIMEOUT 1800
  SKIP_RETURN_CODE 77)

add_test(NAME "text/words of tools"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/words_of_tools.sh" "${PROJECT_SOURCE_DIR}")
book_label("text/words of tools" text)
add_test(NAME "text/recipes"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/recipes.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
book_label("text/recipes" text)

# What of the emulator depends on the processor, on another one.
add_test(NAME "processor/aarch64"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/other_processor.sh" "${PROJECT_SOURCE_DIR}"
          "${PROJECT_BINARY_DIR}/aarch64" "$<TARGET_FILE_DIR:cuda_rewrite>")
book_needs("processor/aarch64" cuda_rewrite)
book_label("processor/aarch64" processor)
set_tests_properties("processor/aarch64" PROPERTIES TIMEOUT 1800
  SKIP_RETURN_CODE 77)

# What is compiled for this machine's processor, on an older one.
if(TARGET emulator.tests.multiply_adds)
  add_test(NAME "processor/without multiply-adds"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/old_processor.sh" $<TARGET_FILE:emulator.tests.multiply_adds>)
  book_needs("processor/without multiply-adds" emulator.tests.multiply_adds)
  book_label("processor/without multiply-adds" processor)
  set_tests_properties("processor/without multiply-adds" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)
endif()

# What other people's tools make of this: editors, and GitHub's runners.
add_test(NAME "book/editor" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/editor.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
add_test(NAME "book/problem matchers"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/python.sh" "${CMAKE_CURRENT_SOURCE_DIR}/problem_matchers.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME "book/action" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/action.sh" "${scratch}/checkout")
set_tests_properties("book/action" PROPERTIES FIXTURES_REQUIRED checkout ENVIRONMENT "BOOK_BUILD_DIR=${scratch}/build")
file(GLOB pages CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/ch*/*.md")
add_test(NAME "book/moments" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/moments.sh" "${PROJECT_SOURCE_DIR}" ${pages})
set_tests_properties("book/moments" PROPERTIES ENVIRONMENT "BOOK_BUILD_DIR=${PROJECT_BINARY_DIR}")
book_needs("book/moments" recorded.ch5_dot.dot recorded.ch5_dot.dot_bad_barrier recorded.ch5_shared_bitmap.shared_bitmap_nosync
  recorded.ch7_shared_memory.matmul recorded.ch9_atomics.race recorded.ch9_atomics.mutex)
foreach(name editor "problem matchers" action moments)
  book_label("book/${name}" book)
  set_tests_properties("book/${name}" PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77)
endforeach()
