// curand.cu: the numbers of cuRAND, bit by bit: a million of each generator, as the sums of their
// bits that cuRAND 10.4 has; kernels and generators of the host agree; settings, sequences that go
// on, mistakes.
#include "../emulator/check.h"

#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#include <fstream>
#include <iterator>

// FNV-1a, word by word.
template <class T> static unsigned long long sum_of(const std::vector<T> &numbers) {
    unsigned long long sum = 14695981039346656037ull;
    std::vector<unsigned> words(numbers.size() * sizeof(T) / sizeof(unsigned));
    std::memcpy(words.data(), numbers.data(), numbers.size() * sizeof(T));
    for (const unsigned word : words)
        sum = (sum ^ word) * 1099511628211ull;
    return sum;
}

struct known_sums {
    const char *name;
    curandRngType_t type;
    unsigned long long integers, floats, doubles;
    unsigned long long from_offset; // 0: it has no offsets
};

static const known_sums known[] = {
    {"PSEUDO_XORWOW", CURAND_RNG_PSEUDO_XORWOW, 0x302d1c3282d54ea8ull, 0xdd59c8957b49aa84ull,
     0x841d841490531aa8ull, 0xfeadbe9bcf224cd8ull},
    {"PSEUDO_PHILOX4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, 0xd14b585089c4bc95ull,
     0x320751716989105cull, 0xd26f0c453b4d2222ull, 0xd638689c40115ddcull},
    {"PSEUDO_MRG32K3A", CURAND_RNG_PSEUDO_MRG32K3A, 0x4c3483b05c21c6f7ull, 0x2a44d012dcfa3218ull,
     0x412c20db45389cccull, 0x72f38eb7615bbfc6ull},
    {"QUASI_SOBOL32", CURAND_RNG_QUASI_SOBOL32, 0x4970860edec22325ull, 0x6b40e0223b424465ull,
     0xa7a42f4cb19b77f5ull, 0x5999cf1e41772325ull},
    {"QUASI_SOBOL64", CURAND_RNG_QUASI_SOBOL64, 0x66d3c8ec2d622325ull, 0x6b40e0223b424465ull,
     0x0b0f0b36bb8e5025ull, 0xe311bc8527612325ull},
    {"PSEUDO_MTGP32", CURAND_RNG_PSEUDO_MTGP32, 0xd720daf8fad9c958ull, 0x9e96da571ad68383ull,
     0x7b5c90f656f7869cull, 0},
    {"PSEUDO_MT19937", CURAND_RNG_PSEUDO_MT19937, 0x92ad84dcd6ae1101ull, 0xdf8b1db1c976532cull,
     0x9915c2bdcc8aa102ull, 0},
};

static const size_t MANY = 1 << 20;

static curandGenerator_t generator(curandRngType_t type) {
    curandGenerator_t g = nullptr;
    CHECK_EQUAL(curandCreateGenerator(&g, type), CURAND_STATUS_SUCCESS);
    if (type >= CURAND_RNG_QUASI_DEFAULT)
        CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(g, 64), CURAND_STATUS_SUCCESS);
    else
        CHECK_EQUAL(curandSetPseudoRandomGeneratorSeed(g, 1234), CURAND_STATUS_SUCCESS);
    return g;
}

// Of the size that the generator has, which is refused in the other size.
static unsigned long long sum_of_integers(curandGenerator_t g, curandRngType_t type) {
    device_array<unsigned> integers(MANY);
    device_array<unsigned long long> long_ones(MANY);
    const bool are_long = type == CURAND_RNG_QUASI_SOBOL64;
    CHECK_EQUAL(curandGenerate(g, integers, MANY),
                are_long ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandGenerateLongLong(g, long_ones, MANY),
                are_long ? CURAND_STATUS_SUCCESS : CURAND_STATUS_TYPE_ERROR);
    return are_long ? sum_of(long_ones.get()) : sum_of(integers.get());
}

