// gl_interop.cu: kernels that work on buffer objects of OpenGL. Needs a display.
//
//   gl_interop            checks everything
//   gl_interop switches   checks the emulator's variables of the environment, by running the next
//   gl_interop calls      one call of each function, in order, and what it returned
//   gl_interop leak       leaves a resource registered
//   gl_interop host_leak  loses 4000 bytes, which AddressSanitizer has to find
//
// It passed on an NVIDIA H200 (CUDA 13.0, driver 580, 2026-11-21; on a surface of EGL, there being
// no display) as it passes here, less what a GPU leaves undefined: that is asked of the emulator
// only.

#define GL_GLEXT_PROTOTYPES
#include <GL/freeglut.h>
#include <GL/glext.h>

#include "check.h"
#include <cuda_gl_interop.h>

#include <cstring>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <vector>

static const int WIDTH = 256, HEIGHT = 128;
static const size_t PIXELS = (size_t)WIDTH * HEIGHT, BYTES = PIXELS * 4;

// There if the program is built with AddressSanitizer.
extern "C" void __asan_init() __attribute__((weak));

static bool emulated = false;
static bool displayed = false;
static int *volatile lost = nullptr;
static cudaGraphicsResource_t const NO_RESOURCE = nullptr;

static void open_window(int *argc, char **argv) {
    glutInit(argc, argv);
    glutInitDisplayMode(GLUT_RGBA | GLUT_DOUBLE);
    glutInitWindowSize(WIDTH, HEIGHT);
    glutCreateWindow("gl_interop");
    // What is drawn to a window that is not there yet may be drawn nowhere.
    glutDisplayFunc([] { displayed = true; });
    for (int i = 0; i < 10000 && !displayed; ++i) {
        glutMainLoopEvent();
    }
}

static GLuint make_buffer(size_t size, int value) {
    const std::vector<unsigned char> bytes(size, (unsigned char)value);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, (GLsizeiptr)size, bytes.data(), GL_DYNAMIC_DRAW);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return buffer;
}

static std::vector<unsigned char> read_buffer(GLuint buffer, size_t size) {
    std::vector<unsigned char> bytes(size, 0x5A);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    glGetBufferSubData(GL_PIXEL_UNPACK_BUFFER, 0, (GLsizeiptr)size, bytes.data());
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    return bytes;
}

static bool all_are(const std::vector<unsigned char> &bytes, int value) {
    for (unsigned char b : bytes) {
        if (b != value) {
            return false;
        }
    }
    return true;
}

// A resource and its buffer, both of which the caller gives back with drop.
struct shared_buffer {
    GLuint buffer;
    cudaGraphicsResource_t resource;
};

static shared_buffer share(size_t size, int value, unsigned flags = cudaGraphicsRegisterFlagsNone) {
    shared_buffer s = {make_buffer(size, value), nullptr};
    CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&s.resource, s.buffer, flags));
    return s;
}

static void drop(shared_buffer &s) {
    CHECK_CUDA(cudaGraphicsUnregisterResource(s.resource));
    glDeleteBuffers(1, &s.buffer);
}

template <class T> static T *map(shared_buffer &s, size_t size_expected, cudaStream_t stream = 0) {
    void *pointer = nullptr;
    size_t size = 77;
    CHECK_CUDA(cudaGraphicsMapResources(1, &s.resource, stream));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&pointer, &size, s.resource));
    CHECK(pointer != nullptr);
    CHECK_EQUAL(size, size_expected);
    return (T *)pointer;
}

static void unmap(shared_buffer &s, cudaStream_t stream = 0) {
    CHECK_CUDA(cudaGraphicsUnmapResources(1, &s.resource, stream));
}

// Every byte of the picture depends on where it is.
static __host__ __device__ uchar4 pattern(int x, int y, int seed) {
    return make_uchar4((unsigned char)(x + seed), (unsigned char)(y * 2 + seed),
                       (unsigned char)(x * 7 + y * 13 + seed), 255);
}

__global__ void draw(uchar4 *pixels, int width, int height, int seed) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        pixels[(size_t)y * width + x] = pattern(x, y, seed);
}

__global__ void invert(const uchar4 *from, uchar4 *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        uchar4 p = from[i];
        to[i] = make_uchar4(255 - p.x, 255 - p.y, 255 - p.z, p.w);
    }
}

__global__ void add_one(unsigned *values, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] += 1;
}

// Writes, and reads what a neighbour has written.
__global__ void write_and_read(int *values) {
    int i = threadIdx.x;
    values[i] = i;
    __syncthreads();
    int neighbour = values[(i + 1) % blockDim.x];
    __syncthreads();
    values[i] = neighbour;
}

__global__ void store(unsigned char *at, unsigned char value) {
    *at = value;
}

static void launch_draw(uchar4 *pixels, int seed, cudaStream_t stream = 0) {
    draw<<<dim3(WIDTH / 16, HEIGHT / 16), dim3(16, 16), 0, stream>>>(pixels, WIDTH, HEIGHT, seed);
    CHECK_CUDA(cudaGetLastError());
}

