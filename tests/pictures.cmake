# Pictures and animations, in files and in windows, looked at pixel by pixel by Python scripts.

foreach(name still animation animation_gpu several trouble)
  foreach(flavour emulator sanitized)
    if(flavour IN_LIST BOOK_EMULATOR_FLAVOURS)
      add_emulated(${flavour}.pictures.${name} pictures/${name}.cu ${flavour} UNOPTIMISED
        OUTPUT pictures/${name})
    endif()
  endforeach()
  if(BOOK_HAS_NVCC)
    add_gpu(gpu.pictures.${name} pictures/${name}.cu OUTPUT pictures/${name})
  endif()
endforeach()

# As on a machine without any of the libraries.
foreach(name still animation animation_gpu)
  add_emulated(emulator.plain.${name} pictures/${name}.cu emulator UNOPTIMISED OUTPUT pictures/plain/${name})
  target_compile_options(emulator.plain.${name} PRIVATE -UBOOK_PNG -UBOOK_WEBP -DBOOK_NO_GL)
endforeach()

set(formats ppm)
if(PNG_FOUND)
  string(PREPEND formats "png ")
endif()
if(BOOK_HAS_WEBP)
  string(PREPEND formats "webp ")
endif()

# add_picture_test(FOLDER/SCRIPT FLAVOUR COMMAND...): one test; its labels are FLAVOUR and FOLDER.
function(add_picture_test script flavour)
  get_filename_component(label "${script}" DIRECTORY)
  set(test "${flavour}/${script}")
  add_test(NAME "${test}" COMMAND ${ARGN})
  set(environment "FORMATS=${formats}")
  if(label STREQUAL "window")
    # What Mesa loses is not ours. windows.py reads the reports.
    string(CONCAT options "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/window/mesa.supp"
      ":print_suppressions=0:exitcode=0")
    list(APPEND environment "${options}")
  endif()
  book_label("${test}" ${flavour} ${label})
  set_tests_properties("${test}" PROPERTIES TIMEOUT 300
    SKIP_RETURN_CODE 77 ENVIRONMENT "${environment}")
  if(flavour STREQUAL "gpu")
    set_tests_properties("${test}" PROPERTIES RESOURCE_LOCK gpu)
  endif()
endfunction()

# picture_test(FOLDER/SCRIPT PROGRAM... [FLAVOURS ...]): runs tests/FOLDER/SCRIPT.py with the paths
# of the programs, in every flavour; those of the folder window on a display of their own.
function(picture_test script)
  cmake_parse_arguments(arg "" "" "FLAVOURS" ${ARGN})
  if(NOT arg_FLAVOURS)
    set(arg_FLAVOURS emulator sanitized gpu)
  endif()
  set(run sh "${CMAKE_CURRENT_SOURCE_DIR}/python.sh")
  if(script MATCHES "^window/")
    list(REMOVE_ITEM arg_FLAVOURS gpu)
    list(PREPEND run sh "${CMAKE_CURRENT_SOURCE_DIR}/window/with_display.sh")
  endif()
  foreach(flavour ${arg_FLAVOURS})
    if(flavour IN_LIST BOOK_EMULATOR_FLAVOURS OR (flavour STREQUAL "gpu" AND BOOK_HAS_NVCC))
      list(TRANSFORM arg_UNPARSED_ARGUMENTS REPLACE "^(.*)[/](.*)$"
        "$<TARGET_FILE:${flavour}.\\1.\\2>" OUTPUT_VARIABLE programs)
      add_picture_test(${script} ${flavour}
        ${run} "${CMAKE_CURRENT_SOURCE_DIR}/${script}.py" ${programs})
    elseif(flavour STREQUAL "gpu" AND NOT BOOK_GPU STREQUAL "OFF")
      book_not_built("gpu/${script}")
    endif()
  endforeach()
endfunction()