// In this order, from one generator: each call goes on where the one before has ended.
static void check_sums(const known_sums &k) {
    curandGenerator_t g = generator(k.type);
    device_array<float> floats(MANY);
    device_array<double> doubles(MANY);
    check_equal(sum_of_integers(g, k.type), k.integers, k.name, __FILE__, __LINE__);
    CHECK_EQUAL(curandGenerateUniform(g, floats, MANY), CURAND_STATUS_SUCCESS);
    check_equal(sum_of(floats.get()), k.floats, k.name, __FILE__, __LINE__);
    CHECK_EQUAL(curandGenerateUniformDouble(g, doubles, MANY), CURAND_STATUS_SUCCESS);
    check_equal(sum_of(doubles.get()), k.doubles, k.name, __FILE__, __LINE__);
    CHECK_EQUAL(curandGenerateNormal(g, floats, MANY, 1, 2), CURAND_STATUS_SUCCESS);
    double sum = 0, squares = 0;
    for (const float x : floats.get()) {
        sum += x;
        squares += (x - 1.0) * (x - 1.0);
    }
    CHECK(std::abs(sum / MANY - 1) < 0.02 && std::abs(squares / MANY - 4) < 0.05);
    CHECK_EQUAL(curandGenerateNormalDouble(g, doubles, MANY, 1, 2), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandSetGeneratorOffset(g, 123457),
                k.from_offset == 0 ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS);
    if (k.from_offset != 0)
        check_equal(sum_of_integers(g, k.type), k.from_offset, k.name, __FILE__, __LINE__);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
}

// The numbers of a generator of the host, each by a thread: number i is of subsequence i % lanes,
// four at a time of Philox.
template <class State> __global__ void draw(unsigned *out, int lanes, int group) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    State state;
    curand_init(1234, i / group % lanes, i / group / lanes * group + i % group, &state);
    out[i] = curand(&state);
}
template <class State>
static void check_kernel(curandRngType_t type, int lanes, int group, const char *name) {
    const int count = 5120;
    device_array<unsigned> of_kernel(count), of_host(count);
    draw<State><<<count / 256, 256>>>(of_kernel, lanes, group);
    CHECK_LAUNCH();
    curandGenerator_t g = generator(type);
    CHECK_EQUAL(curandGenerate(g, of_host, count), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    const std::vector<unsigned> expected = of_host.get();
    CHECK_ARRAY(
        of_kernel.get(), [&](size_t i) { return expected[i]; }, name);
}

// Of MTGP32 a block draws 256 numbers together, and those of the next block follow them.
__global__ void draw_together(curandStateMtgp32_t *states, unsigned *out) {
    for (int round = 0; round < 3; ++round)
        out[(round * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] =
            curand(&states[blockIdx.x]);
}
__global__ void uniform_together(curandStateMtgp32_t *states, float *out) {
    out[blockIdx.x * 256 + threadIdx.y * 32 + threadIdx.x] = curand_uniform(&states[blockIdx.x]);
}
static void check_mtgp32() {
    const int sets = 192, numbers = sets * 256;
    device_array<mtgp32_kernel_params_t> parameters(1);
    device_array<curandStateMtgp32_t> states(sets);
    CHECK_EQUAL(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, parameters),
                CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(
        curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, parameters, sets, 1234),
        CURAND_STATUS_SUCCESS);
    device_array<unsigned> of_kernel(3 * numbers), of_host(3 * numbers);
    device_array<float> floats_of_kernel(numbers), floats_of_host(numbers);
    draw_together<<<sets, 256>>>(states, of_kernel);
    CHECK_LAUNCH();
    uniform_together<<<sets, dim3(32, 8)>>>(states, floats_of_kernel);
    CHECK_LAUNCH();
    curandGenerator_t g = generator(CURAND_RNG_PSEUDO_MTGP32);
    CHECK_EQUAL(curandGenerate(g, of_host, 3 * numbers), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandGenerateUniform(g, floats_of_host, numbers), CURAND_STATUS_SUCCESS);
    const std::vector<unsigned> expected = of_host.get();
    CHECK_ARRAY(
        of_kernel.get(), [&](size_t i) { return expected[i]; }, "MTGP32");
    const std::vector<float> expected_floats = floats_of_host.get();
    CHECK_ARRAY(
        floats_of_kernel.get(), [&](size_t i) { return expected_floats[i]; }, "uniform MTGP32");

    CHECK_EQUAL(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_DYNAMIC),
                CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY),
                CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandSetPseudoRandomGeneratorSeed(g, 1234), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandGenerate(g, of_host, 65 * 256), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(of_host.get()[64 * 256], 0x303a95c2u);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
}