static long wrong_pixels(const unsigned char *bytes, int seed) {
    long wrong = 0;
    for (int y = 0; y < HEIGHT; ++y) {
        for (int x = 0; x < WIDTH; ++x) {
            const uchar4 wanted = pattern(x, y, seed);
            wrong += std::memcmp(bytes + ((size_t)y * WIDTH + x) * 4, &wanted, 4) != 0;
        }
    }
    return wrong;
}

static void test_without_context() {
    cudaGraphicsResource_t r = (cudaGraphicsResource_t)0x10;
    unsigned count = 77;
    int device = 77;
    CHECK_RETURNS(cudaErrorInvalidGraphicsContext,
                  cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll));
    CHECK_EQUAL(count, 77u);
    CHECK_RETURNS(cudaErrorInvalidGraphicsContext, cudaGraphicsGLRegisterBuffer(&r, 1, 0));
    CHECK(r == (cudaGraphicsResource_t)0x10);
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(&r, 1, 64));
    // No resource is needed to be refused one.
    void *p = nullptr;
    size_t size = 0;
    cudaArray_t array = nullptr;
    cudaGraphicsResource_t none[1] = {nullptr};
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(NO_RESOURCE));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsResourceSetMapFlags(NO_RESOURCE, 0));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(1, none));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsUnmapResources(1, none));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle,
                  cudaGraphicsResourceGetMappedPointer(&p, &size, NO_RESOURCE));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle,
                  cudaGraphicsSubResourceGetMappedArray(&array, NO_RESOURCE, 0, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsMapResources(1, nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsUnmapResources(1, nullptr));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsMapResources(0, none));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsUnmapResources(0, none));
}

static void test_devices() {
    unsigned count = 77;
    int devices[2] = {77, 77};
    for (cudaGLDeviceList list :
         {cudaGLDeviceListAll, cudaGLDeviceListCurrentFrame, cudaGLDeviceListNextFrame}) {
        count = 77;
        devices[0] = 77;
        CHECK_CUDA(cudaGLGetDevices(&count, devices, 2, list));
        CHECK_EQUAL(count, 1u);
        CHECK_EQUAL(devices[0], 0);
        CHECK_EQUAL(devices[1], 77);
    }
    // The count is there without room for the devices.
    count = 77;
    devices[0] = 77;
    CHECK_CUDA(cudaGLGetDevices(&count, devices, 0, cudaGLDeviceListAll));
    CHECK_EQUAL(count, 1u);
    CHECK_EQUAL(devices[0], 77);
    CHECK_CUDA(cudaGLGetDevices(&count, nullptr, 2, cudaGLDeviceListAll));
    CHECK_CUDA(cudaGLGetDevices(nullptr, devices, 1, cudaGLDeviceListAll));
    CHECK_EQUAL(devices[0], 0);
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaGLGetDevices(&count, devices, 2, static_cast<cudaGLDeviceList>(0)));
    CHECK_RETURNS(cudaErrorInvalidValue,
                  cudaGLGetDevices(&count, devices, 2, static_cast<cudaGLDeviceList>(4)));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaGLSetGLDevice(-1));
    CHECK_RETURNS(cudaErrorInvalidDevice, cudaGLSetGLDevice(1000));
    if (emulated) {
        CHECK_CUDA(cudaGLSetGLDevice(0)); // a GPU's driver may say that it is late for that
    }
#pragma GCC diagnostic pop
}

static void test_registering() {
    const GLuint buffer = make_buffer(4096, 0);
    cudaGraphicsResource_t r = nullptr, other = nullptr;
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(nullptr, buffer, 0));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(&r, 0, 0));
    CHECK_RETURNS(cudaErrorInvalidResourceHandle,
                  cudaGraphicsGLRegisterBuffer(&r, buffer + 1000, 0));
    for (unsigned flags : {3u, (unsigned)cudaGraphicsRegisterFlagsSurfaceLoadStore,
                           (unsigned)cudaGraphicsRegisterFlagsTextureGather, 16u, 0x80000000u}) {
        CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsGLRegisterBuffer(&r, buffer, flags));
    }
    CHECK(r == nullptr);
    GLuint name = 0;
    glGenBuffers(1, &name); // a name that nothing was ever bound to
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsGLRegisterBuffer(&r, name, 0));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name); // a buffer without a store
    CHECK_RETURNS(cudaErrorMemoryAllocation, cudaGraphicsGLRegisterBuffer(&r, name, 0));
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 0, nullptr, GL_STATIC_DRAW); // an empty one
    CHECK_RETURNS(cudaErrorMemoryAllocation, cudaGraphicsGLRegisterBuffer(&r, name, 0));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    CHECK(r == nullptr);

    for (unsigned flags : {cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly,
                           cudaGraphicsRegisterFlagsWriteDiscard}) {
        CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&r, buffer, flags));
        CHECK(r != nullptr);
        CHECK_CUDA(cudaGraphicsUnregisterResource(r));
    }
    // Twice at once: two resources.
    CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&r, buffer, 0));
    CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&other, buffer, 0));
    CHECK(r != other);
    CHECK_CUDA(cudaGraphicsUnregisterResource(r));
    CHECK_CUDA(cudaGraphicsMapResources(1, &other));
    CHECK_CUDA(cudaGraphicsUnmapResources(1, &other));
    CHECK_CUDA(cudaGraphicsUnregisterResource(other));
    if (emulated) {
        // A GPU's driver takes a handle for an address.
        void *p = nullptr;
        size_t size = 0;
        CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(other));
        CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsMapResources(1, &other));
        CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsUnmapResources(1, &other));
        CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsResourceSetMapFlags(other, 0));
        CHECK_RETURNS(cudaErrorInvalidResourceHandle,
                      cudaGraphicsResourceGetMappedPointer(&p, &size, other));
        CHECK_RETURNS(cudaErrorNotSupported, cudaGraphicsGLRegisterImage(&r, 1, GL_TEXTURE_2D, 0));
    }
    glDeleteBuffers(1, &buffer);
    glDeleteBuffers(1, &name);
    CHECK_EQUAL(glGetError(), (GLenum)GL_NO_ERROR);
}

