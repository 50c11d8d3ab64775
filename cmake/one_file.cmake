# Recipes, by which one_file.sh builds a .cu file of which CMake knows nothing: a reader's own, or a broken
# copy of a program, several of which broken_copies.sh builds at once. Each such file has a folder of its own
# below build/, so that any number are built and run at once, and no mistake in one of them stands in
# another's way.
#
# A recipe, build/recipes/NAME.ninja, has the very commands by which CMake builds a stand-in, with another
# file in its place. The target NAME.recipe makes it, and all that it takes besides the file.

set(stand_in "${PROJECT_BINARY_DIR}/recipes/STAND_IN.cu")
# Anew at each run of CMake, and with it the recipes. (What depends on build.ninja has ninja look a second time
# whether CMake must run.)
file(WRITE "${stand_in}" "int main() {}\n")

# book_recipe(NAME STAND_IN_TARGET [NEEDED_TARGET ...])
function(book_recipe name target)
  set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
  target_compile_definitions(${target} PRIVATE "BOOK_NAME=\"STAND_IN\"")
  set(recipe "${PROJECT_BINARY_DIR}/recipes/${name}.ninja")
  add_custom_command(OUTPUT "${recipe}"
    COMMAND sh "${PROJECT_SOURCE_DIR}/cmake/recipe.sh" "${CMAKE_MAKE_PROGRAM}" "${PROJECT_BINARY_DIR}"
            ${target} "${CMAKE_C_COMPILER}" > "${recipe}"
    DEPENDS "${stand_in}" "${PROJECT_SOURCE_DIR}/cmake/recipe.sh"
    COMMENT "Writing the recipe ${name}"
    VERBATIM)
  add_custom_target(${name}.recipe DEPENDS "${recipe}")
  if(ARGN)
    add_dependencies(${name}.recipe ${ARGN})
  endif()
endfunction()

# Broken copies, which are compiled unoptimised, write their pictures as PPM files.
add_library(book_plain_pictures INTERFACE)
target_compile_definitions(book_plain_pictures INTERFACE BOOK_NO_GL)

foreach(flavour ${BOOK_FLAVOURS})
  foreach(unoptimised "" UNOPTIMISED)
    set(name ${flavour})
    set(pictures book_pictures)
    if(unoptimised)
      set(name ${flavour}.unoptimised)
      set(pictures book_plain_pictures)
    endif()
    add_emulated(${name}.stand_in "${stand_in}" ${flavour} WARNINGS OFF ${unoptimised}
      PICTURES ${pictures} ${BOOK_PROGRAM_UNOPTIMISED})
    if(unoptimised AND NOT flavour STREQUAL "checked")
      # There are hundreds of these copies, and the emulator's lines of no use to them.
      target_link_options(${name}.stand_in PRIVATE LINKER:--strip-debug)
    endif()
    if(NOT unoptimised)
      # A reader's printf that does not fit its values prints nonsense. That nvcc and clang++ say; g++ has to be asked.
      target_compile_options(${name}.stand_in PRIVATE -Wformat -Wno-format-zero-length)
    endif()
    set(needed cuda_rewrite emulator_runtime.${flavour})
    get_target_property(header ${name}.stand_in PRECOMPILE_HEADERS_REUSE_FROM)
    if(header)
      list(APPEND needed ${header})
    endif()
    book_recipe(${name} ${name}.stand_in ${needed})
  endforeach()
endforeach()
if(BOOK_HAS_NVCC)
  add_gpu(gpu.stand_in "${stand_in}" WARNINGS OFF)
  if(BOOK_HAS_NCCL) # for who calls it
    target_link_options(gpu.stand_in PRIVATE LINKER:--as-needed)
    target_link_libraries(gpu.stand_in PRIVATE book_nccl)
  endif()
  book_recipe(gpu gpu.stand_in)
endif()
