// mma.h: products of small matrices by the 32 threads of a warp together, nvcuda::wmma.
//
// On a GPU tensor cores do this. CUDA leaves open which thread has which elements of a fragment;
// here element e of a matrix, counted row after row, is x[e / 32] of lane 31 - e % 32: backwards,
// so that no program is right by chance which takes its own order for this one.
//
// Products of 16 x 16 x 16, 32 x 8 x 16 and 8 x 32 x 16 from half to half or float, from
// nv_bfloat16 to float, and from integers of 8 bits to int; of 16 x 16 x 8 from TF32 to float, and
// of 8 x 8 x 4 with double. Every function but fill_fragment() waits for all lanes of the warp,
// which is all that it orders: what a lane loads and stores are accesses of its own, and somebody
// else's need a __syncwarp() as anywhere.
#ifndef MMA_H
#define MMA_H
// Which programs ask for.
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32;
}
enum layout_t { mem_row_major, mem_col_major };

// To the 11 significant bits of TF32, halves away from zero, like cvt.rna.tf32.f32.
inline float __float_to_tf32(float x) {
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7f800000u) != 0x7f800000u) // neither infinite nor NaN
        bits += 0x1000;
    bits &= 0xffffe000u;
    __builtin_memcpy(&x, &bits, sizeof bits);
    return x;
}

// A lane's part of a matrix of ROWS x COLUMNS, so many times over: factors of half are there more
// than once on a GPU, too. How the matrix lies in memory it does not know, so what is done with
// parts is compiled once for all layouts.
template <class T, class Element, int ROWS, int COLUMNS, int TIMES = 1> struct fragment_part {
    typedef T element_type;
    typedef Element storage_element_type;
    enum { cuda_emulator_elements = ROWS * COLUMNS / 32 }; // of the matrix
    enum { num_elements = cuda_emulator_elements * TIMES, num_storage_elements = num_elements };
    enum { cuda_emulator_rows = ROWS, cuda_emulator_columns = COLUMNS };
    typedef fragment_part cuda_emulator_part;
    Element x[num_elements];
};

// Only the combinations below are defined.
template <class Use, int m, int n, int k, class T, class Layout = void> class fragment;

#define CUDA_EMULATOR_FACTORS(M, N, K, T, ELEMENT, TIMES_A, TIMES_B)                               \
    CUDA_EMULATOR_FACTOR(M, N, K, T, ELEMENT, TIMES_A, TIMES_B, row_major)                         \
    CUDA_EMULATOR_FACTOR(M, N, K, T, ELEMENT, TIMES_A, TIMES_B, col_major)
#define CUDA_EMULATOR_FACTOR(M, N, K, T, ELEMENT, TIMES_A, TIMES_B, LAYOUT)                        \
    template <>                                                                                    \
    class fragment<matrix_a, M, N, K, T, LAYOUT>                                                   \
        : public fragment_part<T, ELEMENT, M, K, TIMES_A> {};                                      \
    template <>                                                                                    \
    class fragment<matrix_b, M, N, K, T, LAYOUT>                                                   \
        : public fragment_part<T, ELEMENT, K, N, TIMES_B> {};
#define CUDA_EMULATOR_SUM(M, N, K, T)                                                              \
    template <> class fragment<accumulator, M, N, K, T> : public fragment_part<T, T, M, N> {};
#define CUDA_EMULATOR_SHAPE(M, N, TIMES_A, TIMES_B)                                                \
    CUDA_EMULATOR_FACTORS(M, N, 16, __half, __half, TIMES_A, TIMES_B)                              \
    CUDA_EMULATOR_FACTORS(M, N, 16, __nv_bfloat16, __nv_bfloat16, 1, 1)                            \
    CUDA_EMULATOR_FACTORS(M, N, 16, signed char, signed char, 1, 1)                                \
    CUDA_EMULATOR_FACTORS(M, N, 16, unsigned char, unsigned char, 1, 1)                            \
    CUDA_EMULATOR_SUM(M, N, 16, __half)                                                            \
    CUDA_EMULATOR_SUM(M, N, 16, float)                                                             \
    CUDA_EMULATOR_SUM(M, N, 16, int)
CUDA_EMULATOR_SHAPE(16, 16, 2, 2)
CUDA_EMULATOR_SHAPE(32, 8, 1, 4)
CUDA_EMULATOR_SHAPE(8, 32, 4, 1)
CUDA_EMULATOR_FACTORS(16, 16, 8, precision::tf32, float, 1, 1)
CUDA_EMULATOR_SUM(16, 16, 8, float)
CUDA_EMULATOR_FACTORS(8, 8, 4, double, double, 1, 1)
CUDA_EMULATOR_SUM(8, 8, 4, double)
#undef CUDA_EMULATOR_FACTORS
#undef CUDA_EMULATOR_FACTOR
#undef CUDA_EMULATOR_SUM
#undef CUDA_EMULATOR_SHAPE

} // namespace wmma
} // namespace nvcuda

