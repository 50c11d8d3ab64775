// plans.cpp: cuFFT's plans, and the transforms by them: the numbers of a batch are gathered into a
// box, its lines are transformed in each dimension, and what came out is put where it belongs.
#include <cufftXt.h>

#include "line.h"

#include "runtime/library_work.h"

#include <map>
#include <memory>
#include <new>

namespace cuda_emulator::cufft {

namespace {

using count = long long;

// Where numbers lie: those of neighbours of the last dimension `stride` apart, those of batches
// `distance`.
struct layout {
    count rows, row; // of a box: lengths in memory of the second and the last dimension
    count stride, distance;

    count place(count batch, count i, count j, count k) const {
        return batch * distance + ((i * rows + j) * row + k) * stride;
    }
};

struct plan {
    cudaStream_t stream = nullptr;
    bool made = false;
    cufftType type = CUFFT_C2C;
    count n[3] = {1, 1, 1}, batches = 1;
    bool given = false; // where numbers lie
    layout in = {}, out = {};
    std::shared_ptr<line_transform> lines[3];

    bool is_double() const { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }
    bool from_real() const { return type == CUFFT_R2C || type == CUFFT_D2Z; }
    bool to_real() const { return type == CUFFT_C2R || type == CUFFT_Z2D; }
    // How many numbers of a line there are: half of a line is enough where the other is its
    // conjugate.
    count length(bool is_real) const {
        return is_real || !(from_real() || to_real()) ? n[2] : n[2] / 2 + 1;
    }
    layout dense(bool is_real, bool in_place) const {
        const count row = is_real && in_place ? 2 * (n[2] / 2 + 1) : length(is_real);
        return {n[1], row, 1, n[0] * n[1] * row};
    }
    layout layout_in(bool in_place) const { return given ? in : dense(from_real(), in_place); }
    layout layout_out(bool in_place) const { return given ? out : dense(to_real(), in_place); }
};

// Host threads may ask at the same time.
class all_plans {
public:
    cufftHandle add(const std::shared_ptr<plan> &p) {
        const os_lock lock(mutex_);
        by_handle_[next_] = p;
        return next_++;
    }
    bool remove(cufftHandle handle) { // false: there was none
        const os_lock lock(mutex_);
        return by_handle_.erase(handle) != 0;
    }
    std::shared_ptr<plan> find(cufftHandle handle) { // null: there is none
        const os_lock lock(mutex_);
        const auto found = by_handle_.find(handle);
        return found == by_handle_.end() ? nullptr : found->second;
    }

private:
    os_mutex mutex_;
    std::map<cufftHandle, std::shared_ptr<plan>> by_handle_;
    cufftHandle next_ = 1;
};
all_plans &plans() { // never destroyed: the program's destructors may still call
    static all_plans &all = *new all_plans;
    return all;
}
std::shared_ptr<plan> find(cufftHandle handle) {
    return plans().find(handle);
}

// ---- Plans

template <class Int> struct wanted {
    int rank;
    const Int *n, *inembed, *onembed;
    Int istride, idist, ostride, odist;
    cufftType type;
    Int batch;
};

bool is_known(cufftType type) {
    return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_Z2Z ||
           type == CUFFT_D2Z || type == CUFFT_Z2D;
}

// The plan is as it was where it cannot be made.
template <class Int> cufftResult make(plan &made, const wanted<Int> &w, size_t *bytes) {
    plan p = made;
    if (w.rank < 1 || w.rank > 3 || w.n == nullptr)
        return CUFFT_INVALID_VALUE;
    if (!is_known(w.type))
        return CUFFT_INVALID_TYPE;
    count all = 1;
    for (int d = 0; d < w.rank; ++d) {
        if (w.n[d] < 1 || __builtin_mul_overflow(all, count(w.n[d]), &all) || all > count(1) << 40)
            return CUFFT_INVALID_SIZE;
        p.n[3 - w.rank + d] = count(w.n[d]);
    }
    if (w.batch < 1)
        return CUFFT_INVALID_SIZE;
    p.type = w.type;
    p.batches = count(w.batch);
    p.given = w.inembed != nullptr && w.onembed != nullptr;
    if (p.given) {
        // Of one dimension only the stride counts, of two the length of a row besides.
        p.in = {w.rank == 3 ? count(w.inembed[1]) : p.n[1], count(w.inembed[w.rank - 1]),
                count(w.istride), count(w.idist)};
        p.out = {w.rank == 3 ? count(w.onembed[1]) : p.n[1], count(w.onembed[w.rank - 1]),
                 count(w.ostride), count(w.odist)};
        if (w.istride < 1 || w.ostride < 1)
            return CUFFT_INVALID_VALUE;
    }
    try {
        for (int d = 0; d < 3; ++d)
            p.lines[d] = d > 0 && p.n[d] == p.n[d - 1] ? p.lines[d - 1]
                                                       : std::make_shared<line_transform>(p.n[d]);
    } catch (const std::bad_alloc &) {
        return CUFFT_ALLOC_FAILED;
    }
    p.made = true;
    made = p;
    if (bytes != nullptr)
        *bytes = 0;
    return CUFFT_SUCCESS;
}

template <class Int> cufftResult make(cufftHandle handle, const wanted<Int> &w, size_t *bytes) {
    const std::shared_ptr<plan> p = find(handle);
    return p == nullptr || p->made ? CUFFT_INVALID_PLAN : make(*p, w, bytes);
}

template <class Int> cufftResult create(cufftHandle *handle, const wanted<Int> &w) {
    if (handle == nullptr)
        return CUFFT_INVALID_VALUE;
    const auto p = std::make_shared<plan>();
    const cufftResult result = make(*p, w, nullptr);
    if (result == CUFFT_SUCCESS)
        *handle = plans().add(p);
    return result;
}

template <class Int> cufftResult estimate(const wanted<Int> &w, size_t *bytes) {
    plan p;
    return bytes == nullptr ? CUFFT_INVALID_VALUE : make(p, w, bytes);
}

// ---- Transforms

// The memory of a side: as few pieces as it has gaps.
void touch(std::vector<library_memory> &all, const plan &p, const layout &l, count length,
           const void *memory, size_t element, bool writes) {
    const char *const name = writes ? "the output" : "the input", *const first =
                                                                      static_cast<const char *>(
                                                                          memory);
    const auto bytes = [element](count c) { return static_cast<size_t>(c) * element; };
    if (l.stride == 1 && l.row == length && l.rows == p.n[1] &&
        l.distance == p.n[0] * l.rows * l.row) {
        all.push_back(
            {name, first, bytes(l.distance * p.batches), 1, bytes(l.distance * p.batches), writes});
        return;
    }
    for (count b = 0; b < p.batches; ++b)
        for (count i = 0; i < p.n[0]; ++i)
            for (count j = 0; j < (l.stride == 1 ? 1 : p.n[1]); ++j) {
                const char *const begin = first + bytes(l.place(b, i, j, 0));
                if (l.stride == 1)
                    all.push_back({name, begin, bytes(length), static_cast<size_t>(p.n[1]),
                                   bytes(l.row), writes});
                else
                    all.push_back({name, begin, element, static_cast<size_t>(length),
                                   bytes(l.stride), writes});
            }
}

// All lines of a dimension of the box.
void transform(std::vector<complex> &box, const plan &p, int dimension, bool inverse) {
    if (p.n[dimension] == 1)
        return;
    const count step = dimension == 2 ? 1 : dimension == 1 ? p.n[2] : p.n[1] * p.n[2];
    const count length = p.n[dimension], all = static_cast<count>(box.size());
    std::vector<complex> line(static_cast<size_t>(length));
    for (count outer = 0; outer < all; outer += step * length)
        for (count inner = 0; inner < step; ++inner) {
            complex *const first = &box[static_cast<size_t>(outer + inner)];
            for (count k = 0; k < length; ++k)
                line[static_cast<size_t>(k)] = first[k * step];
            p.lines[dimension]->run(line, inverse);
            for (count k = 0; k < length; ++k)
                first[k * step] = line[static_cast<size_t>(k)];
        }
}

template <class From, class To>
void transform(const plan &p, const From *from, To *to, bool inverse) {
    const bool in_place = static_cast<const void *>(from) == to;
    const layout in = p.layout_in(in_place), out = p.layout_out(in_place);
    const count *const n = p.n;
    std::vector<complex> box(static_cast<size_t>(n[0] * n[1] * n[2]));
    const auto at = [&](count i, count j, count k) -> complex & {
        return box[static_cast<size_t>((i * n[1] + j) * n[2] + k)];
    };
    const auto each = [&](count length, auto &&what) {
        for (count i = 0; i < n[0]; ++i)
            for (count j = 0; j < n[1]; ++j)
                for (count k = 0; k < length; ++k)
                    what(i, j, k);
    };
    for (count b = 0; b < p.batches; ++b) {
        each(p.length(p.from_real()),
             [&](count i, count j, count k) { at(i, j, k) = complex(from[in.place(b, i, j, k)]); });
        if (p.to_real())
            each(n[2], [&](count i, count j, count k) {
                if (k > n[2] / 2)
                    at(i, j, k) = std::conj(at((n[0] - i) % n[0], (n[1] - j) % n[1], n[2] - k));
            });
        for (int dimension = 2; dimension >= 0; --dimension)
            transform(box, p, dimension, inverse);
        each(p.length(p.to_real()), [&](count i, count j, count k) {
            if constexpr (std::is_floating_point<To>::value)
                to[out.place(b, i, j, k)] = static_cast<To>(at(i, j, k).real());
            else
                to[out.place(b, i, j, k)] = To(at(i, j, k));
        });
    }
}

template <class From, class To>
cufftResult execute(const char *name, cufftHandle handle, cufftType type, const From *from, To *to,
                    int direction) {
    const std::shared_ptr<plan> p = find(handle);
    if (p == nullptr || !p->made) {
        refuse_library_call(name, "the plan was never made, or is destroyed", "CUFFT_INVALID_PLAN");
        return CUFFT_INVALID_PLAN;
    }
    if (p->type != type) {
        refuse_library_call(name, "the plan is one for a different type of transform",
                            "CUFFT_INVALID_TYPE");
        return CUFFT_INVALID_TYPE;
    }
    if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) {
        refuse_library_call(name, "the direction is neither CUFFT_FORWARD nor CUFFT_INVERSE",
                            "CUFFT_INVALID_VALUE");
        return CUFFT_INVALID_VALUE;
    }
    const bool in_place = static_cast<const void *>(from) == to;
    std::vector<library_memory> memory;
    touch(memory, *p, p->layout_in(in_place), p->length(p->from_real()), from, sizeof(From), false);
    touch(memory, *p, p->layout_out(in_place), p->length(p->to_real()), to, sizeof(To), true);
    try {
        const cudaError_t e = do_library_work(name, "CUFFT_EXEC_FAILED", p->stream, memory, [=] {
            transform(*p, from, to, direction == CUFFT_INVERSE);
        });
        return e == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
    } catch (const std::bad_alloc &) {
        return CUFFT_ALLOC_FAILED;
    }
}

// The complex types as C++ has them.
std::complex<float> *in(cufftComplex *p) {
    return reinterpret_cast<std::complex<float> *>(p);
}
std::complex<double> *in(cufftDoubleComplex *p) {
    return reinterpret_cast<std::complex<double> *>(p);
}

wanted<int> of(int rank, const int *n, cufftType type, int batch) {
    return {rank, n, nullptr, nullptr, 1, 0, 1, 0, type, batch};
}

} // namespace

} // namespace cuda_emulator::cufft

