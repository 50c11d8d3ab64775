// opencl_peer.cpp: see opencl_peer.h. Without the headers of OpenCL nobody is there.
#include "opencl_peer.h"

#ifdef BENCH_HAS_OPENCL

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

static void check(cl_int error, const char *what) {
    if (error == CL_SUCCESS)
        return;
    std::fprintf(stderr, "%s: error %d of OpenCL\n", what, error);
    std::exit(1);
}

static std::string name_of(cl_platform_id platform) {
    char text[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr);
    return text;
}

// POCL's device, if it is there.
static cl_device_id find_device(std::string &name) {
    cl_uint count = 0;
    if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0)
        return nullptr;
    std::vector<cl_platform_id> platforms(count);
    check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
    cl_device_id found = nullptr;
    for (cl_platform_id platform : platforms) {
        cl_device_id device;
        const std::string its_name = name_of(platform);
        if ((found == nullptr || its_name == "Portable Computing Language") &&
            clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, &device, nullptr) == CL_SUCCESS) {
            found = device;
            name = its_name;
        }
    }
    return found;
}

static std::string contents_of(const char *path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

opencl_peer::opencl_peer(int processors, const std::string &options) {
    setenv("POCL_MAX_PTHREAD_COUNT", std::to_string(processors).c_str(), 1);
    cl_device_id device = find_device(name_);
    if (device == nullptr) {
        name_ = "no device of OpenCL (package pocl-opencl-icd)";
        return;
    }
    device_ = device;
    cl_int error;
    cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    context_ = context;
    queue_ = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    const std::string source = contents_of(OPENCL_KERNELS);
    const char *text = source.c_str();
    cl_program program = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    program_ = program;
    check(clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr), OPENCL_KERNELS);
}

void *opencl_peer::allocate(std::size_t bytes, const void *contents) {
    if (!is_there())
        return nullptr;
    cl_int error;
    cl_mem buffer = clCreateBuffer(static_cast<cl_context>(context_), CL_MEM_READ_WRITE, bytes,
                                   nullptr, &error);
    check(error, "clCreateBuffer");
    if (contents != nullptr)
        check(clEnqueueWriteBuffer(static_cast<cl_command_queue>(queue_), buffer, CL_TRUE, 0, bytes,
                                   contents, 0, nullptr, nullptr),
              "clEnqueueWriteBuffer");
    return buffer;
}

void opencl_peer::clear(void *buffer, std::size_t bytes) {
    const cl_uint zero = 0;
    check(clEnqueueFillBuffer(static_cast<cl_command_queue>(queue_), static_cast<cl_mem>(buffer),
                              &zero, sizeof zero, 0, bytes, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
}

void opencl_peer::read(void *to, void *buffer, std::size_t bytes) {
    check(clEnqueueReadBuffer(static_cast<cl_command_queue>(queue_), static_cast<cl_mem>(buffer),
                              CL_TRUE, 0, bytes, to, 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
}

void opencl_peer::release(void *buffer) {
    if (buffer != nullptr)
        check(clReleaseMemObject(static_cast<cl_mem>(buffer)), "clReleaseMemObject");
}

void opencl_peer::run(const char *name, extent grid, extent block,
                      std::initializer_list<argument> arguments) {
    void *&known = kernels_[name];
    cl_int error = CL_SUCCESS;
    if (known == nullptr)
        known = clCreateKernel(static_cast<cl_program>(program_), name, &error);
    check(error, name);
    cl_kernel kernel = static_cast<cl_kernel>(known);
    cl_uint number = 0;
    for (const argument &a : arguments)
        check(clSetKernelArg(kernel, number++, a.bytes, a.value), name);
    const std::size_t local[] = {block.x, block.y};
    const std::size_t global[] = {grid.x * block.x, grid.y * block.y};
    cl_command_queue queue = static_cast<cl_command_queue>(queue_);
    check(clEnqueueNDRangeKernel(queue, kernel, block.y == 1 && grid.y == 1 ? 1 : 2, nullptr,
                                 global, local, 0, nullptr, nullptr),
          name);
    check(clFinish(queue), name);
}

#else

opencl_peer::opencl_peer(int, const std::string &)
    : name_("built without OpenCL (package ocl-icd-opencl-dev)") {}
void *opencl_peer::allocate(std::size_t, const void *) {
    return nullptr;
}
void opencl_peer::clear(void *, std::size_t) {}
void opencl_peer::read(void *, void *, std::size_t) {}
void opencl_peer::release(void *) {}
void opencl_peer::run(const char *, extent, extent, std::initializer_list<argument>) {}

#endif