namespace cuda_emulator {

// Where x[i] of this lane lies in memory, counted in elements.
template <class Part>
CUDA_EMULATOR_INLINE unsigned long element_place(int i, unsigned stride, bool by_row) {
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned long element = 31 - thread % 32 + 32 * i;
    const unsigned long row = element / Part::cuda_emulator_columns;
    const unsigned long column = element % Part::cuda_emulator_columns;
    return by_row ? row * stride + column : column * stride + row;
}

template <class T, class Element, int ROWS, int COLUMNS, int TIMES>
CUDA_EMULATOR_INLINE void
load_matrix(nvcuda::wmma::fragment_part<T, Element, ROWS, COLUMNS, TIMES> &to, const Element *from,
            unsigned stride, bool by_row, const char *file, int line) {
    typedef nvcuda::wmma::fragment_part<T, Element, ROWS, COLUMNS, TIMES> Part;
    // NVIDIA's own samples load matrices of bytes from every 16 bytes on.
    take_part({"load_matrix_sync", from, stride * sizeof(Element), nullptr, nullptr, nullptr,
               nullptr, nullptr, sizeof(Element) == 1 ? 16u : 32u},
              file, line);
    for (int i = 0; i < Part::cuda_emulator_elements; ++i)
        to.x[i] = from[element_place<Part>(i, stride, by_row)];
    for (int i = Part::cuda_emulator_elements; i < Part::num_elements; ++i)
        to.x[i] = to.x[i - Part::cuda_emulator_elements];
}

// What follows works on other threads' local variables, on behalf of all of them.

// A number as the multiplier sees it: of TF32 the upper 19 bits.
CUDA_EMULATOR_UNCHECKED inline double as_factor(double x) {
    return x;
}
CUDA_EMULATOR_UNCHECKED inline float as_factor(float x) {
    unsigned bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    bits &= 0xffffe000u;
    __builtin_memcpy(&x, &bits, sizeof bits);
    return x;
}
CUDA_EMULATOR_UNCHECKED inline float as_factor(__half x) {
    return math::widened(x);
}
CUDA_EMULATOR_UNCHECKED inline float as_factor(__nv_bfloat16 x) {
    return math::widened(x);
}
CUDA_EMULATOR_UNCHECKED inline long long as_factor(int x) {
    return x;
}

// And as it is added up. Back from there, of integers either the lowest bits or the nearest.
CUDA_EMULATOR_UNCHECKED inline float as_sum(float x) {
    return x;
}
template <class T> CUDA_EMULATOR_UNCHECKED inline auto as_sum(T x) {
    return as_factor(x);
}
CUDA_EMULATOR_UNCHECKED inline void from_sum(double sum, double &to, bool) {
    to = sum;
}
CUDA_EMULATOR_UNCHECKED inline void from_sum(float sum, float &to, bool) {
    to = sum;
}
CUDA_EMULATOR_UNCHECKED inline void from_sum(float sum, __half &to, bool) {
    to = math::narrowed_to(math::half_format(), sum);
}
CUDA_EMULATOR_UNCHECKED inline void from_sum(long long sum, int &to, bool nearest) {
    const long long most = 0x7fffffff;
    to = static_cast<int>(!nearest ? sum : sum > most ? most : sum < -most - 1 ? -most - 1 : sum);
}

template <class A, class B, class C, class D, bool NEAREST>
CUDA_EMULATOR_UNCHECKED void multiply_parts(const matrix_call *const lanes[]) {
    typedef decltype(as_sum(C().x[0])) T;
    const int rows = A::cuda_emulator_rows, inner = A::cuda_emulator_columns;
    const int columns = B::cuda_emulator_columns;
    T a[rows * inner], b[inner * columns], c[rows * columns];
    for (int lane = 0; lane < 32; ++lane) {
        for (int i = 0; i < A::cuda_emulator_elements; ++i)
            a[31 - lane + 32 * i] = as_factor(static_cast<const A *>(lanes[lane]->a)->x[i]);
        for (int i = 0; i < B::cuda_emulator_elements; ++i)
            b[31 - lane + 32 * i] = as_factor(static_cast<const B *>(lanes[lane]->b)->x[i]);
        for (int i = 0; i < C::num_elements; ++i)
            c[31 - lane + 32 * i] = as_sum(static_cast<const C *>(lanes[lane]->c)->x[i]);
    }
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < inner; ++i)
            for (int column = 0; column < columns; ++column)
                c[row * columns + column] += a[row * inner + i] * b[i * columns + column];
    for (int lane = 0; lane < 32; ++lane)
        for (int i = 0; i < D::num_elements; ++i)
            from_sum(c[31 - lane + 32 * i], static_cast<D *>(lanes[lane]->d)->x[i], NEAREST);
}

