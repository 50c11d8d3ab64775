# Chapter 11, many GPUs: each program on one device and on several.

# book_devices_test(PROGRAM NAME "COUNTS" REGEX [ARG ...]): on the emulator with so many devices. In the
# REGEX, @N@ is their number and @S@ the s of a plural.
function(book_devices_test program name counts match)
  foreach(count ${counts})
    set(plural s)
    if(count EQUAL 1)
      set(plural "")
    endif()
    string(REPLACE "@N@" "${count}" regex "${match}")
    string(REPLACE "@S@" "${plural}" regex "${regex}")
    book_test(${program} "${name}, ${count} device${plural}" ARGS ${ARGN} MATCH "${regex}"
      ENVIRONMENT CUDA_EMULATOR_DEVICES=${count} FLAVOURS ${BOOK_EMULATOR_FLAVOURS} checked)
  endforeach()
endfunction()

# book_gpus_test(PROGRAM NAME REGEX [ARG ...]): on real GPUs, of which it needs two; Skipped elsewhere.
function(book_gpus_test program name match)
  book_script_test(${program} "${name}, several GPUs" two_gpus.sh 0 "${match}" PROGRAM ${ARGN}
    FLAVOURS gpu)
  if(TEST "gpu/${program}: ${name}, several GPUs")
    book_label("gpu/${program}: ${name}, several GPUs" "gpu;gpus")
  endif()
endfunction()

set(devices 1 2 3 4)

# ---- zero_copy

foreach(n 1 2 255 257 100003)
  book_test(ch11_multi_gpu/zero_copy "--n ${n}" ARGS --n ${n} MATCH "^PASSED: 8 of 8 sums are the exact ")
endforeach()
book_test(ch11_multi_gpu/zero_copy "by hand" ARGS --n 10 --reads 1 --blocks 3
  MATCH "^PASSED: 2 of 2 sums are the exact 24$") # 0 1 2 3 4 5 6 0 1 2
book_test(ch11_multi_gpu/zero_copy "clean" ARGS --n 3000 FLAVOURS checked)
book_integer_test(ch11_multi_gpu/zero_copy "n/0/1 to 288230376151711744" "reads/0/1 to 1000"
  "blocks/0/1 to 2147483647")
book_csv_test(ch11_multi_gpu/zero_copy "reads,copied_milliseconds,mapped_milliseconds" 2 --n 3000 --reads 3)

# ---- portable

foreach(row "1/0" "2/0" "3/2" "16/15" "1000003/999997")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 exact)
  book_devices_test(ch11_multi_gpu/portable "--n ${n}" "${devices}"
    "^PASSED: ${exact} on [1-4] GPUs?, exactly ${exact}$" --n ${n})
endforeach()
book_devices_test(ch11_multi_gpu/portable "default" "${devices}"
  "^PASSED: 999997 on @N@ GPU@S@, exactly 999997$")
book_test(ch11_multi_gpu/portable "--devices 2 of 3" ARGS --devices 2 MATCH "on 2 GPUs, exactly"
  ENVIRONMENT CUDA_EMULATOR_DEVICES=3 FLAVOURS emulator)
foreach(program portable dot_nccl)
  book_test(ch11_multi_gpu/${program} "--devices 3 of 2" ARGS --devices 3 EXIT 2
    MATCH "^option --devices: '3' is not accepted; here are 2$"
    ENVIRONMENT CUDA_EMULATOR_DEVICES=2 FLAVOURS emulator)
endforeach()
book_test(ch11_multi_gpu/portable "out of memory" ARGS --n 1000000 EXIT 1
  MATCH "^ch11_multi_gpu/portable.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation"
  ENVIRONMENT CUDA_EMULATOR_DEVICES=2 CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
book_integer_test(ch11_multi_gpu/portable "n/0/1 to 288230376151711744" "devices/0/1 to 1024")
book_test(ch11_multi_gpu/portable "default")
book_gpus_test(ch11_multi_gpu/portable "default" "^PASSED: 999997 on [2-9] GPUs")

# ---- peers

foreach(n 1 255 10007)
  book_devices_test(ch11_multi_gpu/peers "--n ${n}" "${devices}"
    "^PASSED: [0-9]+ of [0-9]+ moves of ${n} numbers? arrived whole, @N@ GPU@S@$" --n ${n} --repeat 2)
endforeach()
book_test(ch11_multi_gpu/peers "27 moves" ARGS --n 100 MATCH "^PASSED: 27 of 27 moves"
  ENVIRONMENT CUDA_EMULATOR_DEVICES=3 FLAVOURS emulator)
book_test(ch11_multi_gpu/peers "default" FLAVOURS emulator gpu)
book_integer_test(ch11_multi_gpu/peers "n/0/1 to 288230376151711744" "repeat/0/1 to 1000")
book_csv_test(ch11_multi_gpu/peers "way,from,to,gbytes_per_second" 3 --n 1000 --repeat 1)
book_gpus_test(ch11_multi_gpu/peers "with peer access" "^PASSED: .* [2-9] GPUs$")

# ---- dot_nccl

foreach(n 1 2 15 100003)
  book_devices_test(ch11_multi_gpu/dot_nccl "--n ${n}" "${devices}"
    "^PASSED: [0-9]+ of [0-9]+ sums are exact, on up to @N@ GPU@S@$" --n ${n} --repeat 2)
endforeach()
book_test(ch11_multi_gpu/dot_nccl "by hand" ARGS --n 16 MATCH "^weak    3 GPUs            48 elements: 3 of 3 have 47$"
  ENVIRONMENT CUDA_EMULATOR_DEVICES=3 FLAVOURS emulator)
book_test(ch11_multi_gpu/dot_nccl "default")
book_integer_test(ch11_multi_gpu/dot_nccl "n/0/1 to 281474976710656" "repeat/0/1 to 10000")
book_csv_test(ch11_multi_gpu/dot_nccl "scaling,gpus,n,milliseconds,efficiency" 2 --n 1000 --repeat 1)
book_gpus_test(ch11_multi_gpu/dot_nccl "2^31 elements" "^PASSED: .* on up to [2-9] GPUs$" --n 2147483648)
# Where one of several fails, all ends.
foreach(program portable peers dot_nccl)
  get_property(quick GLOBAL PROPERTY BOOK_QUICK_ch11_multi_gpu/${program})
  book_script_test(ch11_multi_gpu/${program} "each call fails, 2 devices" failing_calls.sh PROGRAM ${quick}
    ENVIRONMENT CUDA_EMULATOR_DEVICES=2 FLAVOURS emulator sanitized)
endforeach()
