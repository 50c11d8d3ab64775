# build/toolkit: the emulator as a CUDA toolkit lies, with an nvcc that Makefiles and CMake can call, for
# `./book nvcc` and to be installed by itself. The target `toolkit` makes it.
set(toolkit "${PROJECT_BINARY_DIR}/toolkit")
set(toolkit_flavours emulator checked portable)
foreach(flavour ${toolkit_flavours})
  if(NOT flavour IN_LIST BOOK_FLAVOURS)
    return()
  endif()
endforeach()

# How compilers are called stands in CMake once: taken from what it calls for a stand-in.
set(stand_ins "")
foreach(flavour ${toolkit_flavours})
  set(target toolkit.${flavour}.stand_in)
  rewrite_for_cpu(compiled ${target} ${flavour} "${stand_in}")
  add_executable(${target} EXCLUDE_FROM_ALL ${compiled})
  target_link_libraries(${target} PRIVATE emulator_runtime.${flavour})
  target_compile_options(${target} PRIVATE -Wformat -Wno-format-zero-length) # as nvcc by itself
  book_precompiled_header(${target} ${flavour} "")
  # A launcher that the environment names, ccache for one, is for the build of the suite.
  set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "" C_COMPILER_LAUNCHER "" CXX_LINKER_LAUNCHER "")
  list(APPEND stand_ins ${target})
endforeach()

file(MAKE_DIRECTORY "${toolkit}/bin" "${toolkit}/lib64" "${toolkit}/nvvm/libdevice")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/emulator/include" "${toolkit}/include" SYMBOLIC)
file(CREATE_LINK "${PROJECT_BINARY_DIR}/emulated_cccl" "${toolkit}/emulated_cccl" SYMBOLIC)
file(CREATE_LINK "${PROJECT_BINARY_DIR}/tools/cuda_rewrite" "${toolkit}/bin/cuda_rewrite" SYMBOLIC)
foreach(flavour ${toolkit_flavours})
  set(library libemulator_runtime.${flavour}.a)
  file(CREATE_LINK "${PROJECT_BINARY_DIR}/tools/${library}" "${toolkit}/lib64/${library}" SYMBOLIC)
endforeach()
# Makefiles that link by themselves ask for these. The first two are texts that the linker reads: they bring what the
# runtime is written with, because gcc links no C++ library. The last two are empty: one is needed on a GPU only, and of
# the other the headers do all; but FindCUDAToolkit of CMake 3.25 ends with an error where a toolkit lacks it.
file(WRITE "${toolkit}/lib64/libcudart.so"
  "INPUT(-lcudart_static -lstdc++ -lm -lpthread -ldl -lrt)\n")
file(WRITE "${toolkit}/lib64/libcuda.so" "INPUT(-lcudart)\n")
foreach(name cudart cudart_static)
  file(CREATE_LINK libemulator_runtime.emulator.a "${toolkit}/lib64/lib${name}.a" SYMBOLIC)
endforeach()
# For `g++ -lcublas`: the archive, and the runtime behind it.
foreach(library ${BOOK_LIBRARIES})
  file(CREATE_LINK "${PROJECT_BINARY_DIR}/tools/lib${library}.a" "${toolkit}/lib64/lib${library}.a" SYMBOLIC)
  file(WRITE "${toolkit}/lib64/lib${library}.so" "INPUT(-l:lib${library}.a -lcudart)\n")
endforeach()
foreach(script compile link)
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/cmake/${script}.sh" "${toolkit}/bin/${script}.sh" SYMBOLIC)
endforeach()
foreach(name cudadevrt nvToolsExt)
  file(WRITE "${toolkit}/lib64/lib${name}.a" "!<arch>\n")
endforeach()

