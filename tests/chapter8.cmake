# Chapter 8, constant and texture memory: what its programs find, and what they refuse.

# ---- const_add

foreach(n 1 31 255 257 65537)
  math(EXPR thrice "3 * ${n}")
  book_test(ch8_const_texture/const_add "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${thrice} of ${thrice} sums are right, and the table is what was written$")
endforeach()
foreach(row "0/21 31 30 40" "1/10 21 31 40" "2/10 20 21 31")
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 offset)
  list(GET row 1 entries)
  math(EXPR byte "4 * ${offset}")
  book_test(ch8_const_texture/const_add "--offset ${offset}" ARGS --offset ${offset}
    MATCH "^table  = ${entries}, 8 bytes of it written at byte ${byte}$" FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/const_add "past the end" ARGS --offset 3 EXIT 1
  MATCH "const_add.cu:[0-9]+: cudaMemcpyToSymbol.*: cudaErrorInvalidValue ")
foreach(option n/0/1/268435456 n/268435457/1/268435456 offset/4/0/3)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 low)
  list(GET option 3 high)
  book_test(ch8_const_texture/const_add "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from ${low} to ${high} is"
    FLAVOURS emulator gpu)
endforeach()

# ---- const_dot

foreach(n 1 2 255 256 257 16383 16384 16385 32769)
  book_test(ch8_const_texture/const_dot "--n ${n}" ARGS --n ${n} --repeat 2
    MATCH "^PASSED: ([36]) of \\1 results are the exact ")
endforeach()
book_test(ch8_const_texture/const_dot "a known sum" ARGS --n 3 # 1 * -300 + 2 * -299 + 3 * -298
  MATCH "^PASSED: 3 of 3 results are the exact -1792$")
foreach(row 16384/1 16385/2 200003/13)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 pieces)
  book_test(ch8_const_texture/const_dot "pieces of ${n}" ARGS --n ${n} --repeat 0
    MATCH "^constant in pieces +${pieces}  [0-9]+$" FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/const_dot "no times on a CPU" ARGS --n 1000 FLAVOURS emulator
  MATCH "^.not timed: on a CPU that acts as the device")