static void test_mapping() {
    shared_buffer s = share(4096, 1), t = share(512, 2);
    void *p = &s;
    size_t size = 77;
    cudaArray_t array = nullptr;
    // Not mapped.
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
    CHECK(p == nullptr);
    CHECK_EQUAL(size, 0u);
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &s.resource));
    CHECK_RETURNS(cudaErrorNotMapped,
                  cudaGraphicsSubResourceGetMappedArray(&array, s.resource, 0, 0));
    // Mapped.
    map<char>(s, 4096);
    CHECK_RETURNS(cudaErrorAlreadyMapped, cudaGraphicsMapResources(1, &s.resource));
    CHECK_RETURNS(cudaErrorAlreadyMapped, cudaGraphicsResourceSetMapFlags(s.resource, 0));
    CHECK_RETURNS(cudaErrorNotMappedAsArray,
                  cudaGraphicsSubResourceGetMappedArray(&array, s.resource, 0, 0));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(nullptr, &size, s.resource));
    CHECK_EQUAL(size, 4096u);
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&p, nullptr, s.resource));
    CHECK(p != nullptr);
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(nullptr, nullptr, s.resource));
    // All or none of several.
    cudaGraphicsResource_t both[2] = {t.resource, s.resource};
    CHECK_RETURNS(cudaErrorAlreadyMapped, cudaGraphicsMapResources(2, both));
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(&p, &size, t.resource));
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(2, both));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
    cudaGraphicsResource_t reversed[2] = {s.resource, t.resource};
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(2, reversed));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
    unmap(s);
    size = 77;
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
    CHECK(p == nullptr && size == 0);
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &s.resource));
    // One of them twice.
    cudaGraphicsResource_t twice[2] = {s.resource, s.resource};
    CHECK_RETURNS(cudaErrorAlreadyMapped, cudaGraphicsMapResources(2, twice));
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
    map<char>(s, 4096);
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(2, twice));
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
    // Streams.
    cudaStream_t stream = nullptr;
    CHECK_CUDA(cudaStreamCreate(&stream));
    map<char>(s, 4096, stream);
    unmap(s, stream);
    map<char>(s, 4096, cudaStreamLegacy);
    unmap(s, cudaStreamPerThread);
    CHECK_CUDA(cudaStreamDestroy(stream));
    if (emulated) {
        CHECK_RETURNS(cudaErrorInvalidResourceHandle,
                      cudaGraphicsMapResources(1, &s.resource, stream));
        CHECK_RETURNS(cudaErrorInvalidValue, cudaGraphicsMapResources(-1, &s.resource));
        CHECK_RETURNS(cudaErrorInvalidValue,
                      cudaGraphicsSubResourceGetMappedArray(nullptr, s.resource, 0, 0));
    }
    drop(s);
    drop(t);
}

// A kernel draws, OpenGL shows it.
static void test_picture() {
    shared_buffer s = share(BYTES, 0);
    cudaStream_t stream = nullptr;
    CHECK_CUDA(cudaStreamCreate(&stream));
    for (int seed = 0; seed < 3; ++seed) {
        launch_draw(map<uchar4>(s, BYTES, stream), seed, stream);
        unmap(s, stream);
        CHECK_EQUAL(wrong_pixels(read_buffer(s.buffer, BYTES).data(), seed), 0);

        glClear(GL_COLOR_BUFFER_BIT);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
        glDrawPixels(WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
        std::vector<unsigned char> shown(BYTES);
        glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, shown.data());
        for (size_t i = 3; i < BYTES; i += 4) {
            shown[i] = 255; // the window may have no alpha
        }
        CHECK_EQUAL(wrong_pixels(shown.data(), seed), 0);
        glutSwapBuffers();
    }
    CHECK_CUDA(cudaStreamDestroy(stream));
    drop(s);
    CHECK_EQUAL(glGetError(), (GLenum)GL_NO_ERROR);
}