using namespace cuda_emulator::cufft;

extern "C" {

cufftResult cufftGetVersion(int *version) {
    if (version == nullptr)
        return CUFFT_INVALID_VALUE;
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftCreate(cufftHandle *plan_made) {
    if (plan_made == nullptr)
        return CUFFT_INVALID_VALUE;
    *plan_made = plans().add(std::make_shared<plan>());
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle handle) {
    return plans().remove(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle handle, cudaStream_t stream) {
    const std::shared_ptr<plan> p = find(handle);
    if (p == nullptr)
        return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}

// The calls for plans of one kind. wanted: what its parameters say.
#define PLANS(KIND, WANTED, ...)                                                                   \
    cufftResult cufftPlan##KIND(cufftHandle *plan, __VA_ARGS__) {                                  \
        return create(plan, WANTED);                                                               \
    }                                                                                              \
    cufftResult cufftMakePlan##KIND(cufftHandle plan, __VA_ARGS__, size_t *bytes) {                \
        return make(plan, WANTED, bytes);                                                          \
    }                                                                                              \
    cufftResult cufftEstimate##KIND(__VA_ARGS__, size_t *bytes) {                                  \
        return estimate(WANTED, bytes);                                                            \
    }                                                                                              \
    cufftResult cufftGetSize##KIND(cufftHandle plan, __VA_ARGS__, size_t *bytes) {                 \
        return find(plan) == nullptr ? CUFFT_INVALID_PLAN : estimate(WANTED, bytes);               \
    }