// skipahead is as many numbers drawn, and Sobol's vectors are as the host's generator has them.
template <class State> __global__ void skip(unsigned *wrong) {
    State a, b;
    curand_init(7, 3, 0, &a);
    curand_init(7, 3, 1001, &b);
    for (int i = 0; i < 1000; ++i)
        curand(&a);
    skipahead(1, &a);
    for (int i = 0; i < 9; ++i)
        *wrong += curand(&a) != curand(&b);
}
__global__ void sobol(const unsigned *vectors, unsigned *out) {
    curandStateSobol32_t state;
    unsigned mine[32];
    for (int i = 0; i < 32; ++i)
        mine[i] = vectors[i];
    curand_init(mine, threadIdx.x, &state);
    out[threadIdx.x] = curand(&state);
}

// Pairs, fours and Poisson's counts of one thread: plausible.
__global__ void distributions(double *sums) {
    curandStatePhilox4_32_10_t state;
    curand_init(99, 0, 0, &state);
    for (int i = 0; i < 2000; ++i) {
        const float4 u = curand_uniform4(&state);
        sums[0] += u.x + u.y + u.z + u.w;
        const float2 n = curand_normal2(&state);
        sums[1] += n.x * n.x + n.y * n.y;
        sums[2] += curand_poisson(&state, 10.0);
        sums[3] += curand_poisson(&state, 1000.0);
        sums[4] += curand_log_normal(&state, 0.0f, 0.5f);
        sums[5] += curand_uniform_double(&state);
    }
}

static void check_mistakes() {
    curandGenerator_t g = generator(CURAND_RNG_PSEUDO_XORWOW);
    device_array<float> out(100);
    CHECK_EQUAL(curandGenerateNormal(g, out, 99, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(g, 2), CURAND_STATUS_TYPE_ERROR);
    CHECK_EQUAL(curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT),
                CURAND_STATUS_OUT_OF_RANGE);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandCreateGenerator(&g, static_cast<curandRngType_t>(7)),
                CURAND_STATUS_TYPE_ERROR);
    g = generator(CURAND_RNG_QUASI_SOBOL32);
    CHECK_EQUAL(curandGenerateUniform(g, out, 100), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MRG32K3A), CURAND_STATUS_SUCCESS);
    float here[4];
    CHECK_EQUAL(curandGenerateUniform(g, here, 4), CURAND_STATUS_SUCCESS);
    CHECK(here[0] > 0 && here[0] <= 1);
    CHECK_EQUAL(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_DYNAMIC),
                CURAND_STATUS_OUT_OF_RANGE);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
}

// Of Sobol's sequence. The emulator takes them from the text of an installed package, and a program
// that asks for them where there is none ends with an error.
constexpr unsigned ALL = 20000;
static bool has_all_dimensions() {
#ifdef CUDA_EMULATOR
    std::ifstream file("/usr/include/rocrand/rocrand_sobol32_precomputed.h");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return text.find("0x80000000") != std::string::npos;
#else
    return true;
#endif
}

