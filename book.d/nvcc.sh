# `./book nvcc`, read by `book`: NVIDIA's compiler driver, for the CPU emulator. What it does with its options is
# emulator/nvcc/nvcc.sh.
# shellcheck shell=sh disable=SC2034  # the other parts read QUIETLY

help_nvcc() {
    cat <<'TEXT'
usage: ./book nvcc [nvcc's options] FILE...

Compiles and links CUDA programs for the CPU emulator with the command line of NVIDIA's
nvcc, so that a course's Makefile runs here:
  make NVCC="/path/to/book nvcc"
CMake takes the driver itself, which lies in build/toolkit once this has run:
  cmake -DCMAKE_CUDA_COMPILER=/path/to/build/toolkit/bin/nvcc ...
Its own option is --check: built with the checker, as ./book check builds. --help lists
the others.
TEXT
}

cmd_nvcc() {
    [ $# -gt 0 ] || { help_nvcc >&2; exit 2; }
    case $1 in -h | --help) help_nvcc && echo && exec sh "$ROOT/emulator/nvcc/nvcc.sh" --help ;; esac
    QUIETLY=''
    choose_build_dir
    find_nvcc
    need_tools
    prepare_tree emulator
    for file; do
        case $file in *.cu) [ -f "$file" ] || continue ;; *) continue ;; esac
        ! install_thrust_for "$(awk -f "$ROOT/book.d/libraries.awk" "$file")" || configure
    done
    build quiet 'the emulator' toolkit || fail 'the emulator could not be built'
    unlock
    exec "$BUILD/toolkit/bin/nvcc" "$@"
}
