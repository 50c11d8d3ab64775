# Chapter 11's programs of several processes: what they find with 1, 2, 3 and 4 ranks, and that all of them end
# when one does.
if(NOT BOOK_HAS_MPI)
  return()
endif()

# ranks_test(PROGRAM NAME RANKS EXIT REGEX [ARG ...]): as book_test, by mpirun.
function(ranks_test program name ranks exit regex)
  book_script_test(ch11_multi_gpu/${program} "${ranks} ranks, ${name}" expect.sh ${exit} "${regex}"
    sh "${CMAKE_CURRENT_SOURCE_DIR}/ranks.sh" PROGRAM ${ARGN}
    FLAVOURS emulator gpu ENVIRONMENT BOOK_RANKS=${ranks})
endfunction()

# MPI keeps memory of its own to the end.
foreach(program dot_mpi histogram_mpi)
  book_test(ch11_multi_gpu/${program} "default" ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
endforeach()
book_test(ch11_multi_gpu/heat_mpi "default" FLAVOURS ${not_sanitized})
book_test(ch11_multi_gpu/heat_mpi "--size 40 --steps 60" ARGS --size 40 --steps 60 FLAVOURS sanitized
  ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
foreach(ranks 2 3 4)
  foreach(n 1 3 1000003) # some of 4 ranks have no element of 3
    ranks_test(dot_mpi "--n ${n}" ${ranks} 0 "^PASSED: " --n ${n})
  endforeach()
  ranks_test(heat_mpi "a row each" ${ranks} 0 "^PASSED: of [0-9]+ temperatures" --size ${ranks} --steps 9
    --out row${ranks}.ppm)
  ranks_test(heat_mpi "--size 101" ${ranks} 0
    "^PASSED: of 10201 temperatures 10201 are one device's, the last step of 10201 is the CPU's$"
    --size 101 --steps 150 --out ${ranks}.ppm)
  ranks_test(histogram_mpi "11 parts" ${ranks} 0
    "^PASSED: 10001 of 10001 bytes counted. 256 of 256 counts are the CPU's$" --n 10001 --part 1000)
  ranks_test(histogram_mpi "a file" ${ranks} 0 "^PASSED: [0-9]+ of [0-9]+ bytes counted. 256 of 256"
    "${PROJECT_SOURCE_DIR}/README.md" --part 4096)
endforeach()
ranks_test(histogram_mpi "an empty file" 2 0 "^PASSED: 0 of 0 bytes counted. 256 of 256" --n 0)

# What cannot be done is said once, and not by each of them.
ranks_test(dot_mpi "a usage error" 3 2 "^dot_mpi: option --n: 'x' is not accepted" --n x)
ranks_test(dot_mpi "help" 3 0 "^  --help " --help)
ranks_test(heat_mpi "too few rows" 3 2 "^option --size: 2 rows are too few for 3 ranks$" --size 2)
ranks_test(histogram_mpi "no such file" 3 2
  "^option --file: cannot read 'no/such/file': No such file or directory$" no/such/file)
ranks_test(histogram_mpi "a folder" 3 2 "^option --file: cannot read '/': it is not a regular file$" /)

# A rank that fails ends the others, which wait for it. Only the emulator can be asked to fail.
foreach(program dot_mpi heat_mpi histogram_mpi)
  book_script_test(ch11_multi_gpu/${program} "3 ranks, one fails" expect.sh 1
    "ch11_multi_gpu/(${program}.cu|strip.h|halo.h):[0-9]+: .*: cudaError"
    sh "${CMAKE_CURRENT_SOURCE_DIR}/ranks.sh" PROGRAM
    FLAVOURS emulator ENVIRONMENT BOOK_RANKS=3 BOOK_FAILING_CALL=7)
endforeach()
book_script_test(ch11_multi_gpu/dot_mpi "3 ranks, no device" expect.sh 77 "cudaErrorNoDevice"
  sh "${CMAKE_CURRENT_SOURCE_DIR}/ranks.sh" PROGRAM FLAVOURS emulator ENVIRONMENT CUDA_EMULATOR_NO_DEVICE=1)
book_script_test(ch11_multi_gpu/histogram_mpi "side by side" chapter11/side_by_side.sh PROGRAM FLAVOURS emulator)

# The picture does not depend on how many draw it.
book_script_test(ch11_multi_gpu/heat_mpi "the same picture" chapter11/same_picture.sh PROGRAM
  FLAVOURS emulator gpu)
