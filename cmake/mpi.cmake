# Finds MPI, which is optional: the target book_mpi passes it on to every program that includes <mpi.h>, a
# reader's own too. The programs that need it (book_program's MPI) are left out where there is none.
add_library(book_mpi INTERFACE)
find_package(MPI QUIET COMPONENTS C)
if(MPI_C_FOUND)
  set(BOOK_HAS_MPI ON)
  target_include_directories(book_mpi SYSTEM INTERFACE "${MPI_C_HEADER_DIR}")
  target_link_options(book_mpi INTERFACE LINKER:--as-needed)
  target_link_libraries(book_mpi INTERFACE ${MPI_C_LIBRARIES})
else()
  set(BOOK_HAS_MPI OFF)
  message(NOTICE "book: no MPI (packages libopenmpi-dev and openmpi-bin): the programs of chapter 11 "
    "that run in several processes are left out")
endif()
