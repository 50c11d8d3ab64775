# Chapter 3, a first kernel: what its programs find, and what they refuse.

# ---- hello

foreach(threads 1 31 1024)
  book_test(ch3_first_kernel/hello "--threads ${threads}" ARGS --threads ${threads}
    MATCH "^devices that run kernels: [1-9]" "^launched nothing<<<1, ${threads}>>>$" "^Hello, World!$"
          "^PASSED: the kernel was launched, and has ended without error$")
endforeach()
foreach(threads 0 1025 2147483647)
  book_test(ch3_first_kernel/hello "--threads ${threads}" ARGS --threads ${threads} EXIT 1
    MATCH "hello.cu:[0-9]+: cudaGetLastError\\(\\): cudaErrorInvalid(Value|Configuration) ")
endforeach()
book_integer_test(ch3_first_kernel/hello "threads/-1/0 to 2147483647" "threads/x/0 to 2147483647"
  "threads/2147483648/0 to 2147483647")

# ---- add_numbers

foreach(row "2/7/9" "-1/0/-1" "0/0/0" "1000000000/1000000000/2000000000"
            "-1000000000/-1000000000/-2000000000")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 a)
  list(GET row 1 b)
  list(GET row 2 sum)
  book_test(ch3_first_kernel/add_numbers "${a} + ${b}" ARGS --a ${a} --b ${b}
    MATCH "^${a} [+] ${b} = ${sum}$" "^PASSED: the device says ${sum}, the host ${sum}$")
endforeach()
# A GPU stops the kernel, or is one that reads the host's memory. The emulator refuses the copy.
book_test(ch3_first_kernel/add_numbers "--result host" ARGS --result host EXIT 1
  MATCH "add_numbers.cu:[0-9]+: cudaMemcpy.*: cudaErrorInvalidValue " FLAVOURS ${BOOK_EMULATOR_FLAVOURS})
book_script_test(ch3_first_kernel/add_numbers "--result host" chapter3/host_pointer.sh PROGRAM --result host
  FLAVOURS gpu)
book_test(ch3_first_kernel/add_numbers "--result host, checked" ARGS --result host EXIT 98
  MATCH "^CUDA checker: error: kernel touches memory of the host in kernel add$" FLAVOURS checked)
book_test(ch3_first_kernel/add_numbers "--result" ARGS --result both EXIT 2
  MATCH "option --result: 'both' is not accepted; device or host is$" FLAVOURS emulator gpu)
book_integer_test(ch3_first_kernel/add_numbers "a/x/-1000000000 to 1000000000"
  "a/1000000001/-1000000000 to 1000000000" "b/-1000000001/-1000000000 to 1000000000")

# ---- devices

book_test(ch3_first_kernel/devices "default"
  MATCH "^device 0: .*, [0-9.]+ GiB of memory$" "^  threads of a warp +32  everywhere$"
        "^PASSED: ([1-9][0-9]*) of \\1 numbers are as they must be, and device [0-9]+ is in use$")
book_test(ch3_first_kernel/devices "seven workers" FLAVOURS emulator
  ENVIRONMENT CUDA_EMULATOR_WORKERS=7 CUDA_EMULATOR_MEMORY=1610612736
  MATCH "^device 0: CPU emulator .7 cores., 1.5 GiB of memory$" "^  multiprocessors +7$"
        "^PASSED: 10 of 10 numbers")
book_test(ch3_first_kernel/devices "--capability 50" ARGS --capability 50
  MATCH "^chosen: device [0-9]+, of compute capability " "^PASSED: ")
book_test(ch3_first_kernel/devices "--capability 90" ARGS --capability 90 FLAVOURS emulator
  MATCH "^chosen: device 0, of compute capability 9.0$" "^PASSED: ")
# None is newer than the emulator's, and the choice falls on it nevertheless.
foreach(row 91/9.1 999/99.9)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 number)
  list(GET row 1 capability)
  book_test(ch3_first_kernel/devices "--capability ${number}" ARGS --capability ${number} EXIT 77
    MATCH "^cudaChooseDevice found none of compute capability ${capability}$" FLAVOURS emulator)
endforeach()
book_integer_test(ch3_first_kernel/devices "capability/-1/0 to 999" "capability/9.0/0 to 999"
  "capability/1000/0 to 999")