// OpenGL draws, a kernel reads it; two buffers at once.
static void test_two_buffers() {
    shared_buffer from = share(BYTES, 0, cudaGraphicsRegisterFlagsReadOnly);
    shared_buffer to = share(BYTES, 0, cudaGraphicsRegisterFlagsWriteDiscard);
    glClearColor(0.2f, 0.4f, 0.6f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, from.buffer);
    glReadPixels(0, 0, WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);

    cudaGraphicsResource_t both[2] = {from.resource, to.resource};
    void *in = nullptr, *out = nullptr;
    size_t in_size = 0, out_size = 0;
    CHECK_CUDA(cudaGraphicsMapResources(2, both));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&in, &in_size, from.resource));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&out, &out_size, to.resource));
    CHECK(in != out);
    invert<<<(PIXELS + 127) / 128, 128>>>((uchar4 *)in, (uchar4 *)out, PIXELS);
    CHECK_CUDA(cudaGetLastError());
    CHECK_CUDA(cudaGraphicsUnmapResources(2, both));
    const std::vector<unsigned char> bytes = read_buffer(to.buffer, BYTES);
    long wrong = 0;
    for (size_t i = 0; i < BYTES; i += 4) {
        wrong += bytes[i] != 255 - 51 || bytes[i + 1] != 255 - 102 || bytes[i + 2] != 255 - 153;
    }
    CHECK_EQUAL(wrong, 0);
    drop(from);
    drop(to);
}

// Each round goes on from what the one before left; OpenGL changes something between them.
static void test_many_times() {
    const int count = 20000, rounds = 300;
    shared_buffer s = share(count * sizeof(unsigned), 0);
    shared_buffer small = share(16, 0);
    for (int i = 0; i < rounds; ++i) {
        unsigned *values = map<unsigned>(s, count * sizeof(unsigned));
        add_one<<<(count + 255) / 256, 256>>>(values, count);
        if (i % 3 == 0) {
            add_one<<<1, 4>>>(map<unsigned>(small, 16), 4);
            unmap(small);
        }
        unmap(s);
        if (!emulated) {
            // Unmapping is to order the one before the other. Driver 580 without a display did not.
            CHECK_CUDA(cudaDeviceSynchronize());
        }
        glBindBuffer(GL_ARRAY_BUFFER, s.buffer);
        const unsigned last = (unsigned)i * 2;
        glBufferSubData(GL_ARRAY_BUFFER, (count - 1) * sizeof(unsigned), sizeof last, &last);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    }
    CHECK_CUDA(cudaDeviceSynchronize());
    std::vector<unsigned> got(count);
    std::memcpy(got.data(), read_buffer(s.buffer, count * 4).data(), count * 4);
    long wrong = 0;
    for (int i = 0; i < count - 1; ++i) {
        wrong += got[i] != (unsigned)rounds;
    }
    CHECK_EQUAL(wrong, 0);
    CHECK_EQUAL(got[count - 1], (unsigned)(rounds - 1) * 2);
    CHECK_EQUAL((int)read_buffer(small.buffer, 16)[4], rounds / 3);
    drop(s);
    drop(small);
}

// What the rest of the API says of a mapped pointer, and of one that no longer is.
static void test_pointer() {
    for (size_t size : {(size_t)1000, BYTES}) {
        shared_buffer s = share(size, 7);
        char *p = map<char>(s, size);
        CHECK_EQUAL((size_t)p % 256, 0u);
        cudaPointerAttributes a = {};
        for (size_t at : {(size_t)0, size - 1}) {
            CHECK_CUDA(cudaPointerGetAttributes(&a, p + at));
            CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeDevice);
            CHECK_EQUAL(a.device, 0);
            CHECK(a.devicePointer == p + at && a.hostPointer == nullptr);
        }
        CHECK_CUDA(cudaPointerGetAttributes(&a, p + size));
        if (emulated) { // a GPU maps whole pages
            CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
        }

        std::vector<unsigned char> host(size);
        CHECK_CUDA(cudaMemcpy(host.data(), p, size, cudaMemcpyDeviceToHost));
        CHECK(all_are(host, 7));
        CHECK_CUDA(cudaMemset(p, 8, size));
        host.assign(10, 9);
        CHECK_CUDA(cudaMemcpy(p + size - 10, host.data(), 10, cudaMemcpyHostToDevice));
        CHECK_CUDA(cudaMemcpyAsync(p, p + size - 10, 10, cudaMemcpyDeviceToDevice));
        CHECK_RETURNS(cudaErrorInvalidValue, cudaFree(p));
        CHECK_RETURNS(cudaErrorInvalidValue, cudaFreeHost(p));
        CHECK_RETURNS(cudaErrorInvalidValue, cudaHostRegister(p, size, 0));
        void *device = nullptr;
        CHECK_RETURNS(cudaErrorInvalidValue, cudaHostGetDevicePointer(&device, p, 0));
        if (emulated) {
            CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(p, 8, size + 1));
            CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(p + size, 8, 1));
        }
        unmap(s);
        std::vector<unsigned char> got = read_buffer(s.buffer, size);
        CHECK(all_are({got.begin(), got.begin() + 10}, 9));
        CHECK(all_are({got.begin() + 10, got.end() - 10}, 8));
        CHECK(all_are({got.end() - 10, got.end()}, 9));

        if (emulated) { // a GPU lets it be until the resource is unregistered
            CHECK_CUDA(cudaPointerGetAttributes(&a, p));
            CHECK_EQUAL((int)a.type, (int)cudaMemoryTypeUnregistered);
            host.resize(size);
            CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(p, 3, size));
            CHECK_RETURNS(cudaErrorInvalidValue,
                          cudaMemcpy(p, host.data(), 1, cudaMemcpyHostToDevice));
            CHECK_RETURNS(cudaErrorInvalidValue,
                          cudaMemcpy(host.data(), p, 1, cudaMemcpyDeviceToHost));
        }
        CHECK(read_buffer(s.buffer, size) == got);
        drop(s);
    }
}

