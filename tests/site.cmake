# The site: built by the command `book`, and looked at in real browsers. Skipped where Node, npm or the browser
# is not there.

# ---- the engine: the emulator on WebAssembly, under Node. Each group is many tests; what they are
# compiled to is kept for the others.
foreach(group programs windows conformance faults compiler checker)
  set(test "site/engine: ${group}")
  add_test(NAME "${test}"
    COMMAND sh "${PROJECT_SOURCE_DIR}/site/engine/test.sh" "${PROJECT_BINARY_DIR}/site_engine" ${group} "${PROJECT_BINARY_DIR}")
  book_label("${test}" site)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 1800 SKIP_RETURN_CODE 77 RESOURCE_LOCK site_engine
    FIXTURES_REQUIRED site)
endforeach()

# It says the same as these.
file(GLOB sources checker/*.cu)
list(TRANSFORM sources REPLACE ".*/(.*)\\.cu" "checked.mistakes.\\1" OUTPUT_VARIABLE mistakes)
book_needs("site/engine: checker" ${mistakes} checked.ch5_dot.dot checked.ch5_shared_bitmap.shared_bitmap_nosync
  checked.ch9_atomics.race checked.ch10_streams.missing_event)

# ---- the pages, and what a reader does in them

add_test(NAME "site/build"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/build.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}")
set_tests_properties("site/build" PROPERTIES FIXTURES_SETUP site TIMEOUT 1200 PROCESSORS 2)
foreach(name parts pages workbench firefox)
  add_test(NAME "site/${name}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/site/node.sh" "${CMAKE_CURRENT_SOURCE_DIR}/site/${name}.mjs" "${PROJECT_BINARY_DIR}")
  set_tests_properties("site/${name}" PROPERTIES FIXTURES_REQUIRED site TIMEOUT 900)
endforeach()
foreach(name build parts pages workbench firefox)
  book_label("site/${name}" site)
  set_tests_properties("site/${name}" PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
