#include <cstdio>
#include "cuda_runtime.h"
#include "no_such_header.h"
#include "headers/kernels.cuh" // rewritten
#include "headers/../headers/kernels.cuh"
#include "headers/plain.h" // the original is used
#include "headers/indirect.h" // includes one that is rewritten
#include "sub/kernels.cuh" // through --include-dir
#include <sub/kernels.cuh>
#include <sub/plain.h>
#include "headers/cycle_a.h"
#include "headers/macros.h"
#include "headers/uses_macro.h"
#include MACRO_HEADER
#if __has_include("headers/plain.h") && !__has_include("no_such.h") && __has_include(<cstdio>)
  #  include  "headers/plain.h"  /* with blanks */
#endif
#if 0
#include "headers/never_read.h"
#endif
int main() { k<<<1, 1>>>(0); }
KERNEL_FROM_HEADER late() { }