static void test_flags() {
    // What is written to a resource that is only to be read is lost.
    shared_buffer s = share(4096, 4, cudaGraphicsRegisterFlagsReadOnly);
    unsigned char seen = 0;
    unsigned char *p = map<unsigned char>(s, 4096);
    CHECK_CUDA(cudaMemcpy(&seen, p + 4095, 1, cudaMemcpyDeviceToHost));
    CHECK_EQUAL((int)seen, 4);
    CHECK_CUDA(cudaMemset(p, 5, 4096));
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, 4096), 4));
    // The flags of mapping outdo those of registering.
    CHECK_CUDA(cudaGraphicsResourceSetMapFlags(s.resource, cudaGraphicsMapFlagsNone));
    CHECK_CUDA(cudaMemset(map<char>(s, 4096), 6, 4096));
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, 4096), 6));
    CHECK_CUDA(cudaGraphicsResourceSetMapFlags(s.resource, cudaGraphicsMapFlagsReadOnly));
    CHECK_CUDA(cudaMemset(map<char>(s, 4096), 7, 4096));
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, 4096), 6));
    // A number that is no flag is none.
    for (unsigned flags : {3u, 4u, 64u}) {
        CHECK_CUDA(cudaGraphicsResourceSetMapFlags(s.resource, flags));
    }
    CHECK_CUDA(cudaMemset(map<char>(s, 4096), 8, 4096));
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, 4096), 8));

    // A kernel may read what it has written, whatever the flags say.
    for (unsigned flags : {cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsWriteDiscard}) {
        CHECK_CUDA(cudaGraphicsResourceSetMapFlags(s.resource, flags));
        write_and_read<<<1, 1024>>>(map<int>(s, 4096));
        unmap(s);
        int got[1024];
        std::memcpy(got, read_buffer(s.buffer, 4096).data(), 4096);
        long wrong = 0;
        for (int i = 0; i < 1024; ++i) {
            wrong += got[i] != (i + 1) % 1024;
        }
        CHECK_EQUAL(wrong, 0);
    }
    if (emulated) {
        // What was to be written whole and was not shows.
        CHECK_CUDA(cudaMemset(map<char>(s, 4096), 9, 4000));
        unmap(s);
        const std::vector<unsigned char> got = read_buffer(s.buffer, 4096);
        CHECK(all_are({got.begin(), got.begin() + 4000}, 9));
        CHECK(all_are({got.begin() + 4000, got.end()}, 0xFF));
    }
    drop(s);
}

// The state of the context is the program's.
static void test_context() {
    shared_buffer s = share(4096, 1), t = share(4096, 2);
    GLint bound = 0;
    glBindBuffer(GL_ARRAY_BUFFER, t.buffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, t.buffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, s.buffer);
    glEnable(0xDEAD); // an error that the program has not asked for yet
    map<char>(s, 4096);
    unmap(s);
    CHECK_EQUAL(glGetError(), (GLenum)GL_INVALID_ENUM);
    CHECK_EQUAL(glGetError(), (GLenum)GL_NO_ERROR);
    glGetIntegerv(GL_ARRAY_BUFFER_BINDING, &bound);
    CHECK_EQUAL((GLuint)bound, t.buffer);
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &bound);
    CHECK_EQUAL((GLuint)bound, t.buffer);
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &bound);
    CHECK_EQUAL((GLuint)bound, s.buffer);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);

    // A thread without a context.
    std::thread([&] {
        CHECK_RETURNS(cudaErrorInvalidGraphicsContext, cudaGraphicsMapResources(1, &s.resource));
        if (emulated) { // a GPU's driver forgets the resource halfway
            cudaGraphicsResource_t other = nullptr;
            CHECK_RETURNS(cudaErrorInvalidGraphicsContext,
                          cudaGraphicsGLRegisterBuffer(&other, s.buffer, 0));
            CHECK_RETURNS(cudaErrorInvalidGraphicsContext,
                          cudaGraphicsUnregisterResource(s.resource));
        }
    }).join();
    CHECK_CUDA(cudaMemset(map<char>(s, 4096), 3, 4096));
    if (emulated) { // a GPU's driver unmaps it halfway
        std::thread([&] {
            void *p = nullptr;
            size_t size = 0;
            CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&p, &size, s.resource));
            CHECK_RETURNS(cudaErrorInvalidGraphicsContext,
                          cudaGraphicsUnmapResources(1, &s.resource));
        }).join();
    }
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, 4096), 3));
    drop(s);
    drop(t);
}