// Whether products of such factors are added up in such a type.
template <class Factor, class Sum> constexpr bool adds_up_in() {
    if (std::is_same<Factor, __half>::value)
        return std::is_same<Sum, __half>::value || std::is_same<Sum, float>::value;
    if (std::is_integral<Factor>::value)
        return std::is_same<Sum, int>::value;
    return std::is_floating_point<Sum>::value;
}

} // namespace cuda_emulator

namespace nvcuda {
namespace wmma {

template <class Use, int m, int n, int k, class T, class Layout>
inline void fill_fragment(fragment<Use, m, n, k, T, Layout> &f,
                          typename fragment<Use, m, n, k, T, Layout>::storage_element_type value) {
    for (int i = 0; i < f.num_elements; ++i)
        f.x[i] = value;
}

#define CUDA_EMULATOR_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

// stride: elements from row to row, in a matrix by columns from column to column.
template <class Use, int m, int n, int k, class T, class Layout>
CUDA_EMULATOR_INLINE void
load_matrix_sync(fragment<Use, m, n, k, T, Layout> &to,
                 const typename fragment<Use, m, n, k, T, Layout>::storage_element_type *from,
                 unsigned stride, CUDA_EMULATOR_PLACE) {
    static_assert(!std::is_same<Use, accumulator>::value, "give mem_row_major or mem_col_major");
    ::cuda_emulator::load_matrix(to, from, stride, std::is_same<Layout, row_major>::value, file,
                                 line);
}

template <int m, int n, int k, class T>
CUDA_EMULATOR_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T> &to, const T *from,
                                           unsigned stride, layout_t layout, CUDA_EMULATOR_PLACE) {
    ::cuda_emulator::load_matrix(to, from, stride, layout == mem_row_major, file, line);
}

template <int m, int n, int k, class T>
CUDA_EMULATOR_INLINE void store_matrix_sync(T *to, const fragment<accumulator, m, n, k, T> &from,
                                            unsigned stride, layout_t layout, CUDA_EMULATOR_PLACE) {
    using namespace ::cuda_emulator;
    typedef typename fragment<accumulator, m, n, k, T>::cuda_emulator_part part;
    take_part(
        {"store_matrix_sync", to, stride * sizeof(T), nullptr, nullptr, nullptr, nullptr, nullptr},
        file, line);
    for (int i = 0; i < part::num_elements; ++i)
        to[element_place<part>(i, stride, layout == mem_row_major)] = from.x[i];
}

// d = a b + c, where d may be c. Sums that do not fit in an int lose their upper bits, or become
// the nearest int if that is asked for.
template <int m, int n, int k, class T, class SumD, class SumC, class LayoutA, class LayoutB>
CUDA_EMULATOR_INLINE void
mma_sync(fragment<accumulator, m, n, k, SumD> &d, const fragment<matrix_a, m, n, k, T, LayoutA> &a,
         const fragment<matrix_b, m, n, k, T, LayoutB> &b,
         const fragment<accumulator, m, n, k, SumC> &c, bool nearest = false, CUDA_EMULATOR_PLACE) {
    using namespace ::cuda_emulator;
    static_assert(adds_up_in<T, SumD>() && adds_up_in<T, SumC>(),
                  "products of these factors have no sum of this type");
    typedef typename fragment<matrix_a, m, n, k, T, LayoutA>::cuda_emulator_part A;
    typedef typename fragment<matrix_b, m, n, k, T, LayoutB>::cuda_emulator_part B;
    typedef typename fragment<accumulator, m, n, k, SumC>::cuda_emulator_part C;
    typedef typename fragment<accumulator, m, n, k, SumD>::cuda_emulator_part D;
    const bool may_be_nearest = std::is_integral<SumD>::value;
    take_part(
        {"mma_sync", nullptr, 0, static_cast<const A *>(&a), static_cast<const B *>(&b),
         static_cast<const C *>(&c), static_cast<D *>(&d),
         nearest ? multiply_parts<A, B, C, D, may_be_nearest> : multiply_parts<A, B, C, D, false>},
        file, line);
}

#undef CUDA_EMULATOR_PLACE

} // namespace wmma
} // namespace nvcuda

#endif