#define SIZES(...) std::vector<int>{__VA_ARGS__}.data()
PLANS(1d, of(1, SIZES(nx), type, batch), int nx, cufftType type, int batch)
PLANS(2d, of(2, SIZES(nx, ny), type, 1), int nx, int ny, cufftType type)
PLANS(3d, of(3, SIZES(nx, ny, nz), type, 1), int nx, int ny, int nz, cufftType type)
#define MANY(INT)                                                                                  \
    (wanted<INT>{rank, n, inembed, onembed, istride, idist, ostride, odist, type, batch})
PLANS(Many, MANY(int), int rank, int *n, int *inembed, int istride, int idist, int *onembed,
      int ostride, int odist, cufftType type, int batch)
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                long long int *onembed, long long int ostride, long long int odist,
                                cufftType type, long long int batch, size_t *bytes) {
    return make(plan, MANY(long long int), bytes);
}

cufftResult cufftGetSize(cufftHandle handle, size_t *bytes) {
    if (find(handle) == nullptr)
        return CUFFT_INVALID_PLAN;
    *bytes = 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle handle, void *) {
    return find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle handle, int) {
    return find(handle) == nullptr ? CUFFT_INVALID_PLAN : CUFFT_SUCCESS;
}

cufftResult cufftXtSetCallback(cufftHandle, void **, cufftXtCallbackType, void **) {
    cuda_emulator::say_of_library("cufftXtSetCallback", "the emulator's cuFFT has no callbacks");
    return CUFFT_NOT_SUPPORTED;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction) {
    return execute("cufftExecC2C", plan, CUFFT_C2C, in(from), in(to), direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *from, cufftComplex *to) {
    return execute("cufftExecR2C", plan, CUFFT_R2C, from, in(to), CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *from, cufftReal *to) {
    return execute("cufftExecC2R", plan, CUFFT_C2R, in(from), to, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to,
                         int direction) {
    return execute("cufftExecZ2Z", plan, CUFFT_Z2Z, in(from), in(to), direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to) {
    return execute("cufftExecD2Z", plan, CUFFT_D2Z, from, in(to), CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to) {
    return execute("cufftExecZ2D", plan, CUFFT_Z2D, in(from), to, CUFFT_INVERSE);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                cudaDataType in, long long int *onembed, long long int ostride,
                                long long int odist, cudaDataType out, long long int batch,
                                size_t *bytes, cudaDataType) {
    const bool real_in = in == CUDA_R_32F || in == CUDA_R_64F,
               real_out = out == CUDA_R_32F || out == CUDA_R_64F;
    const bool is_float =
        (in == CUDA_R_32F || in == CUDA_C_32F) && (out == CUDA_R_32F || out == CUDA_C_32F);
    const bool is_double =
        (in == CUDA_R_64F || in == CUDA_C_64F) && (out == CUDA_R_64F || out == CUDA_C_64F);
    if ((!is_float && !is_double) || (real_in && real_out)) {
        cuda_emulator::say_of_library("cufftXtMakePlanMany",
                                      "the emulator has transforms of float and of double");
        return CUFFT_NOT_SUPPORTED;
    }
    const cufftType type = real_in    ? is_float ? CUFFT_R2C : CUFFT_D2Z
                           : real_out ? is_float ? CUFFT_C2R : CUFFT_Z2D
                           : is_float ? CUFFT_C2C
                                      : CUFFT_Z2Z;
    return make(plan, MANY(long long int), bytes);
}
cufftResult cufftXtExec(cufftHandle handle, void *from, void *to, int direction) {
    const std::shared_ptr<plan> p = find(handle);
    switch (p == nullptr ? CUFFT_C2C : p->type) {
    case CUFFT_R2C:
        return cufftExecR2C(handle, static_cast<cufftReal *>(from),
                            static_cast<cufftComplex *>(to));
    case CUFFT_C2R:
        return cufftExecC2R(handle, static_cast<cufftComplex *>(from),
                            static_cast<cufftReal *>(to));
    case CUFFT_D2Z:
        return cufftExecD2Z(handle, static_cast<cufftDoubleReal *>(from),
                            static_cast<cufftDoubleComplex *>(to));
    case CUFFT_Z2D:
        return cufftExecZ2D(handle, static_cast<cufftDoubleComplex *>(from),
                            static_cast<cufftDoubleReal *>(to));
    case CUFFT_Z2Z:
        return cufftExecZ2Z(handle, static_cast<cufftDoubleComplex *>(from),
                            static_cast<cufftDoubleComplex *>(to), direction);
    default:
        return cufftExecC2C(handle, static_cast<cufftComplex *>(from),
                            static_cast<cufftComplex *>(to), direction);
    }
}

} // extern "C"

const char *cuda_emulator_status_name(cufftResult status) {
    switch (status) {
#define NAME(S)                                                                                    \
    case S:                                                                                        \
        return #S;
        NAME(CUFFT_SUCCESS)
        NAME(CUFFT_INVALID_PLAN)
        NAME(CUFFT_ALLOC_FAILED)
        NAME(CUFFT_INVALID_TYPE)
        NAME(CUFFT_INVALID_VALUE)
        NAME(CUFFT_INTERNAL_ERROR)
        NAME(CUFFT_EXEC_FAILED)
        NAME(CUFFT_SETUP_FAILED)
        NAME(CUFFT_INVALID_SIZE)
        NAME(CUFFT_UNALIGNED_DATA)
        NAME(CUFFT_INVALID_DEVICE)
        NAME(CUFFT_NO_WORKSPACE)
        NAME(CUFFT_NOT_IMPLEMENTED)
        NAME(CUFFT_NOT_SUPPORTED)
        NAME(CUFFT_MISSING_DEPENDENCY)
        NAME(CUFFT_NVRTC_FAILURE)
        NAME(CUFFT_NVJITLINK_FAILURE)
        NAME(CUFFT_NVSHMEM_FAILURE)
#undef NAME
    }
    return "<unknown>";
}
