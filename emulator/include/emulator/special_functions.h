// special_functions.h: std::riemann_zeta and the like are compiled once, and not in every file
// again.
//
// Those of <cmath> for float and for long double are plain functions in libstdc++, for whose sake
// compilers make all the templates behind them at the end of every file that includes it. Here they
// are told that these are elsewhere: in runtime/special_functions.cpp. The names are libstdc++'s
// own, hence the versions.
#ifndef CUDA_EMULATOR_SPECIAL_FUNCTIONS_H
#define CUDA_EMULATOR_SPECIAL_FUNCTIONS_H

#include <cmath>

#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_USE_STD_SPEC_FUNCS
#if _GLIBCXX_RELEASE >= 11 && _GLIBCXX_RELEASE <= 16

// HOW: extern, or nothing where they are made.
#define CUDA_EMULATOR_SPECIAL_FUNCTIONS(HOW, T)                                                    \
    HOW template T __assoc_legendre_p(unsigned, unsigned, T, T);                                   \
    HOW template T __beta_lgamma(T, T);                                                            \
    HOW template T __comp_ellint_1(T);                                                             \
    HOW template T __comp_ellint_2(T);                                                             \
    HOW template T __comp_ellint_3(T, T);                                                          \
    HOW template T __conf_hyperg(T, T, T);                                                         \
    HOW template T __cyl_bessel_i(T, T);                                                           \
    HOW template T __cyl_bessel_j(T, T);                                                           \
    HOW template T __cyl_bessel_k(T, T);                                                           \
    HOW template T __cyl_neumann_n(T, T);                                                          \
    HOW template T __ellint_1(T, T);                                                               \
    HOW template T __ellint_2(T, T);                                                               \
    HOW template T __ellint_3(T, T, T);                                                            \
    HOW template T __expint_Ei(T);                                                                 \
    HOW template T __hyperg(T, T, T, T);                                                           \
    HOW template T __poly_hermite_recursion(unsigned, T);                                          \
    HOW template T __poly_laguerre(unsigned, unsigned, T);                                         \
    HOW template T __poly_legendre_p(unsigned, T);                                                 \
    HOW template T __riemann_zeta(T);                                                              \
    HOW template T __sph_bessel(unsigned, T);                                                      \
    HOW template T __sph_legendre(unsigned, unsigned, T);                                          \
    HOW template T __sph_neumann(unsigned, T);                                                     \
    HOW template void __airy(T, T &, T &, T &, T &);

namespace std::__detail {
CUDA_EMULATOR_SPECIAL_FUNCTIONS(extern, float)
CUDA_EMULATOR_SPECIAL_FUNCTIONS(extern, long double)
} // namespace std::__detail

#endif
#endif

#endif
