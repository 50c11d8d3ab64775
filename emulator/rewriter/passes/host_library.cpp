//     instead_of_host_function("rand")     "random numbers are made on the host, and copied ..."
//     is_only_of_device("__syncthreads")   true
// nvcc's answers to each of these names were asked for (13.0): those that it accepts in device
// code, and those that it only accepts there with an option, are not in the lists.
#include "host_library.h"

#include <array>

#include "../syntax/words.h"

namespace cuda_rewriter {

std::string instead_of_host_function(std::string_view name) {
    static constexpr std::array<std::string_view, 5> random = {"rand", "srand", "rand_r", "drand48",
                                                               "srand48"};
    static constexpr std::array<std::string_view, 10> printing = {
        "puts",   "putchar", "fprintf",  "vprintf", "fputs",
        "fflush", "sprintf", "snprintf", "putc",    "fputc"};
    static constexpr std::array<std::string_view, 12> reading = {
        "fopen", "fclose", "fread",  "fwrite", "fgets",   "fgetc",
        "scanf", "fscanf", "sscanf", "getc",   "getchar", "getenv"};
    static constexpr std::array<std::string_view, 6> ending = {"exit",  "abort",      "_exit",
                                                               "_Exit", "quick_exit", "atexit"};
    static constexpr std::array<std::string_view, 3> waiting = {"sleep", "usleep", "nanosleep"};
    static constexpr std::array<std::string_view, 2> clocks = {"time", "gettimeofday"};
    static constexpr std::array<std::string_view, 2> allocating = {"calloc", "realloc"};
    static constexpr std::array<std::string_view, 17> others = {
        "system", "qsort",  "bsearch", "atoi",   "atof",    "strtol",  "strtod", "strtof", "strlen",
        "strcpy", "strcmp", "strcat",  "memcmp", "memmove", "strncpy", "strchr", "strncmp"};
    static constexpr std::array<std::string_view, 5> runtime = {
        "cudaMemcpy", "cudaMemset", "cudaMemcpyToSymbol", "cudaMemcpyFromSymbol", "cudaMemcpy2D"};
    if (name == "cudaDeviceSynchronize")
        return "The host calls it behind the launch. What a kernel launches has ended when that "
               "kernel "
               "has; what is to come after it in the kernel is launched into cudaStreamTailLaunch.";
    if (one_of(name, random))
        return "Make the random numbers on the host and copy them, or use cuRAND.";
    if (one_of(name, printing))
        return "A kernel prints with printf().";
    if (one_of(name, reading))
        return "Files, input and the environment are the host's: read them there, and copy what "
               "the kernel needs.";
    if (one_of(name, ending))
        return "A thread ends with return; assert() or __trap() ends the kernel with an error.";
    if (one_of(name, waiting))
        return "A kernel has __nanosleep().";
    if (one_of(name, clocks))
        return "A kernel has clock64(); the host measures a kernel with events.";
    if (one_of(name, allocating))
        return "A kernel has malloc(), free() and memset().";
    if (one_of(name, runtime))
        return "The host calls it, before or behind the launch; a kernel reads and writes memory "
               "of the device as it is.";
    return one_of(name, others) ? "Write a __device__ function that does the same." : "";
}

std::string instead_of_std_function(std::string_view name) {
    static constexpr std::array<std::string_view, 12> algorithms = {
        "sort", "stable_sort", "shuffle", "random_shuffle", "to_string",   "stoi",
        "stod", "stof",        "getline", "make_shared",    "make_unique", "async"};
    if (one_of(name, algorithms))
        return "Write a __device__ function that does the same.";
    return instead_of_host_function(name);
}

std::string instead_of_std_stream(std::string_view name) {
    static constexpr std::array<std::string_view, 4> streams = {"cout", "cerr", "clog", "cin"};
    if (!one_of(name, streams))
        return "";
    return name == "cin" ? "Read on the host, and copy what the kernel needs."
                         : "A kernel prints with printf().";
}

std::string instead_of_std_class(std::string_view name) {
    static constexpr std::array<std::string_view, 13> containers = {
        "vector",        "list",          "deque",         "map",   "set",
        "multimap",      "multiset",      "queue",         "stack", "valarray",
        "unordered_map", "unordered_set", "priority_queue"};
    static constexpr std::array<std::string_view, 9> others = {
        "ifstream", "ofstream", "fstream",       "stringstream", "ostringstream",
        "thread",   "function", "istringstream", "shared_ptr"};
    if (one_of(name, containers))
        return "Use an array of a fixed size, or a pointer to memory of cudaMalloc().";
    if (name == "string")
        return "Use an array of char.";
    return one_of(name, others) ? "Only the host has it." : "";
}

bool is_device_name(std::string_view name) {
    static constexpr std::array<std::string_view, 96> names = {
        "abs",       "labs",       "llabs",    "fabs",      "min",    "max",     "umin",
        "umax",      "llmin",      "llmax",    "fmin",      "fmax",   "pow",     "powi",
        "sqrt",      "rsqrt",      "cbrt",     "rcbrt",     "exp",    "exp2",    "exp10",
        "expm1",     "log",        "log2",     "log10",     "log1p",  "logb",    "ilogb",
        "sin",       "cos",        "tan",      "asin",      "acos",   "atan",    "atan2",
        "sinh",      "cosh",       "tanh",     "asinh",     "acosh",  "atanh",   "sincos",
        "sinpi",     "cospi",      "sincospi", "floor",     "ceil",   "round",   "trunc",
        "rint",      "nearbyint",  "lround",   "llround",   "lrint",  "llrint",  "fmod",
        "remainder", "remquo",     "modf",     "frexp",     "ldexp",  "scalbn",  "scalbln",
        "fma",       "fdim",       "fdivide",  "hypot",     "rhypot", "norm",    "rnorm",
        "norm3d",    "norm4d",     "erf",      "erfc",      "erfinv", "erfcinv", "erfcx",
        "normcdf",   "normcdfinv", "lgamma",   "tgamma",    "j0",     "j1",      "jn",
        "y0",        "y1",         "copysign", "nextafter", "isnan",  "isinf",   "isfinite",
        "signbit",   "nan",        "clock",    "swap",      "printf"};
    static constexpr std::array<std::string_view, 12> others = {
        "malloc",  "free", "memcpy",  "memset", "assert", "saturate",
        "clock64", "move", "forward", "get",    "begin",  "end"};
    if (!name.empty() && (name.back() == 'f' || name.back() == 'l') &&
        one_of(name.substr(0, name.size() - 1), names))
        return true;
    return one_of(name, names) || one_of(name, others);
}

bool is_only_of_device(std::string_view name) {
    static constexpr std::array<std::string_view, 61> names = {"cudaGraphSetConditional",
                                                               "__syncthreads",
                                                               "__syncthreads_count",
                                                               "__syncthreads_and",
                                                               "__syncthreads_or",
                                                               "__syncwarp",
                                                               "__threadfence",
                                                               "__threadfence_block",
                                                               "__threadfence_system",
                                                               "atomicAdd",
                                                               "atomicSub",
                                                               "atomicExch",
                                                               "atomicMin",
                                                               "atomicMax",
                                                               "atomicInc",
                                                               "atomicDec",
                                                               "atomicCAS",
                                                               "atomicAnd",
                                                               "atomicOr",
                                                               "atomicXor",
                                                               "__shfl_sync",
                                                               "__shfl_up_sync",
                                                               "__shfl_down_sync",
                                                               "__shfl_xor_sync",
                                                               "__ballot_sync",
                                                               "__all_sync",
                                                               "__any_sync",
                                                               "__activemask",
                                                               "__match_any_sync",
                                                               "__match_all_sync",
                                                               "__ldg",
                                                               "__trap",
                                                               "__nanosleep",
                                                               "clock64",
                                                               "__sinf",
                                                               "__cosf",
                                                               "__tanf",
                                                               "__expf",
                                                               "__exp10f",
                                                               "__logf",
                                                               "__log2f",
                                                               "__log10f",
                                                               "__powf",
                                                               "__fdividef",
                                                               "__fmul_rn",
                                                               "__fadd_rn",
                                                               "__fsub_rn",
                                                               "__fdiv_rn",
                                                               "__frcp_rn",
                                                               "__fsqrt_rn",
                                                               "__fmaf_rn",
                                                               "__popc",
                                                               "__popcll",
                                                               "__clz",
                                                               "__clzll",
                                                               "__ffs",
                                                               "__brev",
                                                               "__mul24",
                                                               "__umulhi",
                                                               "__float_as_int",
                                                               "__int_as_float"};
    return one_of(name, names);
}

} // namespace cuda_rewriter
