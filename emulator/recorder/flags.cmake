# How programs are compiled for the recorder: as they stand in the source, so that each access of a statement is one in
# the code, in the order of the source. The emulator's own code, and the recorder's, is not compiled so.
target_sources(emulator_runtime.recorded PRIVATE ${recorder_sources})
target_compile_definitions(emulator_runtime.recorded PUBLIC CUDA_EMULATOR_RECORDED CUDA_EMULATOR_WHOLE_VECTORS)
target_compile_options(emulator_runtime.recorded INTERFACE
  -O0 -fsanitize=thread
  # addr2line of binutils 2.40 takes the numbers of files in version 5 for others.
  "SHELL:-gdwarf-4 -g1"
  # The vectors of CUDA have constructors here.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-class-memaccess>
  # Which accesses are volatile.
  $<$<CXX_COMPILER_ID:GNU>:--param=tsan-distinguish-volatile=1>
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-distinguish-volatile=1>"
  # Else it does not tell of a read where the same place is written soon after.
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-instrument-read-before-write=1>")
target_link_options(emulator_runtime.recorded INTERFACE LINKER:--wrap=memcpy,--wrap=memmove,--wrap=memset)
target_link_libraries(emulator_runtime.recorded PUBLIC ${CMAKE_DL_LIBS})
