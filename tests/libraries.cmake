# The libraries of a toolkit (emulator/libraries), and the headers of NVIDIA's samples. On a GPU the same programs run with
# NVIDIA's libraries.
foreach(test ${BOOK_LIBRARIES} cublas_batches cublas_extended cusolver_batches cusolver_values
    cusparse_products)
  string(REGEX REPLACE "_.*" "" library ${test})
  book_check(libraries/${test}.cu FLAVOURS emulator sanitized gpu UNOPTIMISED)
  foreach(flavour emulator sanitized)
    if(TARGET ${flavour}.tests.${test})
      target_link_libraries(${flavour}.tests.${test} PRIVATE library.${library} emulator_runtime.${flavour})
    endif()
  endforeach()
  if(TARGET gpu.tests.${test})
    find_package(CUDAToolkit REQUIRED)
    target_link_libraries(gpu.tests.${test} PRIVATE CUDA::${library})
  endif()
endforeach()
if(TARGET gpu.tests.cublas_extended)
  target_link_libraries(gpu.tests.cublas_extended PRIVATE CUDA::cublasLt)
endif()
book_check(libraries/helpers.cu FLAVOURS emulator UNOPTIMISED)

# What the checker says of their calls: see checker.cmake.
if("checked" IN_LIST BOOK_FLAVOURS)
  add_emulated(checked.mistakes.libraries libraries/mistakes.cu checked OUTPUT mistakes/libraries WARNINGS OFF)
  foreach(library ${BOOK_LIBRARIES})
    target_link_libraries(checked.mistakes.libraries PRIVATE library.${library} emulator_runtime.checked)
  endforeach()
  add_test(NAME "checked/libraries"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/mistakes.sh" $<TARGET_FILE:checked.mistakes.libraries>
            "${CMAKE_CURRENT_SOURCE_DIR}/libraries/mistakes.cu")
  book_label("checked/libraries" checked)
endif()
