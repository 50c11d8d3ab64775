# The site: built by the command `book`, and looked at in real browsers. Skipped where Node, npm or the browser
# is not there.

# ---- the engine: the emulator on WebAssembly, under Node. Many tests in one process: the compiler is slow
# until it has run for a while.
add_test(NAME "site/engine"
  COMMAND sh "${PROJECT_SOURCE_DIR}/site/engine/test.sh" "${PROJECT_BINARY_DIR}/site_engine"
          compiler,conformance,lanes,races,profiles,recordings "${PROJECT_BINARY_DIR}")
book_label("site/engine" site)
set_tests_properties("site/engine" PROPERTIES TIMEOUT 1800 SKIP_RETURN_CODE 77 FIXTURES_REQUIRED site PROCESSORS 2)

add_test(NAME "site/quad"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/quad.sh" "${CMAKE_C_COMPILER}" "${PROJECT_BINARY_DIR}")
book_label("site/quad" site)
set_tests_properties("site/quad" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77)

# The checker says the same there as these.
file(GLOB sources checker/*.cu)
list(TRANSFORM sources REPLACE ".*/(.*)\\.cu" "checked.mistakes.\\1" OUTPUT_VARIABLE mistakes)
book_needs("site/engine" ${mistakes} checked.ch5_dot.dot checked.ch5_shared_bitmap.shared_bitmap_nosync
  checked.ch9_atomics.race)
# And the profiler counts the same as these, which chapters profile, but for the first two.
set(profiled ch5_dot/dot ch9_atomics/race)
file(GLOB texts CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/ch*/*.md")
foreach(text ${texts})
  file(STRINGS "${text}" commands REGEX "^\\$ \\./book profile ch")
  foreach(command ${commands})
    string(REGEX MATCH "ch[a-z0-9_]+/[a-z0-9_]+" program "${command}")
    list(APPEND profiled ${program})
  endforeach()
endforeach()
list(REMOVE_DUPLICATES profiled)
list(TRANSFORM profiled REPLACE "/" ".")
list(TRANSFORM profiled PREPEND "profiled.")
# And the recorder has recorded the same as these, of which chapters name moments.
set(recorded "")
foreach(text ${texts})
  file(READ "${text}" text)
  string(REGEX MATCHALL "`[.]/book see [^`]*ch[a-z0-9_]+/[a-z0-9_]+" commands "${text}")
  list(TRANSFORM commands REPLACE ".*(ch[a-z0-9_]+)/([a-z0-9_]+)$" "recorded.\\1.\\2")
  list(APPEND recorded ${commands})
endforeach()
list(REMOVE_DUPLICATES recorded)
book_needs("site/engine" ${profiled} ${recorded})

# ---- the pages, and what a reader does in them

add_test(NAME "site/build"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/build.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
set_tests_properties("site/build" PROPERTIES FIXTURES_SETUP site TIMEOUT 1200 PROCESSORS 2)
foreach(name parts drawn pages workbench profile see practice firefox)
  add_test(NAME "site/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/node.sh" "${CMAKE_CURRENT_SOURCE_DIR}/site/${name}.mjs" "${PROJECT_BINARY_DIR}")
  set_tests_properties("site/${name}" PROPERTIES FIXTURES_REQUIRED site TIMEOUT 900)
endforeach()
# They hold the page to seconds, and a browser alone has more threads than there are processors.
set_tests_properties("site/workbench" "site/profile" "site/see" "site/practice" "site/firefox" PROPERTIES RUN_SERIAL TRUE)
add_test(NAME "site/newer node" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/newer_node.sh")
add_test(NAME "site/older node"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/older_node.sh" "${PROJECT_BINARY_DIR}")
set_tests_properties("site/older node" PROPERTIES FIXTURES_REQUIRED site TIMEOUT 600 PROCESSORS 2)
foreach(name build parts drawn pages workbench profile see practice firefox "newer node" "older node")
  book_label("site/${name}" site)
  set_tests_properties("site/${name}" PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