int main() {
    check_device();
    for (const known_sums &k : known)
        check_sums(k);
    check_kernel<curandStateXORWOW_t>(CURAND_RNG_PSEUDO_XORWOW, 4096, 1, "XORWOW");
    check_kernel<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10, 65536, 4, "Philox");
    check_kernel<curandStateMRG32k3a_t>(CURAND_RNG_PSEUDO_MRG32K3A, 81920, 1, "MRG32k3a");

    check_mtgp32();

    device_array<unsigned> wrong(1);
    skip<curandStateXORWOW_t><<<1, 1>>>(wrong);
    skip<curandStatePhilox4_32_10_t><<<1, 1>>>(wrong);
    skip<curandStateMRG32k3a_t><<<1, 1>>>(wrong);
    CHECK_LAUNCH();
    CHECK_EQUAL(wrong.get()[0], 0u);

    curandDirectionVectors32_t *vectors = nullptr;
    CHECK_EQUAL(curandGetDirectionVectors32(&vectors, CURAND_DIRECTION_VECTORS_32_JOEKUO6),
                CURAND_STATUS_SUCCESS);
    device_array<unsigned> of_dimension(std::vector<unsigned>(vectors[5], vectors[5] + 32)),
        drawn(64);
    sobol<<<1, 64>>>(of_dimension, drawn);
    CHECK_LAUNCH();
    curandGenerator_t g = generator(CURAND_RNG_QUASI_SOBOL32);
    device_array<unsigned> of_host(64 * 64);
    CHECK_EQUAL(curandGenerate(g, of_host, 64 * 64), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    const std::vector<unsigned> expected = of_host.get();
    CHECK_ARRAY(
        drawn.get(), [&](size_t i) { return expected[5 * 64 + i]; }, "Sobol'");

    // The first normal number is that of the smallest probability, 2^-33.
    g = generator(CURAND_RNG_QUASI_SOBOL32);
    CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(g, 1), CURAND_STATUS_SUCCESS);
    device_array<float> normal(4);
    CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(g, 1), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandGenerateNormal(g, normal, 4, 1, 2), CURAND_STATUS_SUCCESS);
    CHECK_EQUAL(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
    const float of_cuRAND[] = {-11.675915f, 1, 2.348979f, -0.348979f};
    for (int i = 0; i < 4; ++i)
        CHECK(std::fabs(normal.get()[i] - of_cuRAND[i]) < 2e-6f);

    // The sum is cuRAND's.
    curandGenerator_t many = generator(CURAND_RNG_QUASI_SOBOL32);
    if (has_all_dimensions() &&
        CHECK_EQUAL(curandSetQuasiRandomGeneratorDimensions(many, ALL), CURAND_STATUS_SUCCESS)) {
        unsigned long long sum = 0;
        for (unsigned i = 0; i < ALL * 32; ++i)
            sum += vectors[i / 32][i % 32] * (i + 1ull);
        CHECK_EQUAL(sum, 15582336701942590780ull);
        constexpr unsigned HIGH = 19876;
        device_array<unsigned> of_all(ALL * 64);
        CHECK_EQUAL(curandGenerate(many, of_all, ALL * 64), CURAND_STATUS_SUCCESS);
        of_dimension.set(std::vector<unsigned>(vectors[HIGH], vectors[HIGH] + 32));
        sobol<<<1, 64>>>(of_dimension, drawn);
        CHECK_LAUNCH();
        const std::vector<unsigned> numbers = of_all.get();
        CHECK_ARRAY(
            drawn.get(), [&](size_t i) { return numbers[HIGH * 64 + i]; }, "a high dimension");
    }
    CHECK_EQUAL(curandDestroyGenerator(many), CURAND_STATUS_SUCCESS);

    device_array<double> sums(6);
    distributions<<<1, 1>>>(sums);
    CHECK_LAUNCH();
    const std::vector<double> s = sums.get();
    const double wanted[] = {4000, 4000, 20000, 2000000, 2000 * 1.1331, 1000};
    for (int i = 0; i < 6; ++i)
        check_that(std::abs(s[i] / wanted[i] - 1) < 0.05, "distribution " + std::to_string(i),
                   __FILE__, __LINE__);
    check_mistakes();
    return check_result();
}
