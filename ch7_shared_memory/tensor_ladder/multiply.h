/* multiply.h: larger products in one instruction than <mma.h> has (PTX: mma.sync).
 *
 *   tensor_wide<T>::multiply(d, a, b);       d += a b, by all threads of a warp together
 *
 * of 16 x 8 by 8 x 8 floats, as TF32, or doubles. Here PTX says which thread has which numbers.
 * With g = lane / 4 and t = lane % 4 these are
 *
 *   a[i]   row g + i % 2 * 8,   column t + i / 2 * 4
 *   b[i]   row t + i * 4,       column g
 *   d[i]   row g + i / 2 * 8,   column 2 t + i % 2
 */
#ifndef TENSOR_MULTIPLY_H
#define TENSOR_MULTIPLY_H

#include "fragment.h"

template <typename T> struct tensor_wide;

template <> struct tensor_wide<float> {
    enum { M = 16, N = 8, K = 8, A = 4, B = 2 }; /* a thread has A numbers of a and B of b */

#ifdef TENSOR_CORES
    static __device__ void multiply(float (&d)[4], const float (&a)[A], const float (&b)[B]) {
        asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
            "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
            : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])),
              "r"(__float_as_uint(a[3])), "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
    }
#endif
};

template <> struct tensor_wide<double> {
    enum { M = 16, N = 8, K = 8, A = 4, B = 2 };

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    static __device__ void multiply(double (&d)[4], const double (&a)[A], const double (&b)[B]) {
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
                     "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                     : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
                     : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
    }
#elif __CUDA_ARCH__ >= 800
    /* Chips before 9.0 have only the small one, of 8 x 4 by 4 x 8. */
    static __device__ void multiply(double (&d)[4], const double (&a)[A], const double (&b)[B]) {
        for (int i = 0; i < A; i++)
            asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                : "+d"(d[i % 2 * 2]), "+d"(d[i % 2 * 2 + 1])
                : "d"(a[i]), "d"(b[i / 2]));
    }
#endif
};

#endif
