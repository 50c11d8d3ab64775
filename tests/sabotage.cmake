# Broken copies of the chapter programs: each must be rejected, or the checks check nothing.
#
# sabotage/CHAPTER/PROGRAM/NAME.diff is how a copy differs from the program, or from a header of its chapter,
# and begins with how it is rejected; sabotage.sh says what may stand there. The copies of a program are made
# and compiled by one test, which comes first whichever of them are asked for (a fixture); one whose place is
# gone, or that does not compile, fails its own test, and nothing else.

file(GLOB programs RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}/sabotage" sabotage/*/*)
foreach(program ${programs})
  file(GLOB diffs CONFIGURE_DEPENDS "sabotage/${program}/*.diff")
  foreach(flavour ${BOOK_FLAVOURS})
    set(copies_${flavour} "")
  endforeach()
  foreach(diff ${diffs})
    file(STRINGS "${diff}" flavour REGEX "^flavour: " LIMIT_COUNT 1)
    string(REGEX REPLACE "^flavour: " "" flavour "${flavour}")
    if(NOT flavour)
      set(flavour emulator)
    endif()
    list(APPEND copies_${flavour} "${diff}")
  endforeach()
  foreach(flavour ${BOOK_FLAVOURS})
    if(NOT copies_${flavour})
      continue()
    endif()
    set(all "sabotage/${flavour}/${program}")
    add_test(NAME "${all}"
      COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/broken_copies.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}"
              ${flavour} ${copies_${flavour}})
    book_label("${all}" sabotage ${flavour})
    set_tests_properties("${all}" PROPERTIES TIMEOUT 300 FIXTURES_SETUP "${all}"
      REQUIRED_FILES "${PROJECT_BINARY_DIR}/recipes/${flavour}.unoptimised.ninja")
    foreach(diff ${copies_${flavour}})
      get_filename_component(name "${diff}" NAME_WE)
      string(REPLACE "_" " " name "${name}")
      add_test(NAME "${all}: ${name}"
        COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/sabotage.sh" "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}"
                "${diff}")
      book_label("${all}: ${name}" sabotage ${flavour})
      # What a kernel without its barrier or lock finds depends on which blocks run beside which: one worker
      # runs them one after the other, so that a broken copy is wrong the same way every time.
      set_tests_properties("${all}: ${name}" PROPERTIES TIMEOUT 120 SKIP_RETURN_CODE 77 FIXTURES_REQUIRED "${all}"
        ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};CUDA_EMULATOR_WORKERS=1")
    endforeach()
  endforeach()
endforeach()
