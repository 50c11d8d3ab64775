#!/bin/sh
# quad.sh CC BUILD_DIR: compiles quad.c for this processor, where it has numbers of 128 bits, and runs it.
case $(uname -sm) in Linux\ x86_64 | Linux\ aarch64) ;; *) echo 'no type of 128 bits to compare with'; exit 77 ;; esac
"$1" -O2 -Wall -Wextra "$(dirname "$0")/quad.c" -o "$2/site_quad" && exec "$2/site_quad"