// Misuse that a GPU leaves undefined.
static void test_misuse() {
    // Used by OpenGL while it is mapped.
    shared_buffer s = share(BYTES, 1);
    map<char>(s, BYTES);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
    glDrawPixels(WIDTH, HEIGHT, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    CHECK_EQUAL(glGetError(), (GLenum)GL_INVALID_OPERATION);
    // Unregistered while it is mapped: it stays as it was.
    CHECK_RETURNS(cudaErrorAlreadyMapped, cudaGraphicsUnregisterResource(s.resource));
    void *p = nullptr;
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&p, nullptr, s.resource));
    CHECK_CUDA(cudaMemset(p, 2, BYTES));
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, BYTES), 2));
    // Mapped by OpenGL while it is to be mapped.
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
    CHECK(glMapBuffer(GL_PIXEL_UNPACK_BUFFER, GL_READ_WRITE) != nullptr);
    CHECK_RETURNS(cudaErrorMapBufferObjectFailed, cudaGraphicsMapResources(1, &s.resource));
    CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &s.resource));
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
    // Unmapped by OpenGL while it is mapped.
    CHECK_CUDA(cudaMemset(map<char>(s, BYTES), 3, BYTES));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
    glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER);
    CHECK_RETURNS(cudaErrorUnmapBufferObjectFailed, cudaGraphicsUnmapResources(1, &s.resource));
    CHECK(all_are(read_buffer(s.buffer, BYTES), 2));
    // Mapped through another resource.
    cudaGraphicsResource_t second = nullptr;
    CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&second, s.buffer, 0));
    map<char>(s, BYTES);
    CHECK_RETURNS(cudaErrorMapBufferObjectFailed, cudaGraphicsMapResources(1, &second));
    unmap(s);
    CHECK_CUDA(cudaGraphicsMapResources(1, &second));
    CHECK_CUDA(cudaGraphicsUnmapResources(1, &second));
    CHECK_CUDA(cudaGraphicsUnregisterResource(second));
    // Given another store, while it is not mapped and while it is.
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 1000, nullptr, GL_STREAM_DRAW);
    CHECK_CUDA(cudaMemset(map<char>(s, 1000), 4, 1000));
    unmap(s);
    CHECK(all_are(read_buffer(s.buffer, 1000), 4));
    CHECK_CUDA(cudaMemset(map<char>(s, 1000), 5, 1000));
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 10, nullptr, GL_STREAM_DRAW);
    CHECK_RETURNS(cudaErrorUnmapBufferObjectFailed, cudaGraphicsUnmapResources(1, &s.resource));
    // And mapped again by OpenGL, smaller: nothing is written over its end.
    CHECK_CUDA(cudaMemset(map<char>(s, 10), 6, 10));
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 5, "fives", GL_STREAM_DRAW);
    CHECK(glMapBuffer(GL_PIXEL_UNPACK_BUFFER, GL_READ_WRITE) != nullptr);
    CHECK_RETURNS(cudaErrorUnmapBufferObjectFailed, cudaGraphicsUnmapResources(1, &s.resource));
    CHECK(read_buffer(s.buffer, 5) == (std::vector<unsigned char>{'f', 'i', 'v', 'e', 's'}));
    // Several at once, of which one cannot be mapped.
    shared_buffer good = share(4096, 6);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, s.buffer);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 0, nullptr, GL_STREAM_DRAW);
    cudaGraphicsResource_t both[2] = {good.resource, s.resource};
    CHECK_RETURNS(cudaErrorMapBufferObjectFailed, cudaGraphicsMapResources(2, both));
    CHECK_RETURNS(cudaErrorNotMapped,
                  cudaGraphicsResourceGetMappedPointer(&p, nullptr, good.resource));
    CHECK(all_are(read_buffer(good.buffer, 4096), 6));
    // Deleted, while it is mapped and while it is not.
    map<char>(good, 4096);
    glDeleteBuffers(1, &good.buffer);
    CHECK_RETURNS(cudaErrorUnmapBufferObjectFailed, cudaGraphicsUnmapResources(1, &good.resource));
    CHECK_RETURNS(cudaErrorMapBufferObjectFailed, cudaGraphicsMapResources(1, &good.resource));
    drop(good);
    drop(s);
    CHECK_EQUAL(glGetError(), (GLenum)GL_NO_ERROR);
    // A reset forgets all resources.
    GLuint buffer = make_buffer(4096, 7);
    cudaGraphicsResource_t r = nullptr;
    CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&r, buffer, 0));
    CHECK_CUDA(cudaDeviceReset());
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsUnregisterResource(r));
    // And unmaps them.
    CHECK_CUDA(cudaGraphicsGLRegisterBuffer(&r, buffer, 0));
    CHECK_CUDA(cudaGraphicsMapResources(1, &r));
    CHECK_CUDA(cudaGraphicsResourceGetMappedPointer(&p, nullptr, r));
    CHECK_CUDA(cudaMemset(p, 8, 4096));
    CHECK_CUDA(cudaDeviceReset());
    CHECK_RETURNS(cudaErrorInvalidResourceHandle, cudaGraphicsUnmapResources(1, &r));
    CHECK_RETURNS(cudaErrorInvalidValue, cudaMemset(p, 9, 1));
    CHECK(all_are(read_buffer(buffer, 4096), 8));
    glDeleteBuffers(1, &buffer);
    CHECK_EQUAL(glGetError(), (GLenum)GL_NO_ERROR);
}

