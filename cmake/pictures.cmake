# Finds the libraries by which programs show pictures or write them, all optional: the target
# book_pictures passes on those that are there. What is missing is said in lines that begin with
# "book: ", which the command `book` shows.
add_library(book_pictures INTERFACE)
# A program that opens no window must not load OpenGL all the same.
target_link_options(book_pictures INTERFACE LINKER:--as-needed)

find_package(OpenGL QUIET)
find_package(GLUT QUIET)
find_path(BOOK_FREEGLUT_INCLUDE_DIR GL/freeglut.h)
mark_as_advanced(BOOK_FREEGLUT_INCLUDE_DIR)
if(OPENGL_FOUND AND GLUT_FOUND AND BOOK_FREEGLUT_INCLUDE_DIR)
  set(BOOK_HAS_GL ON)
  target_link_libraries(book_pictures INTERFACE GLUT::GLUT OpenGL::GL)
else()
  set(BOOK_HAS_GL OFF)
  target_compile_definitions(book_pictures INTERFACE BOOK_NO_GL)
  message(NOTICE "book: no OpenGL and freeglut (package freeglut3-dev): no program opens a window, "
    "all pictures go to files")
endif()

find_package(PNG QUIET)
if(PNG_FOUND)
  target_compile_definitions(book_pictures INTERFACE BOOK_PNG)
  target_link_libraries(book_pictures INTERFACE PNG::PNG)
else()
  message(NOTICE "book: no libpng (package libpng-dev): pictures are written as PPM files")
endif()

find_path(WEBP_INCLUDE_DIR webp/mux.h)
find_library(WEBP_LIBRARY webp)
find_library(WEBPMUX_LIBRARY webpmux)
mark_as_advanced(WEBP_INCLUDE_DIR WEBP_LIBRARY WEBPMUX_LIBRARY)
if(WEBP_INCLUDE_DIR AND WEBP_LIBRARY AND WEBPMUX_LIBRARY)
  set(BOOK_HAS_WEBP ON)
  target_compile_definitions(book_pictures INTERFACE BOOK_WEBP)
  target_include_directories(book_pictures SYSTEM INTERFACE "${WEBP_INCLUDE_DIR}")
  target_link_libraries(book_pictures INTERFACE "${WEBPMUX_LIBRARY}" "${WEBP_LIBRARY}")
else()
  set(BOOK_HAS_WEBP OFF)
  message(NOTICE "book: no libwebp (package libwebp-dev): animations are written as one file for "
    "each frame")
endif()
