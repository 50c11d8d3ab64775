# The viewer of ./book see: without a browser, and in real ones. Skipped where Node or the browser is not there.

add_test(NAME "see/parts"
  COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/see/node.sh" parts.mjs "${PROJECT_SOURCE_DIR}/emulator/viewer")
add_test(NAME "see/sabotage" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/see/sabotage.sh" "${PROJECT_SOURCE_DIR}")
foreach(browser chromium firefox)
  add_test(NAME "see/${browser}" COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/see/node.sh" viewer.mjs ${browser})
  # They wait for pictures of the screen, and a browser alone has more threads than there are processors.
  set_tests_properties("see/${browser}" PROPERTIES RUN_SERIAL TRUE FIXTURES_REQUIRED site)
endforeach()
foreach(name parts sabotage chromium firefox)
  book_label("see/${name}" site)
  set_tests_properties("see/${name}" PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
endforeach()
