# Broken copies of the chapter programs: each must be rejected, or the checks check nothing.

option(BOOK_SABOTAGE "Build the broken copies that must be rejected" ON)

# book_sabotage(CHAPTER/PROGRAM NAME FROM TO [ARGS ...] [EXIT CODE] [MATCH REGEX] [FLAVOURS ...]
#               [SCRIPT FILE] [HEADER FILE]):
# replaces the one place where FROM stands in the program's source, or in the header FILE of its
# chapter, by TO. The result must end with
# exit code 1 and FAILED, or as EXIT and MATCH say; or it is tests/SCRIPT that must find it wrong. What
# results do not tell, a missing barrier say, the flavour checked does, with EXIT 98.
function(book_sabotage program name from to)
  if(NOT BOOK_SABOTAGE)
    return()
  endif()
  cmake_parse_arguments(arg "" "EXIT;MATCH;SCRIPT;HEADER" "ARGS;FLAVOURS" ${ARGN})
  if(NOT DEFINED arg_EXIT)
    set(arg_EXIT 1)
  endif()
  if(NOT DEFINED arg_MATCH)
    set(arg_MATCH "^FAILED: ")
  endif()
  if(NOT arg_FLAVOURS)
    set(arg_FLAVOURS emulator)
  endif()
  set(original "${PROJECT_SOURCE_DIR}/${program}.cu")
  get_filename_component(chapter "${original}" DIRECTORY)
  set(changed "${original}")
  if(arg_HEADER)
    set(changed "${chapter}/${arg_HEADER}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${original}" "${changed}")
  file(READ "${changed}" text)
  string(FIND "${text}" "${from}" first)
  string(FIND "${text}" "${from}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "sabotage '${name}': '${from}' must stand exactly once in ${changed}")
  endif()
  string(REPLACE "${from}" "${to}" text "${text}")
  string(REPLACE "/" "." dotted "${program}")
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  set(broken "${PROJECT_BINARY_DIR}/sabotage/${dotted}.${identifier}.cu")
  if(arg_HEADER)
    set(header "${PROJECT_BINARY_DIR}/sabotage/${dotted}.${identifier}.h")
    string(REPLACE "\"../common/" "\"${PROJECT_SOURCE_DIR}/common/" text "${text}")
    file(GENERATE OUTPUT "${header}" CONTENT "${text}")
    file(READ "${original}" text)
    string(REPLACE "\"${arg_HEADER}\"" "\"${header}\"" text "${text}")
  endif()
  # The copy lies elsewhere: where are the chapter's own headers?
  string(REGEX REPLACE "#include \"([a-z_]+[.]h)\"" "#include \"${chapter}/\\1\"" text "${text}")
  file(GENERATE OUTPUT "${broken}" CONTENT "${text}")
  set(runner "")
  if(arg_SCRIPT)
    set(runner sh "${PROJECT_SOURCE_DIR}/tests/${arg_SCRIPT}")
  endif()
  foreach(flavour ${arg_FLAVOURS})
    if(NOT flavour IN_LIST BOOK_FLAVOURS)
      continue()
    endif()
    set(target ${flavour}.sabotage.${dotted}.${identifier})
    # There are hundreds: compiled soon, not to run fast.
    add_emulated(${target} "${broken}" ${flavour} WARNINGS OFF QUICK
      OUTPUT sabotage/${dotted}.${identifier})
    set(test "sabotage/${flavour}/${program}: ${name}")
    add_test(NAME "${test}"
      COMMAND sh "${PROJECT_SOURCE_DIR}/tests/expect.sh" ${arg_EXIT} "${arg_MATCH}"
              ${runner} $<TARGET_FILE:${target}> ${arg_ARGS})
    # What a kernel without its barrier or lock finds depends on which blocks run beside which: one
    # worker runs them one after the other, so that a broken copy is wrong the same way every time.
    set_tests_properties("${test}" PROPERTIES LABELS "sabotage;${flavour}" TIMEOUT 120
      ENVIRONMENT "${BOOK_TEST_ENVIRONMENT};CUDA_EMULATOR_WORKERS=1")
  endforeach()
endfunction()

book_sabotage(ch5_vector_add/add_threads "wrong index" "int tid = threadIdx.x;"
  "int tid = blockIdx.x;")
book_sabotage(ch5_vector_add/add_threads "lost last element" "if (tid < n)" "if (tid < n - 1)")
book_sabotage(ch5_vector_add/add_threads "leak" "    HANDLE_ERROR(cudaFree(dev_b));\n" ""
  SCRIPT failing_calls.sh MATCH "leak: 4000 bytes of device memory")
book_sabotage(ch5_vector_add/add_threads "unchecked launch" "    HANDLE_LAUNCH(\"add\");\n" ""
  SCRIPT failing_calls.sh MATCH "exit code 1 instead|the error is not named")
book_sabotage(ch5_vector_add/add_blocks "lost tail" "(n + threadsPerBlock - 1) / threadsPerBlock"
  "n / threadsPerBlock" ARGS --n 129)
book_sabotage(ch5_vector_add/add_blocks "neighbour's element" "a[tid] + b[tid]"
  "a[tid] + b[tid ^ 1]")
book_sabotage(ch5_vector_add/add_blocks "no tail guard" "if (tid < n)" "if (true)" ARGS --n 129
  FLAVOURS sanitized MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch5_vector_add/add_loop "one round only"
  "tid += (long long)blockDim.x * gridDim.x;" "tid = n;")
book_sabotage(ch5_vector_add/add_loop "stride too long" "blockDim.x * gridDim.x;"
  "blockDim.x * gridDim.x + 1;")
book_sabotage(ch5_dot/dot "no barrier before the tree" "__syncthreads(); // nobody may read"
  "// nobody may read")
book_sabotage(ch5_dot/dot "no barrier in the tree" "        __syncthreads();\n    }" "    }")
book_sabotage(ch5_dot/dot "wrong partner" "cache[cacheIndex + i]" "cache[cacheIndex + 1]")
book_sabotage(ch5_dot/dot "lost last element" "while (tid < n)" "while (tid < n - 1)")
book_sabotage(ch5_dot/dot "not a number" "float temp = 0;" "float temp = NAN;")
book_sabotage(ch5_dot/dot "lost block" "for (int i = 0; i < blocksPerGrid; i++)"
  "for (int i = 0; i < blocksPerGrid - 1; i++)")
book_sabotage(ch5_dot/dot "unchecked NaN at the end" "return book_verdict(ok," 
  "c = NAN;\n    return book_verdict(book_close(c, (double)exact, bound),")
book_sabotage(ch5_ripple/ripple "time stands still" "(unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - ticks / 7.0f)"
  "(unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - 0 * ticks)" ARGS --size 33 --frames 2)
book_sabotage(ch5_ripple/ripple "frame not copied" "cudaMemcpy(d->bitmap->get_ptr(), d->dev_bitmap, d->bitmap->image_size(),"
  "cudaMemcpy(d->bitmap->get_ptr(), d->dev_bitmap, 0," ARGS --size 33 --frames 2)
book_sabotage(ch5_ripple/ripple "rows too long" "x + (size_t)y * size;" "x + (size_t)y * (size - 1);"
  ARGS --size 33 --frames 1)
book_sabotage(ch5_ripple/ripple "no edge guard" "if (x >= size || y >= size)" "if (false)"
  ARGS --size 17 --frames 1 FLAVOURS sanitized MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch5_ripple/ripple "lost edge" "(d->size + 15) / 16, (d->size + 15) / 16" 
  "d->size / 16, (d->size + 15) / 16" ARGS --size 33 --frames 1)
book_sabotage(ch5_ripple/ripple "leak" "HANDLE_ERROR(cudaFree(((DataBlock *)data)->dev_bitmap));"
  "(void)data;" SCRIPT failing_calls.sh ARGS --size 33 --frames 1 MATCH "leak: 4356 bytes")
book_sabotage(ch5_ripple/ripple_gpu "no blue" "make_uchar4(grey, grey, grey, 255)"
  "make_uchar4(grey, grey, 0, 255)" ARGS --size 33 --frames 1)
book_sabotage(ch5_shared_bitmap/shared_bitmap "no barrier" "__syncthreads(); // nobody may read"
  "// nobody may read")
book_sabotage(ch5_shared_bitmap/shared_bitmap "wrong partner" "tile[15 - threadIdx.x]"
  "tile[threadIdx.x]")
book_sabotage(ch5_shared_bitmap/shared_bitmap "edge does not write"
  "tile[threadIdx.x][threadIdx.y] =" "if (x < size && y < size) tile[threadIdx.x][threadIdx.y] ="
  ARGS --size 33)
book_sabotage(ch5_shared_bitmap/shared_bitmap_nosync "with the barrier"
  "// here __syncthreads() is missing" "__syncthreads();" MATCH "^FAILED: .* 0 of 262144 pixels")
