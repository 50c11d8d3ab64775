# Chapter 8, constant and texture memory: what its programs find, what they refuse, and broken copies.

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
book_sabotage(ch8_const_texture/const_add "offset in elements" "sizeof others, offset * sizeof(int)" "sizeof others, offset")
book_sabotage(ch8_const_texture/const_add "size in elements" "others, sizeof others, offset"
  "others, 2, offset")
book_sabotage(ch8_const_texture/const_add "number not copied"
  "HANDLE_ERROR(cudaMemcpyToSymbol(addend, &two, sizeof two));" ""
  MATCH "^FAILED: 2000 of 3000 sums are right, and")
book_sabotage(ch8_const_texture/const_add "each thread its own entry" "b[i] + table[i / 32 % ENTRIES]"
  "b[i] + table[i % ENTRIES]")
book_sabotage(ch8_const_texture/const_add "neighbour's element" "a[i] + b[i] + addend"
  "a[i] + b[i ^ 1] + addend")
book_sabotage(ch8_const_texture/const_add "lost tail" "(n + threadsPerBlock - 1) / threadsPerBlock"
  "n / threadsPerBlock")
book_sabotage(ch8_const_texture/const_add "no tail guard" "    if (i < n)
        c[i] = a[i] + b[i] + addend;" "    c[i] = a[i] + b[i] + addend;"
  FLAVOURS sanitized MATCH "AddressSanitizer: heap-buffer-overflow")

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
  MATCH "^.on a CPU both memories are the same one: no times.$")
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
book_sabotage(ch8_const_texture/const_dot "piece not copied" "if (variant == CONSTANT && copies)"
  "if (variant == CONSTANT && copies && first == 0)" MATCH "^FAILED: 2 of 3")
book_sabotage(ch8_const_texture/const_dot "always the first piece" "dev_b + first, count * sizeof(int)"
  "dev_b, count * sizeof(int)" MATCH "^FAILED: 2 of 3")
book_sabotage(ch8_const_texture/const_dot "last piece lost" "first < n; first += step"
  "first + step <= n; first += step" MATCH "^FAILED: 1 of 3")
# One block: with several, what each misses is what the next one finds, and the sum may come out right.
book_sabotage(ch8_const_texture/const_dot "no barrier" "__syncthreads(); // nobody may add"
  "// nobody may add" ARGS --n 256)
book_sabotage(ch8_const_texture/const_dot "rounded to an int" "(long long)a[i] * constant_b[i]"
  "(short)(a[i] * constant_b[i])" MATCH "^FAILED: 2 of 3")
book_sabotage(ch8_const_texture/const_dot "no tail guard" "i < n ? (long long)a[i] * b[i] : 0"
  "(long long)a[i] * b[i]" ARGS --n 257 FLAVOURS sanitized
  MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch8_const_texture/const_dot "leak" "    HANDLE_ERROR(cudaFree(dev_b));\n" ""
  SCRIPT failing_calls.sh ARGS --n 1000 MATCH "leak: 4000 bytes of device memory")

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
book_sabotage(ch8_const_texture/tex_array "another place" "texture, x[i])" "texture, x[i] + 0.25f)")
book_sabotage(ch8_const_texture/tex_array "addressing not set" "how.addressMode[0] = by.addressing;" "")
book_sabotage(ch8_const_texture/tex_array "filter not set" "how.filterMode = by.filter;" "")
book_sabotage(ch8_const_texture/tex_array "coordinates not normalised"
  "how.normalizedCoords = by.normalised;" "")
book_sabotage(ch8_const_texture/tex_array "bytes as bytes" "by.bytes ? cudaReadModeNormalizedFloat :" ""
  MATCH "cudaErrorInvalidFilterSetting")
book_sabotage(ch8_const_texture/tex_array "array not filled" "data, bytes, bytes, 1, cudaMemcpy"
  "data, bytes, bytes, 0, cudaMemcpy" MATCH "^FAILED: |cudaErrorInvalidValue")
