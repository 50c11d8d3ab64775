// no_includes.cu: a .cu file that includes nothing has what nvcc has included: so much of the
// libraries of C and C++, and the toolkit's own types.
#ifdef CUDA_EMULATOR // nvcc has this for device code only, and then refuses it
struct point {
    int x, y;
    __host__ __device__ point(int x, int y) : x(x), y(y) {}
};

__global__ void build(point *out) {
    __shared__ __align__(alignof(point)) unsigned char room[sizeof(point)];
    point *p = new (room) point(1, 2);
    assert(p->y == 2);
    new (out) point(*p);
}

static bool build_right() {
    point *built;
    cudaMallocManaged(&built, sizeof(point));
    build<<<1, 1>>>(built);
    const bool right = cudaDeviceSynchronize() == cudaSuccess && built->x == 1 && built->y == 2;
    cudaFree(built);
    return right;
}
#else
static bool build_right() {
    return true;
}
#endif

extern "C" int puts(const char *);

static bool right(const char *text) {
    char copy[8];
    strcpy(copy, text);
    memset(copy + 1, 0, 1);
    int a = 1, b = 2;
    std::swap(a, b);
    const std::pair<int, int> pair(a, b);
    const std::initializer_list<int> list = {a, std::min(a, b), abs(-3)};
    const time_t now = time(nullptr);
    const clock_t ticks = clock();
    static_assert(std::is_same<int, std::common_type<int, char>::type>::value, "<type_traits>");
    return isdigit(copy[0]) && !isalpha(copy[0]) && strlen(copy) == 1 && atoi(copy) == 7 &&
           pair.first == 2 && list.size() == 3 && now != time_t(-1) && ticks != clock_t(-1) &&
           INT_MAX == std::numeric_limits<int>::max() && std::sqrt(4.0f) == 2 &&
           sqrtf(4.0f) == fmax(1.0, 2.0) && isfinite(1.0f) && M_PI > 3;
}

int main() {
    const cudaDataType_t type = CUDA_R_32F;
    const libraryPropertyType property = MAJOR_VERSION;
    const cudaRoundMode mode = cudaRoundZero;
    const cudaUUID_t id = {};
    const CUuuid same = id;
    const bool types = type == 0 && property == 0 && mode == 1 && same.bytes[0] == 0 &&
                       make_cudaExtent(1, 2, 3).depth == 3;
    if (!types || !right("7x") || !build_right()) {
        puts("FAILED: what nvcc has included is not all there");
        exit(EXIT_FAILURE);
    }
    puts("PASSED: what nvcc has included is there");
    return 0;
}
