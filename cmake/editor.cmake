# build/editor/compile_commands.json: how clangd reads the programs (see .clangd and emulator/editor/cuda.h), and a file
# of the reader's own beside them.
function(book_write_editor_commands)
  get_property(programs GLOBAL PROPERTY BOOK_PROGRAMS)
  set(flags -xcuda --cuda-host-only -nocudainc -nocudalib -std=c++17 -Wall -Wextra -Wno-unknown-cuda-version
    -isystem ${PROJECT_SOURCE_DIR}/emulator/include -I${PROJECT_SOURCE_DIR} -I${PROJECT_SOURCE_DIR}/common
    -include ${PROJECT_SOURCE_DIR}/emulator/editor/cuda.h)
  if(MPI_C_HEADER_DIR) # and not what CMake says where there is none
    foreach(folder ${MPI_C_HEADER_DIR})
      list(APPEND flags -isystem ${folder})
    endforeach()
  endif()
  list(TRANSFORM flags REPLACE "(.+)" "\"\\1\"")
  list(JOIN flags ", " flags)
  set(entries "")
  foreach(program ${programs})
    list(APPEND entries "{\"directory\": \"${PROJECT_SOURCE_DIR}\", \"file\": \"${program}.cu\",\n \
\"arguments\": [\"clang++\", ${flags}, \"${program}.cu\"]}")
  endforeach()
  list(JOIN entries ",\n" entries)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/editor/compile_commands.json" CONTENT "[${entries}]\n" @ONLY)
endfunction()