// Calls inside a function that a stream runs.
static void test_host_function() {
    static shared_buffer s = share(4096, 1);
    CHECK_CUDA(cudaLaunchHostFunc(
        0,
        [](void *) {
            CHECK_RETURNS(cudaErrorNotPermitted,
                          cudaGraphicsResourceGetMappedPointer(nullptr, nullptr, s.resource));
            CHECK_RETURNS(cudaErrorNotPermitted, cudaGraphicsMapResources(1, &s.resource));
        },
        nullptr));
    CHECK_CUDA(cudaDeviceSynchronize());
    drop(s);
}

// A kernel with an old pointer, and one that runs over the end.
static void test_faults() {
    for (bool old : {false, true}) {
        shared_buffer s = share(BYTES, 1);
        unsigned char *p = map<unsigned char>(s, BYTES);
        if (old) {
            unmap(s);
        }
        store<<<1, 1>>>(old ? p : p + BYTES, 2);
        CHECK_CUDA(cudaGetLastError());
        // As on a GPU: nobody has heard of the fault yet.
        if (!old) {
            unmap(s);
        }
        CHECK_RETURNS(cudaErrorNotMapped, cudaGraphicsUnmapResources(1, &s.resource));
        CHECK_RETURNS(cudaErrorIllegalAddress, cudaDeviceSynchronize());
        CHECK_RETURNS(cudaErrorIllegalAddress, cudaGraphicsMapResources(1, &s.resource));
        CHECK_RETURNS(cudaErrorIllegalAddress, cudaGraphicsUnregisterResource(s.resource));
        CHECK_CUDA(cudaGLGetDevices(nullptr, nullptr, 0, cudaGLDeviceListAll));
        CHECK_CUDA(cudaDeviceReset());
        CHECK(all_are(read_buffer(s.buffer, BYTES), 1));
        glDeleteBuffers(1, &s.buffer);
    }
}

// The stacks of a worker's kernel threads are given back with the worker, and their pages may
// become anybody's, such as a driver's: AddressSanitizer must not hold what was on them against it.
static void test_pages() {
    const size_t size = 64 << 20;
    std::thread([] {
        int *values = nullptr;
        CHECK_CUDA(cudaMalloc(&values, 4096));
        write_and_read<<<1, 1024>>>(values);
        CHECK_CUDA(cudaDeviceSynchronize());
        CHECK_CUDA(cudaFree(values));
    }).join();
    void *pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    std::memset(pages, 1, size);
    munmap(pages, size);
}

static void say(const char *what, cudaError_t e) {
    std::printf("%s: %s\n", what, cudaGetErrorName(e));
}

static void calls() {
    GLuint buffer = make_buffer(4096, 1);
    cudaGraphicsResource_t r = nullptr;
    void *p = nullptr;
    size_t size = 0;
    cudaArray_t array = nullptr;
    unsigned count = 0;
    say("cudaGLGetDevices", cudaGLGetDevices(&count, nullptr, 0, cudaGLDeviceListAll));
    say("cudaGraphicsGLRegisterBuffer", cudaGraphicsGLRegisterBuffer(&r, buffer, 0));
    say("cudaGraphicsResourceSetMapFlags", cudaGraphicsResourceSetMapFlags(r, 1));
    say("cudaGraphicsMapResources", cudaGraphicsMapResources(1, &r));
    say("cudaGraphicsResourceGetMappedPointer", cudaGraphicsResourceGetMappedPointer(&p, &size, r));
    say("cudaGraphicsSubResourceGetMappedArray",
        cudaGraphicsSubResourceGetMappedArray(&array, r, 0, 0));
    say("cudaGraphicsUnmapResources", cudaGraphicsUnmapResources(1, &r));
    say("cudaGraphicsUnregisterResource", cudaGraphicsUnregisterResource(r));
    say("cudaGraphicsGLRegisterImage", cudaGraphicsGLRegisterImage(&r, 1, GL_TEXTURE_2D, 0));
}

