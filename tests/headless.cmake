# Windows without a screen: CUDA and OpenGL share a buffer, on a GPU in a rack as on the emulator.
find_package(OpenGL QUIET COMPONENTS OpenGL EGL)
if(TARGET OpenGL::EGL AND TARGET OpenGL::OpenGL)
  add_library(headless_glut STATIC EXCLUDE_FROM_ALL headless/headless_glut.c)
  target_include_directories(headless_glut BEFORE PUBLIC headless)
  target_link_libraries(headless_glut PUBLIC OpenGL::EGL OpenGL::OpenGL)
  set(source "${PROJECT_SOURCE_DIR}/ch5_ripple/ripple_gpu.cu")
  add_emulated(emulator.tests.interop "${source}" emulator OUTPUT tests/interop
    PICTURES headless_glut)
  if(BOOK_HAS_NVCC)
    add_gpu(gpu.tests.interop "${source}" OUTPUT tests/interop PICTURES headless_glut)
  endif()
endif()
