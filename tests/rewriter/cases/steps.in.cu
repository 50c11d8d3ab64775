// Kernels with barriers of their own run in steps.
const int threads = 256;
__global__ void straight(float *out) {
    __shared__ float cache[threads];
    int i = threadIdx.x;
    cache[i] = out[i];
    __syncthreads(); // a comment
    out[i] = cache[255 - i];
}
template <typename T, class U> __global__ __launch_bounds__(256) void loops(const T *a, U *b, int n) {
    extern __shared__ T sums[];
    constexpr int ONE = 1;
    const int two = 2;
    const int t = threadIdx.x, *p = nullptr;
    T sum = 0, other;
    for (int i = t; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    sums[t] = sum;
    __syncthreads();
    for (int i = blockDim.x / two; i != 0; i /= 2) {
        const float *q = a + i;
        if (t < i)
            sums[t] += sums[t + i] + *q;
        __syncthreads();
    }
    do
        __syncthreads();
    while (n-- > ONE);
    if (n == 3) __syncthreads(); else { __syncthreads(); return; }
    for (;;) {
        unsigned long long far = 1ull << t;
        while (far != 0) {
            __syncthreads();
            far >>= 1;
        }
        break;
    }
    other = p == nullptr ? sums[0] : sum;
    b[t] = other;
}
static __global__ void empty_frame(int n) {
    for (; n > 0; n--)
        __syncthreads();
}
// No barrier: as always.
__global__ void no_barrier(int *a) {
    int i = threadIdx.x;
    a[i] = i;
}
// Not understood for certain, or better with fibers from the start.
struct pair {
    int a, b;
};
#define LEAVE return
#define WAIT __syncthreads()
#define INT int
__global__ void a_class(int *a) {
    pair p = {1, 2};
    __syncthreads();
    a[p.a] = p.b;
}
__global__ void an_array(int *a) {
    int mine[4];
    mine[0] = a[0];
    __syncthreads();
    a[1] = mine[0];
}
__global__ void a_reference(int *a) {
    int &first = a[0];
    __syncthreads();
    first = 1;
}
__global__ void deduced(int *a) {
    auto first = a[0];
    __syncthreads();
    a[1] = first;
}
__global__ void in_brackets(int *a) {
    int first(a[0]);
    __syncthreads();
    a[1] = first;
}
__global__ void a_lock(int *a) {
    __syncthreads();
    while (atomicCAS(a, 0, 1) != 0)
        ;
}
__global__ void a_warp(int *a) {
    __syncthreads();
    a[0] = __shfl_sync(~0u, a[0], 1);
}
__global__ void predicates(int *a) {
    __syncthreads();
    a[0] = __syncthreads_count(a[1]);
}
__global__ void a_closure(int *a) {
    __syncthreads();
    a[0] = [] { return 1; }();
}
__global__ void a_switch(int n) {
    switch (n) {
    case 1:
        __syncthreads();
    }
}
__global__ void a_jump(int n) {
again:
    __syncthreads();
    if (n-- > 0)
        goto again;
}
__global__ void a_hidden_return(int n) {
    __syncthreads();
    if (n > 0)
        LEAVE;
}
__global__ void a_hidden_barrier(int n) {
    __syncthreads();
    WAIT;
}
__global__ void a_hidden_type(int *a) {
    INT first = a[0];
    __syncthreads();
    a[1] = first;
}
__global__ void two_of_a_name(int *a) {
    for (int i = 0; i < 3; i++)
        __syncthreads();
    for (long i = 0; i < 3; i++)
        __syncthreads();
}
__global__ void one_in_the_other(int *a) {
    int i = 0;
    {
        int i = 1;
        __syncthreads();
        a[i] = i;
    }
    a[i] = i;
}
int i;
__global__ void a_name_from_outside(int *a) {
    a[1] = i;
    for (int i = 0; i < 3; i++)
        __syncthreads();
}
__global__ void a_late_constant(int *a) {
    a[0] = 1;
    const int size = 4;
    int few[size] = {};
    __syncthreads();
    a[1] = few[0];
}
__global__ void a_directive(int *a) {
#pragma unroll
    for (int k = 0; k < 4; k++)
        __syncthreads();
}
__global__ void a_condition(int *a) {
    if (int k = a[0]) {
        __syncthreads();
        a[k] = 1;
    }
}
__global__ void a_late_array(float *a) {
    a[0] = 1;
    extern __shared__ float late[];
    __syncthreads();
    a[1] = late[0];
}
// Variables of a type that a template names.
template <class T> __global__ void generic(T *a) {
    const T first = a[0], *p = a;
    T second, third = {a[1]};
    __syncthreads();
    second = *p;
    a[2] = first + second;
    __syncthreads();
    a[3] = third;
}
// It begins anew in each round.
__global__ void a_size(int *a) {
    for (int i = 0; i < 3; i++) {
        dim3 size;
        __syncthreads();
        a[i] = size.x;
    }
}
// What stands in front of the switch comes again in each step: not what may differ then.
#define SIZE (4 * LENGTH)
#define LENGTH 2
#define WORD i
__global__ void a_size_from_a_macro(int *a) {
    const int size = SIZE + threads * 0, n = size;
    int mine = n;
    __syncthreads();
    a[1] = mine;
}
__global__ void a_macro(int *a) {
    const int size = SIZE;
    int mine = size;
    __syncthreads();
    a[1] = mine;
}
__global__ void a_call(int *a) {
    const int ticket = atomicAdd(a, 1);
    __syncthreads();
    a[1] = ticket;
}
__global__ void a_const_array(int *a) {
    const int table[2] = {1, 2};
    __syncthreads();
    a[1] = table[1];
}
__global__ void a_pointer_to_const(int *a) {
    const int *p = nullptr;
    p = a;
    __syncthreads();
    a[1] = *p;
}
__global__ void a_leading_block(int *a, int n) {
    {
        __shared__ int word;
        word = n++;
    }
    __syncthreads();
    a[1] = n;
}
__global__ void a_const_behind(int *a) {
    a[0] = 1;
    int const size = 4;
    __syncthreads();
    a[1] = size;
}
// An address would be that of another step's variable.
__global__ void an_address(int *a) {
    int i = 1, *p = &i;
    __syncthreads();
    a[1] = *p;
}
__global__ void an_address_in_a_cast(int *a) {
    float4 v = {};
    float *p = (float *)&v;
    __syncthreads();
    a[1] = p[2];
}
__global__ void an_address_of_a_result(int *a) {
    int i = 1, *p = &first_of(i);
    __syncthreads();
    a[1] = *p;
}
template <class T> __global__ void a_function_of_a_class(int *a) {
    T t;
    int *p = t.data();
    __syncthreads();
    a[1] = *p;
}
__global__ void no_address(int *a) {
    int i = 1, *p = a + i;
    atomicAdd(&p[0], (i + 1) & i);
    __syncthreads();
    a[1] = i;
}
// Names that only a macro mentions.
__global__ void a_hidden_name(int *a) {
    int i = 1;
    __syncthreads();
    a[1] = WORD;
}
// Definitions in other forms.
__global__ void a_pointer_to_an_array(int *a) {
    a[0] = 1;
    int(*rows)[4] = (int(*)[4])a;
    __syncthreads();
    a[1] = rows[0][1];
}
__global__ void an_alignment(int *a) {
    a[0] = 1;
    alignas(8) int i = 1;
    __syncthreads();
    a[1] = i;
}
__global__ void a_condition_of_a_for(int *a) {
    for (int i = 0; bool more = i < 3; i++) {
        a[i] = more;
        __syncthreads();
    }
}
__global__ void a_deduced_condition(int *a) {
    while (auto more = a[0]) {
        a[0] = more - 1;
        __syncthreads();
    }
}
__global__ void a_pointer_to_a_const_pointer(int *a) {
    int *const *p = nullptr;
    __syncthreads();
    a[1] = p == nullptr;
}
__global__ void an_operator(int *a) {
    int i = 0;
    _Pragma("unroll") for (int k = 0; k < 4; k++) { i += k; }
    int j;
    j = i;
    __syncthreads();
    a[1] = j;
}
__global__ void a_return_of_another(int *a) {
    {
        struct setter {
            int *a;
            void set() { return; }
        } s = {a};
        s.set();
    }
    __syncthreads();
}
__global__ void a_name_of_a_type(int *a) {
    size_t dim3 = 1;
    __syncthreads();
    a[1] = dim3;
}
// The compiler warns of it where it is defined.
__global__ void an_unused_variable(int *a) {
    int unused = 1;
    __syncthreads();
    a[1] = 2;
}
// Reports name the line of the name.
__global__ void over_several_lines() {
    __syncthreads
        ( // a comment
        );
}
// Each of CUDA's vectors is known, and a union may have functions as a struct may.
__global__ void a_rare_vector(longlong2 *a) {
    longlong2 first = a[0];
    __syncthreads();
    a[1] = first;
}
__global__ void a_return_of_a_union(int *a) {
    {
        union setter {
            int *a;
            void set() { return; }
        } s = {a};
        s.set();
    }
    __syncthreads();
}
// __shared__ variables that are guarded come in front of the switch.
__global__ void late_shared(float *out) {
    int i = threadIdx.x;
    __shared__ __align__(16) float cache[threads], one; // between two
    cache[i] = out[i];
    __syncthreads();
    out[i] = cache[255 - i];
}
// Here the name means something else before.
__global__ void late_and_stuck(float *out, int n) {
    int i = threadIdx.x;
    for (int one = 0; one < n; ++one)
        i += one;
    __shared__ int one;
    one = i;
    __syncthreads();
    out[i] = one;
}
// A lambda would copy the variable, and nobody may jump past a reference.
__global__ void shared_and_lambda(float *out) {
    __shared__ float cache[threads];
    auto read = [=](int i) { return cache[i]; };
    out[0] = read(0);
}
__device__ void shared_in_switch(int i) {
    switch (i) {
    case 0:
        __shared__ int word;
        word = i;
        break;
    case 1:
        break;
    }
}
// What is calculated again: values of indices, constants and arguments that nobody changes.
const unsigned rows = 4, columns = 8;
__device__ unsigned length = 4;
__device__ void change(int &i);
__global__ void again(int *a, int width) {
    int x = threadIdx.x, y = threadIdx.y, at = y * width + x, row = x / rows, part = x / columns;
    int changed = x, other = x + length, remainder = x % width, read = a[x];
    change(changed);
    __syncthreads();
    a[at] = x + row + part + changed + other + remainder + read;
}
__global__ void arguments_change(int *a, int width) {
    int at = threadIdx.x * width;
    a += at;
    __syncthreads();
    *a = at;
}
__global__ void another_name(int *a, int width) {
    int at = threadIdx.x;
    if (width > 3) {
        int &alias = at;
        alias = 0;
    }
    __syncthreads();
    a[at] = 0;
}
// What the block keeps for all threads, and what only looks like it.
__global__ void in_common(int *a, int n) {
    int rounds = n / 2, mine = 0, loaded = *a, ticket = length++;
    for (int i = blockDim.x / 2, j = threadIdx.x; i != 0; i >>= 1, j++) {
        if (j == 3)
            mine++;
        rounds -= i;
        __syncthreads();
        a[j] = rounds + mine + loaded + ticket;
    }
}
// The barriers of cooperative groups.
namespace cg = cooperative_groups;
__global__ void group_of_the_block(float *out) {
    cg::thread_block cta = cg::this_thread_block();
    __shared__ float cache[threads];
    int i = cta.thread_rank();
    cache[i] = out[i];
    cg::sync(cta);
    if (out[0] > 0)
        cta.sync();
    out[i] = cache[255 - i];
    cooperative_groups::this_thread_block().sync();
    __syncthreads();
    out[i] += 1;
}
__global__ void group_behind_a_statement(float *out) {
    int i = threadIdx.x;
    const auto block = cg::this_thread_block();
    block.sync();
    out[i] = 1;
}
__global__ void groups_of_other_kinds(float *out) {
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    tile.sync();
    block.sync();
}
__global__ void group_of_two_names(float *out, int n) {
    for (int block = 0; block < n; ++block)
        out[block] = 1;
    cg::thread_block block = cg::this_thread_block();
    block.sync();
}
__global__ void group_behind_using(float *out) {
    out[0] = 1;
    using namespace cooperative_groups;
    thread_block block = this_thread_block();
    sync(block);
}
__global__ void group_that_is_none(float *out, thing cta) {
    out[0] = 1;
    cta.sync();
    cg::sync(cta);
}
// Functions that wait at barriers take steps, too, where that is understood.
inline __device__ uint shifted(uint value, volatile uint *ring, const uint times, cg::thread_block cta) { // here
    uint t = threadIdx.x;
    for (uint i = 0; i < times; i++) {
        ring[t] = value;
        cg::sync(cta);
        value = ring[t + 1];
        __syncthreads();
    }
    if (value == 0)
        return 0;
    return value + 1;
} // there
__device__ float4 nested(float4 v, uint *ring, const cg::thread_block &cta) {
    v.x += shifted(1, ring, 2, cta);
    uint s = shifted(v.y, ring, 1, cta) * 2 + 1;
    v.y = s;
    return v;
}
__device__ void empty(int *word) { __syncthreads(); *word = 1; }
__device__ int returned(uint *ring) { return nothing(ring); }
__device__ int own_shared(int i) {
    __shared__ int word[threads];
    word[i] = i;
    __syncthreads();
    return word[i + 1];
}
__device__ int by_reference(int &i) { __syncthreads(); return i; }
template <class T> __device__ T generic(T i) { __syncthreads(); return i; }
__device__ int overloaded(int i) { __syncthreads(); return i; }
__device__ int overloaded(float i) { __syncthreads(); return i; }
#ifdef SOMETHING
__device__ int uncertain(int i) { __syncthreads(); return i; }
#endif
__global__ void calls_in_steps(uint *out, uint *ring, int *word) {
    cg::thread_block cta = cg::this_thread_block();
    uint value = shifted(threadIdx.x, ring, 3, cta);
    if (out[0] > 1)
        empty(word);
    else
        value -= shifted(value, ring, 1, cta) / 2;
    empty(&word[1]);
    out[value + 1] = shifted(value, ring, 1, cta);
    out[threadIdx.x] = value;
}
__global__ void calls_nested(float4 *out, uint *ring) {
    cg::thread_block cta = cg::this_thread_block();
    float4 v = out[threadIdx.x];
    v = nested(v, ring, cta);
    out[threadIdx.x] = v;
}
__global__ void calls_of_other_forms(uint *out, uint *ring, int i) {
    cg::thread_block cta = cg::this_thread_block();
    if (shifted(1, ring, 1, cta))
        out[1] = own_shared(i) + by_reference(i) + generic(i) + overloaded(i) + uncertain(i);
    __syncthreads();
}
__global__ void calls_two(uint *ring) {
    uint a = 1;
    cg::thread_block cta = cg::this_thread_block();
    a = shifted(a, ring, 1, cta) + shifted(a, ring, 2, cta);
    ring[0] = a;
}
__global__ void calls_of_what_stays(int *out, uint *ring, int i) {
    i = own_shared(i);
    i = by_reference(i);
    i = generic(i);
    i = overloaded(i);
    i = uncertain(i);
    i = returned(ring);
    out[i] = 1;
}
__global__ void in_brackets(int *a, int n) {
    a[0] = (n) * 2;
    __syncthreads();
    a[1] = n > 2 ? (n) : 3;
}
__global__ void changed_in_brackets(int *a, int n) {
    (n) = a[0];
    __syncthreads();
    a[1] = n;
}
