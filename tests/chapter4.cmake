# Chapter 4, blocks: what its programs find, and what they refuse.

# ---- add_vectors

foreach(n 1 2 31 1024 1025 65536 1000003)
  book_test(ch4_blocks/add_vectors "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${n} of ${n} sums are right$")
endforeach()
book_test(ch4_blocks/add_vectors "default" MATCH "^-9 [+] 81 = 72$" "^PASSED: 10 of 10 sums are right$")
# 2^31 - 1 blocks, and one element more.
foreach(n 2147483648 288230376151711744)
  book_test(ch4_blocks/add_vectors "--n ${n}" ARGS --n ${n} EXIT 2
    MATCH "^--n ${n} needs as many blocks; a grid of this device has up to 2147483647$")
endforeach()
book_test(ch4_blocks/add_vectors "out of memory" ARGS --n 2147483647 EXIT 1
  MATCH "add_vectors.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000000 FLAVOURS emulator)
book_integer_test(ch4_blocks/add_vectors "n/0/1 to 288230376151711744"
  "n/-5/1 to 288230376151711744" "n/1e6/1 to 288230376151711744")

# ---- julia

# Of odd sizes one pixel lies right in the middle.
foreach(size 1 2 15 33 333)
  math(EXPR pixels "${size} * ${size}")
  book_test(ch4_blocks/julia "--size ${size}" ARGS --size ${size} --out ch4_blocks.julia.${size}.ppm
    MATCH "^PASSED: [0-9]+ of ${pixels} pixels are as the CPU draws them, and 98 in 100 must be$")
endforeach()
# The emulator rounds as the CPU does: it is the CPU.
book_test(ch4_blocks/julia "default" FLAVOURS emulator
  MATCH "^PASSED: 1048576 of 1048576 pixels ")
book_test(ch4_blocks/julia "default" FLAVOURS gpu MATCH "^PASSED: [0-9]+ of 1048576 pixels ")
book_test(ch4_blocks/julia "out of device memory" ARGS --size 1000 EXIT 1
  MATCH "julia.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
book_test(ch4_blocks/julia "out of memory" ARGS --size 65535 EXIT 1
  MATCH "out of host memory: a picture of 65535 x 65535 pixels takes 17.2 GB|cudaErrorMemoryAllocation"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
book_integer_test(ch4_blocks/julia "size/0/1 to 65535" "size/65536/1 to 65535" "size/-5/1 to 65535"
  "size/abc/1 to 65535")