set(script "${PROJECT_SOURCE_DIR}/emulator/nvcc/nvcc.sh")
set(profile "${PROJECT_SOURCE_DIR}/cmake/toolkit_profile.sh")
add_custom_command(OUTPUT "${toolkit}/bin/nvcc"
  COMMAND sh "${profile}" "${CMAKE_MAKE_PROGRAM}" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}"
          "${CMAKE_CXX_COMPILER}" ${CMAKE_CXX_COMPILER_ID} "${CMAKE_C_COMPILER}" ${toolkit_flavours} > "${toolkit}/bin/nvcc.profile"
  COMMAND "${CMAKE_COMMAND}" -E copy "${script}" "${toolkit}/bin/nvcc"
  COMMAND chmod +x "${toolkit}/bin/nvcc"
  DEPENDS "${script}" "${profile}" "${PROJECT_BINARY_DIR}/build.ninja"
  COMMENT "Writing nvcc"
  VERBATIM)
add_custom_target(toolkit DEPENDS "${toolkit}/bin/nvcc")
add_dependencies(toolkit cuda_rewrite)
foreach(flavour ${toolkit_flavours})
  add_dependencies(toolkit emulator_runtime.${flavour})
endforeach()
foreach(library ${BOOK_LIBRARIES})
  add_dependencies(toolkit library.${library})
endforeach()
foreach(flavour emulator checked)
  add_dependencies(toolkit ${flavour}.precompiled)
endforeach()

# By itself: cmake --build build --target toolkit, cmake --install build --prefix FOLDER. Another project's CMake finds
# it as the package CudaEmulator.
set(destination lib/cuda-emulator)
install(PROGRAMS "${toolkit}/bin/nvcc" cmake/compile.sh cmake/link.sh DESTINATION ${destination}/bin)
install(DIRECTORY emulator/include/ DESTINATION ${destination}/include)
install(DIRECTORY "${PROJECT_BINARY_DIR}/emulated_cccl" DESTINATION ${destination} OPTIONAL)
install(FILES "${toolkit}/lib64/libcudart.so" "${toolkit}/lib64/libcuda.so"
  "${toolkit}/lib64/libcudadevrt.a" "${toolkit}/lib64/libnvToolsExt.a" DESTINATION ${destination}/lib64)
set(exported emulator_runtime.emulator emulator_runtime.checked)
foreach(library ${BOOK_LIBRARIES})
  install(FILES "$<TARGET_FILE:library.${library}>" "${toolkit}/lib64/lib${library}.so" DESTINATION ${destination}/lib64)
endforeach()
if(NOT BOOK_TOOLS)
  list(APPEND exported cuda_rewrite)
  set_target_properties(emulator_runtime.emulator PROPERTIES EXPORT_NAME emulator)
  set_target_properties(emulator_runtime.checked PROPERTIES EXPORT_NAME checked)
  install(TARGETS ${exported} emulator_runtime.portable EXPORT CudaEmulatorTargets
    RUNTIME DESTINATION ${destination}/bin
    ARCHIVE DESTINATION ${destination}/lib64)
  install(EXPORT CudaEmulatorTargets NAMESPACE CudaEmulator:: DESTINATION lib/cmake/CudaEmulator)
  install(FILES emulator/nvcc/CudaEmulatorConfig.cmake DESTINATION lib/cmake/CudaEmulator)
endif()
# The header that is compiled already stays in this build.
install(CODE "
  set(top \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${destination}\")
  file(READ \"${toolkit}/bin/nvcc.profile\" text)
  string(REGEX REPLACE \" -include [^ ]*cmake_pch.hxx\" \"\" text \"\${text}\")
  file(WRITE \"\${top}/bin/nvcc.profile\" \"\${text}\")
  file(MAKE_DIRECTORY \"\${top}/emulated_cccl\" \"\${top}/nvvm/libdevice\" \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin\")
  foreach(name cudart cudart_static)
    file(CREATE_LINK libemulator_runtime.emulator.a \"\${top}/lib64/lib\${name}.a\" SYMBOLIC)
  endforeach()
  file(CREATE_LINK ../${destination}/bin/nvcc \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/bin/cuda-emulator-nvcc\" SYMBOLIC)")