// This program with a variable set: what it printed, and its exit code.
static std::string run(const std::string &self, const char *mode, const std::string &setting,
                       int expected) {
    FILE *pipe = popen((setting + " '" + self + "' " + mode + " 2>&1").c_str(), "r");
    std::string text;
    char part[4096];
    size_t got = 0;
    while (pipe != nullptr && (got = fread(part, 1, sizeof part, pipe)) != 0) {
        text.append(part, got);
    }
    CHECK_EQUAL(pipe != nullptr ? pclose(pipe) >> 8 : -1, expected);
    return text;
}

#define CONTAINS(text, part)                                                                       \
    check_shown((text).find(part) != std::string::npos, text, part, "output", __FILE__, __LINE__)

static void test_switches(const std::string &self) {
    static const char *const names[] = {"cudaGLGetDevices",
                                        "cudaGraphicsGLRegisterBuffer",
                                        "cudaGraphicsResourceSetMapFlags",
                                        "cudaGraphicsMapResources",
                                        "cudaGraphicsResourceGetMappedPointer",
                                        "cudaGraphicsSubResourceGetMappedArray",
                                        "cudaGraphicsUnmapResources",
                                        "cudaGraphicsUnregisterResource",
                                        "cudaGraphicsGLRegisterImage"};
    std::string text = run(self, "calls", "CUDA_EMULATOR_COUNT_CALLS=1", 0);
    CONTAINS(text, "CUDA emulator: 9 API calls\n");
    int k = 0;
    for (const char *name : names) {
        const std::string number = std::to_string(++k);
        text = run(self, "calls", "CUDA_EMULATOR_FAIL_CALL=" + number, 0);
        CONTAINS(text, "CUDA emulator: call " + number + ", " + name + ", made to fail\n");
        CONTAINS(text, name + std::string(": cudaError"));
    }
    text = run(self, "calls", "CUDA_EMULATOR_NO_DEVICE=1", 0);
    for (const char *name : names) {
        CONTAINS(text, name + std::string(": cudaErrorNoDevice\n"));
    }
    // What could not be unmapped or unregistered is left over.
    run(self, "calls", "CUDA_EMULATOR_REPORT_LEAKS=1", 0);
    text = run(self, "calls", "CUDA_EMULATOR_REPORT_LEAKS=1 CUDA_EMULATOR_FAIL_CALL=7", 99);
    CONTAINS(text, "CUDA emulator: leak: graphics resource 0x");
    CONTAINS(text, ", still mapped, cudaGraphicsGLRegisterBuffer call 2\n");
    text = run(self, "leak", "CUDA_EMULATOR_REPORT_LEAKS=1", 99);
    CONTAINS(text, ", cudaGraphicsGLRegisterBuffer call 1\n");

    text = run(self, "calls", "CUDA_EMULATOR_NO_GL_INTEROP=1", 0);
    CONTAINS(text, "cudaGLGetDevices: cudaErrorOperatingSystem\n");
    CONTAINS(text, "cudaGraphicsGLRegisterBuffer: cudaErrorOperatingSystem\n");
    CONTAINS(text, "cudaGraphicsMapResources: cudaErrorInvalidResourceHandle\n");
    text = run(self, "calls", "CUDA_EMULATOR_NO_GL_INTEROP=0", 0);
    CONTAINS(text, "cudaGraphicsMapResources: cudaSuccess\n");
    text = run(self, "calls", "CUDA_EMULATOR_NO_GL_INTEROP=maybe", 2);
    CONTAINS(text, "CUDA_EMULATOR_NO_GL_INTEROP=\"maybe\" is not 0 or 1\n");
}

int main(int argc, char **argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    if (mode == "switches") {
        test_switches(argv[0]);
        return check_result();
    }
    if (mode == "calls" || mode == "leak" || mode == "host_leak") {
        open_window(&argc, argv);
        if (mode == "calls") {
            calls();
        } else if (mode == "leak") {
            cudaGraphicsResource_t r = nullptr;
            (void)cudaGraphicsGLRegisterBuffer(&r, make_buffer(4096, 1), 0);
        } else {
            // Below a function of the window library, as most of a program with a window is.
            glutDisplayFunc([] { lost = new int[1000]; });
            glutPostRedisplay();
            glutMainLoopEvent();
            lost = nullptr;
        }
        return 0;
    }
    check_device();
    cudaDeviceProp properties = {};
    CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
    emulated = std::string(properties.name).find("CPU emulator") == 0;
    test_without_context();
    open_window(&argc, argv);
    std::printf("OpenGL %s, %s\n", glGetString(GL_VERSION), glGetString(GL_RENDERER));
    test_devices();
    test_registering();
    test_mapping();
    test_picture();
    test_two_buffers();
    test_many_times();
    test_pointer();
    test_flags();
    test_context();
    test_host_function();
    if (emulated) {
        test_misuse();
        if (__asan_init == nullptr) { // which has its own to say of a fault
            test_faults();
        }
        test_pages();
    }
    return check_result();
}