picture_test(pictures/stills pictures/still)
picture_test(pictures/animations pictures/animation pictures/animation_gpu)
picture_test(pictures/numbered pictures/animation pictures/animation_gpu pictures/trouble)
picture_test(pictures/settings ch5_ripple/ripple pictures/still pictures/animation)
picture_test(pictures/ripple ch5_ripple/ripple ch5_ripple/ripple_gpu)
picture_test(pictures/several pictures/several)
picture_test(pictures/errors ch5_ripple/ripple ch5_ripple/ripple_gpu pictures/still
  pictures/animation)
picture_test(pictures/full_disk pictures/still pictures/animation ch5_ripple/ripple)
picture_test(pictures/interrupted pictures/still pictures/trouble)
picture_test(pictures/progress pictures/trouble)
picture_test(pictures/without_libraries plain/still plain/animation plain/animation_gpu
  FLAVOURS emulator)

# The pictures that the READMEs show are what the programs draw.
if(TARGET emulator.ch5_ripple.ripple)
  add_picture_test(pictures/golden emulator sh "${CMAKE_CURRENT_SOURCE_DIR}/python.sh"
    "${CMAKE_CURRENT_SOURCE_DIR}/pictures/golden.py" "${PROJECT_SOURCE_DIR}"
    "${PROJECT_BINARY_DIR}/emulator")
  book_needs("emulator/pictures/golden" emulator.ch4_blocks.julia emulator.ch5_dot.dot_kahan emulator.ch5_ripple.ripple
    emulator.ch5_shared_bitmap.shared_bitmap emulator.ch5_shared_bitmap.shared_bitmap_nosync
    emulator.ch7_shared_memory.integral emulator.ch8_const_texture.heat emulator.ch8_const_texture.ray)
endif()

# The chapters' pictures by the GPU beside the emulator's.
if(BOOK_HAS_NVCC)
  add_picture_test(pictures/backends gpu sh "${CMAKE_CURRENT_SOURCE_DIR}/python.sh"
    "${CMAKE_CURRENT_SOURCE_DIR}/pictures/backends.py" "${PROJECT_BINARY_DIR}/emulator"
    "${PROJECT_BINARY_DIR}/gpu")
  set(needed "")
  foreach(program ch4_blocks.julia ch5_ripple.ripple ch5_ripple.ripple_gpu ch5_shared_bitmap.shared_bitmap
                  ch8_const_texture.heat ch8_const_texture.ray)
    list(APPEND needed emulator.${program} gpu.${program})
  endforeach()
  book_needs("gpu/pictures/backends" ${needed})
elseif(NOT BOOK_GPU STREQUAL "OFF")
  book_not_built("gpu/pictures/backends")
endif()
# And that this comparison sees what there is to see, with the emulator in the GPU's place.
if("emulator" IN_LIST BOOK_EMULATOR_FLAVOURS)
  add_picture_test(pictures/backends_differ emulator sh
    "${CMAKE_CURRENT_SOURCE_DIR}/python.sh"
    "${CMAKE_CURRENT_SOURCE_DIR}/pictures/backends_differ.py" "${PROJECT_BINARY_DIR}/emulator")
  book_needs("emulator/pictures/backends_differ" emulator.ch5_shared_bitmap.shared_bitmap
    emulator.ch8_const_texture.ray)
endif()

if(BOOK_HAS_GL)
  picture_test(window/closing pictures/still pictures/animation pictures/animation_gpu
    pictures/trouble)
  picture_test(window/resizing pictures/still pictures/animation)
  picture_test(window/pace pictures/still pictures/animation pictures/animation_gpu)
  picture_test(window/fallback pictures/still pictures/animation pictures/animation_gpu)
  picture_test(window/sharing pictures/animation_gpu ch5_ripple/ripple_gpu)
  picture_test(window/failing pictures/trouble)
  picture_test(window/several pictures/several)
  picture_test(window/heat ch8_const_texture/heat)
endif()
