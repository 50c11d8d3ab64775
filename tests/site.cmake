# What runs in a browser.

# ---- The engine: the emulator on WebAssembly, under Node. Each group is many tests; what they are
# compiled to is kept for the others.
foreach(group programs windows conformance faults compiler)
  set(test "site/engine: ${group}")
  add_test(NAME "${test}"
    COMMAND sh "${PROJECT_SOURCE_DIR}/site/engine/test.sh" "${PROJECT_BINARY_DIR}/site" ${group})
  book_label("${test}" site)
  set_tests_properties("${test}" PROPERTIES TIMEOUT 1800 SKIP_RETURN_CODE 77 RESOURCE_LOCK site_engine)
endforeach()
# ---- End of the engine.
