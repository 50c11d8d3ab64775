# The notebook's magics, and the chapters' pages made notebooks, run as Jupyter would. Skipped where Debian's
# python3-nbclient and python3-ipykernel are not there.
foreach(page magics ch3_first_kernel ch4_blocks ch5_vector_add ch5_ripple ch5_dot ch5_shared_bitmap ch7_shared_memory
    ch8_const_texture ch9_atomics ch10_streams ch11_multi_gpu)
  set(what ${page})
  if(page MATCHES "^ch")
    set(what ${page}/README.md)
  endif()
  add_test(NAME "notebook/${page}"
    COMMAND sh "${CMAKE_CURRENT_SOURCE_DIR}/python.sh" "${CMAKE_CURRENT_SOURCE_DIR}/notebook.py" "${scratch}/checkout"
            "${PROJECT_BINARY_DIR}/notebook" ${what})
  book_label("notebook/${page}" notebook)
  set_tests_properties("notebook/${page}" PROPERTIES TIMEOUT 600 SKIP_RETURN_CODE 77 FIXTURES_REQUIRED checkout
    ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};BOOK_BUILD_DIR=${scratch}/build;CUDA_EMULATOR_SOURCE_ROOT=${scratch}/checkout/;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
    ENVIRONMENT_MODIFICATION "OMPI_MCA_orte_create_session_dirs=unset:") # mpirun needs them
endforeach()