book_sabotage(ch8_const_texture/tex_array "lost element" "if (i < n)
        out[i]"
  "if (i < n - 1)
        out[i]" MATCH "^FAILED: 1927 of 1942 ")
book_sabotage(ch8_const_texture/tex_array "leaked texture"
  "    HANDLE_ERROR(cudaDestroyTextureObject(texture));
" "" SCRIPT failing_calls.sh ARGS --n 3
  MATCH "leak: .*texture")
book_sabotage(ch8_const_texture/tex_array "leaked array" "    HANDLE_ERROR(cudaFreeArray(byte_array));
" ""
  SCRIPT failing_calls.sh ARGS --n 3 MATCH "leak: .*array")

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
  FLAVOURS emulator gpu)
book_sabotage(ch8_const_texture/tex_linear "neighbour's element" "texture, i - 1)" "texture, i)")
book_sabotage(ch8_const_texture/tex_linear "reads beyond the end" "sizeInBytes = bytes;"
  "sizeInBytes = bytes + 4;" MATCH "^FAILED: 5000 of 5000|cudaErrorInvalidValue|CUDA emulator: error")
book_sabotage(ch8_const_texture/tex_linear "too short a texture" "sizeInBytes = bytes;"
  "sizeInBytes = bytes - 4;" MATCH "^FAILED: 4999 of 5000")
book_sabotage(ch8_const_texture/tex_linear "lost tail" "(n + 2 + threadsPerBlock - 1) / threadsPerBlock"
  "n / threadsPerBlock")
book_sabotage(ch8_const_texture/tex_linear "not a number" "        out[i] = tex1D"
  "        out[i] = i == 77 ? NAN : tex1D" MATCH "^FAILED: 4999 of 5000")
book_sabotage(ch8_const_texture/tex_linear "leaked texture"
  "    HANDLE_ERROR(cudaDestroyTextureObject(texture)); // frees the object, not the memory\n" ""
  SCRIPT failing_calls.sh MATCH "leak: .*texture")

# ---- tex_integral

book_test(ch8_const_texture/tex_integral "default"
  MATCH "^PASSED: 11 of 11 integrals are as near to pi as they must be$")
foreach(row 1/1 2/2 255/5 257/6 16385/9)
  string(REPLACE "/" ";" row "${row}")
  list(GET row 0 n)
  list(GET row 1 rows)
  book_test(ch8_const_texture/tex_integral "--n ${n}" ARGS --n ${n}
    MATCH "^PASSED: ${rows} of ${rows} integrals")
endforeach()
# By hand: 4 / (1 + 1/4); and the error of order 2, a 16th for four times as many samples.
book_test(ch8_const_texture/tex_integral "one sample" MATCH "^ +1  3[.]2000000[0-9]+ ")
book_test(ch8_const_texture/tex_integral "256 samples" MATCH "^ +256 .* 1[.]27e-06 ")
foreach(value 0 1073741825)
  book_test(ch8_const_texture/tex_integral "--n ${value}" ARGS --n ${value} EXIT 2
    MATCH "option --n: '${value}' is not accepted; a whole number from 1 to 1073741824 is"
    FLAVOURS emulator gpu)
endforeach()
book_test(ch8_const_texture/tex_integral "too long" ARGS --n 1073741824 EXIT 2
  MATCH "^option --n: a texture on linear memory has up to [0-9]+ elements here$"
  FLAVOURS emulator gpu)
book_csv_test(ch8_const_texture/tex_integral "n,integral,error,bound" 5 --n 256)
book_chart_test(ch8_const_texture/tex_integral --n 256)
book_sabotage(ch8_const_texture/tex_integral "no barrier" "__syncthreads(); // nobody may add"
  "// nobody may add" ARGS --n 256)
book_sabotage(ch8_const_texture/tex_integral "samples of the left ends" "(i + 0.5) / n" "(double)i / n"
  MATCH "^FAILED: 0 of 11")
book_sabotage(ch8_const_texture/tex_integral "last sample lost" "i < n; i += blockDim.x"
  "i < n - 1; i += blockDim.x" MATCH "^FAILED: 0 of 11")
book_sabotage(ch8_const_texture/tex_integral "short texture" "sizeInBytes = n * sizeof(float);"
  "sizeInBytes = (n - 1) * sizeof(float) + (n == 1) * 4;" MATCH "^FAILED: 1 of 11")
