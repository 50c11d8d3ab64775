# How programs are compiled for the profiler: the compilers call it before each access to memory. An access of the source
# is to have one address in the code, the same for all threads, and what nvcc keeps in a register is to be no access: g++
# and clang++ then give the same figures. The emulator's own code, and the profiler's, is not compiled so.
target_sources(emulator_runtime.profiled PRIVATE ${profiler_sources})
target_compile_definitions(emulator_runtime.profiled PUBLIC CUDA_EMULATOR_PROFILED CUDA_EMULATOR_WHOLE_VECTORS)
target_compile_options(emulator_runtime.profiled INTERFACE
  -O2 -fsanitize=thread
  # addr2line of binutils 2.40 takes the numbers of files in version 5 for others.
  "SHELL:-gdwarf-4 -g1"
  # A loop that the rewriter has marked seems to end.
  -Wno-return-type
  # The vectors of CUDA have constructors here.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-class-memaccess>
  # Who calls as the last thing that it does must still be found on the stack.
  -fno-optimize-sibling-calls
  # Vectors may read what the program does not, and are no accesses of one thread.
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:-fno-tree-vectorize -fno-tree-slp-vectorize -fno-tree-loop-distribute-patterns>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-fno-vectorize -fno-slp-vectorize -mllvm -disable-loop-idiom-all>"
  # One access would become several.
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:-fno-thread-jumps -fno-split-paths -fno-unroll-loops -fno-peel-loops>"
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:-fno-unswitch-loops -fno-split-loops -fno-reorder-blocks -fno-partial-inlining>"
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:-fno-ipa-cp-clone>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-fno-unroll-loops -mllvm -jump-threading-threshold=0>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -unroll-allow-peeling=false -mllvm -enable-nontrivial-unswitch=false>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -disable-tail-duplicate -mllvm -disable-early-taildup>"
  # Several would become one, or move to where only some threads are.
  "$<$<CXX_COMPILER_ID:GNU>:SHELL:-fno-tree-sink -fno-code-hoisting -fno-ipa-icf -fno-tree-tail-merge -fno-crossjumping>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -instcombine-code-sinking=false -mllvm -enable-tail-merge=false>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -simplifycfg-merge-cond-stores=false>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -simplifycfg-hoist-cond-stores=false>"
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -simplifycfg-sink-common=false>"
  # Else it does not tell of a read where the same place is written soon after.
  "$<$<CXX_COMPILER_ID:Clang>:SHELL:-mllvm -tsan-instrument-read-before-write=1>")
target_link_options(emulator_runtime.profiled INTERFACE LINKER:--wrap=memcpy,--wrap=memmove,--wrap=memset)
target_link_libraries(emulator_runtime.profiled PUBLIC ${CMAKE_DL_LIBS})
