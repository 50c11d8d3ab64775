# In which order tests begin: ctest takes those of the highest COST first. On a clean checkout it knows nothing
# else of how long they take, and would go by the order in which they are written down: the longest come last
# there, and the very last runs alone, beside processors that have nothing to do.
function(book_cost cost)
  foreach(test ${ARGN})
    if(TEST "${test}")
      set_tests_properties("${test}" PROPERTIES COST ${cost})
    endif()
  endforeach()
endfunction()

# Dozens of others wait for this one.
book_cost(1000 "exercises/checkout")
book_cost(990 "first_hour/forced g++" "first_hour/forced clang++")
# So do those of the site for this one, which takes minutes.
book_cost(950 "site/build")
# It takes two processors for a minute: as soon as the site is there, which leaves it two. Later there would always be
# a test that takes the first of them, and it would be the last of all, alone.
book_cost(940 "site/engine")
# They build one file after another, on one processor, for minutes.
book_cost(900 "compiler/the other one" "processor/aarch64" "checked/mistakes: by the other compiler"
  "profiled/tests: by the other compiler")
# These wait more than they calculate: for a window, for a clock, for a signal. `./book test` runs two tests
# more than there are processors, so one of these at a time leaves the processors to the others; at the end it
# would have no others beside it.
foreach(flavour emulator sanitized)
  foreach(name window/closing window/pace pictures/interrupted pictures/progress)
    if(TEST "${flavour}/${name}")
      book_cost(800 "${flavour}/${name}")
      set_tests_properties("${flavour}/${name}" PROPERTIES RESOURCE_LOCK waiting)
    endif()
  endforeach()
endforeach()
# They wait for answers that do not end.
book_cost(750 "practice/cheats" "practice/class")
# The exercises follow one another, and this one follows them all.
book_cost(700 ${exercises} "book/own" "book/real")
# They wait for the site, and take a minute or more.
book_cost(850 "site/workbench" "site/pages" "site/firefox")
# The others that take some seconds, and would come last.
book_cost(600 "book/run" "book/proof" "emulator/pictures/golden"
  "emulator/pictures/backends_differ" "book/nvcc" "rewriter/messages of compilers" "text/shell scripts"
  "text/ch11_multi_gpu/README.md" "bench/gpu.bench.dot" "bench/gpu.bench.histogram"
  "bench/gpu.bench.matmul")

# After a kernel that faulted, OpenGL and CUDA waited 5 s for each other at every turn, for as long as
# the machine ran (H200, driver 580): the test that provokes faults comes after this one.
if(TEST "gpu/tests/interop: shown as written" AND TEST "gpu/tests/api_fault: checks")
  set_tests_properties("gpu/tests/api_fault: checks" PROPERTIES
    DEPENDS "gpu/tests/interop: shown as written")
endif()