foreach(value 0 17179869185)
  book_test(ch8_const_texture/const_dot "--n '${value}'" ARGS --n=${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 17179869184 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/const_dot "out of memory" ARGS --n 300000000 EXIT 1
  MATCH "\\.cu:[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000000 FLAVOURS emulator)
book_csv_test(ch8_const_texture/const_dot
  "variant,n,launches,result,exact,milliseconds,kernels_alone" 3 --n 300)

# ---- tex_array

book_test(ch8_const_texture/tex_array "the ten numbers" MATCH "^0 2 4 6 8 10 12 14 16 18$")
foreach(n 1 2 7 257 65536)
  math(EXPR values "${n} + 1932")
  book_test(ch8_const_texture/tex_array "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${values} of ${values} values are right$")
endforeach()
# On, between and beyond the centres, in every mode: what the Programming Guide says.
foreach(row "-2.25/14/0/4/0/14.5/0/3.5/0/0/0" "-0.25/18/0/0/0/13.5/0/0/0/0/0"
            "0.75/0/0/0/0/0.5/0.5/0.5/0.5/0/0.05" "8.5/16/16/16/16/16/16/16/16/0.5961/0.5961"
            "9.75/18/18/18/18/13.5/18/18/13.5/0.7961/0.7961"
            "10.75/0/18/18/0/0.5/18/17.5/0/0.7961/0.7961" "11.5/2/18/16/0/2/18/16/0/0.7961/0.7961")
  string(REGEX MATCH "^[^/]+" x "${row}")
  string(REPLACE "/" " +" row "${row}")
  book_test(ch8_const_texture/tex_array "x = ${x}" MATCH "^ +${row}$" FLAVOURS emulator gpu)
endforeach()
foreach(value 0 1048577)
  book_test(ch8_const_texture/tex_array "--n ${value}" ARGS --n ${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 1048576 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/tex_array "too long" ARGS --n 1048576 EXIT 2
  MATCH "^option --n: a texture of one dimension has up to [0-9]+ texels here$"
  FLAVOURS emulator gpu)
book_csv_test(ch8_const_texture/tex_array "elements,coordinates,addressing,filter,x,value" 252)
book_chart_test(ch8_const_texture/tex_array)

# ---- tex_linear

book_test(ch8_const_texture/tex_linear "default"
  MATCH "^PASSED: 5000 of 5000 elements are equal, and there is 0 outside$")
foreach(n 1 253 254 255 256 257 65537)
  book_test(ch8_const_texture/tex_linear "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${n} of ${n} elements are equal, and there is 0 outside$")
endforeach()
foreach(value 0 1073741825)
  book_test(ch8_const_texture/tex_linear "--n ${value}" ARGS --n ${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 1073741824 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/tex_linear "too long" ARGS --n 1073741824 EXIT 2
  MATCH "^option --n: a texture on linear memory has up to [0-9]+ elements here$"
  FLAVOURS emulator) # an H200 takes as many

# ---- tex_integral

# By hand: 4 / (1 + 1/4); and the error of order 2, a 16th for four times as many samples.
book_test(ch8_const_texture/tex_integral "default"
  MATCH "^PASSED: 11 of 11 integrals are as near to pi as they must be$"
    "^ +1  3[.]2000000[0-9]+ " "^ +256 .* 1[.]27e-06 ")
foreach(row 1/1 2/2 255/5 257/6 16385/9)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 rows)
  book_test(ch8_const_texture/tex_integral "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${rows} of ${rows} integrals")
endforeach()
foreach(value 0 1073741825)
  book_test(ch8_const_texture/tex_integral "--n ${value}" ARGS --n ${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 1073741824 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/tex_integral "too long" ARGS --n 1073741824 EXIT 2
  MATCH "^option --n: a texture on linear memory has up to [0-9]+ elements here$"
  FLAVOURS emulator) # an H200 takes as many
book_csv_test(ch8_const_texture/tex_integral "n,integral,error,bound" 5 --n 256)
book_chart_test(ch8_const_texture/tex_integral --n 256)

# ---- tex_dot

foreach(row 1/4 255/4 1023/4 1024/4 1025/8 16383/12 16384/12 16385/16 32769/16)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 results)
  book_test(ch8_const_texture/tex_dot "--n ${n}" ARGS --n ${n} --repeat 1
    MATCH "^PASSED: ${results} of ${results} results are exact$")
endforeach()
book_test(ch8_const_texture/tex_dot "a known sum" ARGS --n 3 --repeat 0 # 1 * -300 + 2 * -299 + 3 * -298
  MATCH "^ +3 +-1792 +exact +exact +exact +exact$")
book_test(ch8_const_texture/tex_dot "no times on a CPU" ARGS --n 1000 FLAVOURS emulator
  MATCH "^.not timed: on a CPU that acts as the device")
foreach(option n/0/1/536870912 n/536870913/1/536870912 repeat/-1/0/1000)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 low)
  list(GET option 3 high)
  book_test(ch8_const_texture/tex_dot "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from ${low} to ${high} is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/tex_dot "too long" ARGS --n 536870912 EXIT 2
  MATCH "^option --n: a texture on linear memory has up to [0-9]+ elements here$"
  FLAVOURS emulator) # an H200 takes as many
book_csv_test(ch8_const_texture/tex_dot "n,variant,result,exact,milliseconds" 8 --n 1500)

# ---- pictures

# No 16 x 16 block divides these sizes.
foreach(size 1 15 17 100)
  math(EXPR twice "2 * ${size} * ${size}")
  book_test(ch8_const_texture/ray "--size ${size}" FLAVOURS emulator sanitized gpu
    ARGS --size ${size} --samples 1 --out ch8_const_texture.ray.${size}.ppm
    MATCH "^PASSED: [0-9]+ of ${twice} pixels compared are right$")
endforeach()
book_test(ch8_const_texture/ray "a sample of the pixels" FLAVOURS emulator gpu
  ARGS --size 200 --samples 4 --spheres 5 --repeat 2 --out ch8_const_texture.ray.sample.ppm
  MATCH "^PASSED: [0-9]+ of 16000 pixels compared are right$")
foreach(spheres 1 2 2048)
  book_test(ch8_const_texture/ray "--spheres ${spheres}" FLAVOURS emulator gpu
    ARGS --size 33 --samples 1 --spheres ${spheres} --out ch8_const_texture.ray.many.ppm
    MATCH "^PASSED: [0-9]+ of 2178 pixels compared are right$")
endforeach()
foreach(option size/0/1/1048560 samples/17/1/16 spheres/2049/1/2048 repeat/-1/0/1000)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 low)
  list(GET option 3 high)
  book_test(ch8_const_texture/ray "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from ${low} to ${high} is"
    FLAVOURS emulator gpu)
endforeach()
set(small --size 40 --samples 1 --spheres 5 --out sabotage.ppm)

foreach(texture 1d 2d none)
  foreach(size 1 2 15 17 65)
    math(EXPR cells "3 * ${size} * ${size}")
    book_test(ch8_const_texture/heat "--size ${size} --texture ${texture}"
      ARGS --size ${size} --frames 3 --steps 7 --texture ${texture}
           --out ch8_const_texture.heat.${texture}.${size}.ppm
      MATCH "^PASSED: ${cells} of ${cells} temperatures and ${cells} pixels are right, frames checked: 3$")
  endforeach()
endforeach()
book_test(ch8_const_texture/heat "--tick 300" FLAVOURS emulator gpu
  ARGS --size 40 --frames 2 --tick 300 --out ch8_const_texture.heat.tick.ppm
  MATCH "^PASSED: 3200 of 3200 temperatures and 3200 pixels are right, frames checked: 2$")
book_test(ch8_const_texture/heat "--texture 3d" ARGS --texture 3d EXIT 2
  MATCH "^heat: option --texture: '3d' is not accepted; 2d, 1d or none is$" FLAVOURS emulator gpu)
# More elements than linear memory may have as a texture; as nothing is written, it takes no memory.
book_test(ch8_const_texture/heat "too large for --texture 1d" ARGS --size 16385 --texture 1d EXIT 2
  MATCH "^option --size: 16385 rows of [0-9]+ are [0-9]+ elements; a texture on linear memory has up to [0-9]+ here$"
  ENVIRONMENT CUDA_EMULATOR_MEMORY=2147483648 FLAVOURS emulator) # an H200 takes as many
foreach(option size/0/1/32768 size/32769/1/32768 steps/0/1/100000 tick/-1/0/100000 frames/0/1/1000000)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 low)
  list(GET option 3 high)
  book_test(ch8_const_texture/heat "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from ${low} to ${high} is"
    FLAVOURS emulator gpu)
endforeach()
foreach(program heat ray)
  book_test(ch8_const_texture/${program} "out of device memory" EXIT 1
    ARGS --size 1000 --out ch8_const_texture.${program}.memory.ppm
    MATCH "\\.(cu|h):[0-9]+: cudaMalloc.*: cudaErrorMemoryAllocation \\(out of memory\\)"
    ENVIRONMENT CUDA_EMULATOR_MEMORY=1000000 FLAVOURS emulator)
  book_test(ch8_const_texture/${program} "--out where there is no folder" EXIT 2
    ARGS --size 20 --out no/such/folder/p.png MATCH "--out 'no/such/folder/p.png': "
    FLAVOURS emulator)
endforeach()
set(small --size 33 --frames 2 --out sabotage.ppm)