book_sabotage(ch8_const_texture/tex_integral "last block lost" "i < blocks; i++" "i < blocks - 1; i++")
book_sabotage(ch8_const_texture/tex_integral "not a number" "double sum = 0;
    for (int i = thread" "double sum = n > 4096 ? NAN : 0;
    for (int i = thread" MATCH "^FAILED: 7 of 11")
book_sabotage(ch8_const_texture/tex_integral "leaked texture"
  "    HANDLE_ERROR(cudaDestroyTextureObject(texture));\n" "" SCRIPT failing_calls.sh ARGS --n 3
  MATCH "leak: .*texture")

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
  MATCH "^.on a CPU all of these are the same memory: no times.$")
foreach(option n/0/1/268435456 n/268435457/1/268435456 repeat/-1/0/1000)
  string(REPLACE "/" ";" option "${option}")
  list(GET option 0 name)
  list(GET option 1 value)
  list(GET option 2 low)
  list(GET option 3 high)
  book_test(ch8_const_texture/tex_dot "--${name} ${value}" ARGS --${name} ${value} EXIT 2
    MATCH "option --${name}: '${value}' is not accepted; a whole number from ${low} to ${high} is"
    FLAVOURS emulator gpu)
endforeach()
book_csv_test(ch8_const_texture/tex_dot "n,variant,result,exact,milliseconds" 8 --n 1500)
book_sabotage(ch8_const_texture/tex_dot "neighbour's element" "i % WIDTH + 0.5f" "i % WIDTH + 1.5f"
  MATCH "^FAILED: 10 of 20")
book_sabotage(ch8_const_texture/tex_dot "rows too short" "i / WIDTH + 0.5f" "i / (WIDTH - 1) + 0.5f"
  MATCH "^FAILED: 14 of 20")
book_sabotage(ch8_const_texture/tex_dot "last row not copied" "if (rest > 0)" "if (rest > 0 && rows == 0)"
  MATCH "^FAILED: 18 of 20")
book_sabotage(ch8_const_texture/tex_dot "the other vector" "from_array(a, i) * from_linear(b, i)"
  "from_array(a, i) * from_linear(a, i)" MATCH "^FAILED: 15 of 20")
book_sabotage(ch8_const_texture/tex_dot "linear texture too short" "sizeInBytes = n * sizeof(int)"
  "sizeInBytes = (n - 1) * sizeof(int)" MATCH "^FAILED: 10 of 20")
book_sabotage(ch8_const_texture/tex_dot "no barrier" "__syncthreads(); // nobody may add"
  "// nobody may add" ARGS --n 256)
book_sabotage(ch8_const_texture/tex_dot "a variant that is not run" "    else
        dot<LINEAR>" "    else if (n != 4096)
        dot<LINEAR>" MATCH "^FAILED: 19 of 20")
book_sabotage(ch8_const_texture/tex_dot "leaked texture" "    HANDLE_ERROR(cudaDestroyTextureObject(v.linear));\n"
  "" SCRIPT failing_calls.sh ARGS --n 3 MATCH "leak: .*texture")
book_sabotage(ch8_const_texture/tex_dot "leaked array" "    HANDLE_ERROR(cudaFreeArray(array));\n"
  "" SCRIPT failing_calls.sh ARGS --n 3 MATCH "leak: .*array")

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
book_sabotage(ch8_const_texture/ray "no scene" 
  "HANDLE_ERROR(cudaMemcpyToSymbol(constant_spheres, spheres, count * sizeof(sphere)));" ""
  ARGS ${small})
book_sabotage(ch8_const_texture/ray "last sphere not copied"
  "constant_spheres, spheres, count * sizeof(sphere)" "constant_spheres, spheres, (count - 1) * sizeof(sphere)"
  ARGS ${small})
book_sabotage(ch8_const_texture/ray "x and y swapped" "pixel(constant_spheres, count, x, y,"
  "pixel(constant_spheres, count, y, x," ARGS ${small})
book_sabotage(ch8_const_texture/ray "lost sphere" "pixel(spheres, count, x, y, size, samples);
}

//" "pixel(spheres, count - 1, x, y, size, samples);
}

//" ARGS ${small})
book_sabotage(ch8_const_texture/ray "lost edge" "blocks((n + 15) / 16, (n + 15) / 16)"
  "blocks(n / 16, (n + 15) / 16)" ARGS ${small})
book_sabotage(ch8_const_texture/ray "not opaque" "(unsigned char)(light.z + 0.5f), 255)"
  "(unsigned char)(light.z + 0.5f), (threadIdx.x == 3 ? 254 : 255))" ARGS ${small})
book_sabotage(ch8_const_texture/ray "no edge guard" "    if (x < size && y < size)
        pixels[x + (size_t)y * size] = pixel(constant" "    pixels[x + (size_t)y * size] = pixel(constant"
  ARGS ${small} FLAVOURS sanitized MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch8_const_texture/ray "leak" "    HANDLE_ERROR(cudaFree(dev_spheres));\n" ""
  SCRIPT failing_calls.sh ARGS ${small} MATCH "leak: 160 bytes of device memory")

foreach(texture 1d 2d)
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
  MATCH "^option --texture: '3d' is not accepted; 1d or 2d is$" FLAVOURS emulator gpu)
foreach(option size/0/1/16384 size/16385/1/16384 steps/0/1/100000 tick/-1/0/100000 frames/0/1/1000000)
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
book_sabotage(ch8_const_texture/heat "past the left edge" "x > 0 ? i - 1 : i, right" "i - 1, right"
  ARGS ${small} --texture 1d)
book_sabotage(ch8_const_texture/heat "past the upper edge" "y < size - 1 ? i + pitch : i;" "i + pitch;"
  ARGS ${small} --texture 1d)
book_sabotage(ch8_const_texture/heat "0 beyond the edge"
  "how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;"
  "how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;" ARGS ${small})
book_sabotage(ch8_const_texture/heat "not the centre" "fx = x + 0.5f," "fx = x + 1.5f," ARGS ${small})
book_sabotage(ch8_const_texture/heat "rows without a gap" "    int i = x + y * pitch;"
  "    int i = x + y * size;" ARGS ${small} --texture 1d)
book_sabotage(ch8_const_texture/heat "reads the old buffer" "        swap(d->textures[0], d->textures[1]);\n"
  "" ARGS ${small})
book_sabotage(ch8_const_texture/heat "heaters cool" "heater >= 0 ? heater : cell + SPEED * (around - 4 * cell);
}

__global__ void step_1d" "heater > 2 ? heater : cell + SPEED * (around - 4 * cell);
}

__global__ void step_1d" ARGS ${small})
book_sabotage(ch8_const_texture/heat "a step too few" "for (; d->time < end; d->time++) {"
  "for (; d->time < end; d->time++) { if (d->time == 3) { if (check) step_on_cpu(d); continue; }"
  ARGS ${small})
book_sabotage(ch8_const_texture/heat "not a number" "    float cell = tex2D<float>(in, fx, fy);"
  "    float cell = x == 3 ? NAN : tex2D<float>(in, fx, fy);" ARGS ${small})
book_sabotage(ch8_const_texture/heat "colours not mixed" "    how.filterMode = cudaFilterModeLinear;\n" ""
  ARGS ${small} MATCH "^FAILED: 2178 of 2178 temperatures and")
book_sabotage(ch8_const_texture/heat "colours half a texel off" "(COLOURS - 1) + 0.5f) / COLOURS"
  "(COLOURS - 1)) / COLOURS" ARGS ${small} MATCH "^FAILED: 2178 of 2178 temperatures and")
book_sabotage(ch8_const_texture/heat "no edge guard" "    if (x >= size || y >= size)
        return;
    float place" "    float place" ARGS ${small} FLAVOURS sanitized
  MATCH "AddressSanitizer: heap-buffer-overflow")
book_sabotage(ch8_const_texture/heat "leaked texture"
  "    HANDLE_ERROR(cudaDestroyTextureObject(d->palette));\n" "" SCRIPT failing_calls.sh
  ARGS ${small} --steps 1 MATCH "leak: .*texture")
book_sabotage(ch8_const_texture/heat "leaked array" "    HANDLE_ERROR(cudaFreeArray(d->palette_array));\n"
  "" SCRIPT failing_calls.sh ARGS ${small} --steps 1 MATCH "leak: .*array")
