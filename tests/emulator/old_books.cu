// What CUDA has no more means here what it meant: texture and surface references, warp operations without a
// mask, cudaThread... There is no nvcc of today that takes this file.
#include "check.h"

texture<float, 1, cudaReadModeElementType> line;
texture<float> plain; // the same with its defaults
texture<unsigned char, 2, cudaReadModeNormalizedFloat> picture(1, cudaFilterModeLinear,
                                                               cudaAddressModeWrap);
texture<int4, cudaTextureType2D> plane;
texture<float, 3> volume;
surface<void, 2> canvas;

const int n = 200;

__global__ void read_line(float *out, int first) {
    int i = threadIdx.x;
    out[i] = tex1Dfetch(line, first + i);
}
__global__ void read_plain(float *out) {
    out[threadIdx.x] = tex1D(plain, threadIdx.x + 0.5f);
}
__global__ void read_picture(float *out, int width) {
    out[threadIdx.x] = tex2D(picture, (threadIdx.x + 0.5f) / width, 0.5f);
}
__global__ void read_plane(int *out, int width) {
    int4 texel = tex2D(plane, threadIdx.x % width, threadIdx.x / width);
    out[threadIdx.x] = texel.x + texel.w;
}
__global__ void read_volume(float *out) {
    out[threadIdx.x] = tex3D(volume, threadIdx.x % 4, threadIdx.x / 4 % 4, threadIdx.x / 16);
}
__global__ void paint() {
    int value = surf2Dread<int>(canvas, threadIdx.x * 4, 0);
    surf2Dwrite(value + 1, canvas, threadIdx.x * 4, 1);
}

static void references() {
    float *memory, *out, values[n], got[n];
    for (int i = 0; i < n; ++i)
        values[i] = i * 0.5f;
    CHECK_CUDA(cudaMalloc(&memory, sizeof values));
    CHECK_CUDA(cudaMalloc(&out, sizeof got));
    CHECK_CUDA(cudaMemcpy(memory, values, sizeof values, cudaMemcpyHostToDevice));

    CHECK_CUDA(cudaBindTexture(NULL, line, memory, sizeof values));
    read_line<<<1, n>>>(out, 0);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        CHECK(got[i] == values[i]);
    // Bound from its middle: the offset says how many bytes too early it begins.
    size_t offset = 1;
    CHECK_CUDA(cudaBindTexture(&offset, line, memory + 10, sizeof values - 40));
    CHECK(offset == 40);
    size_t again = 0;
    CHECK_CUDA(cudaGetTextureAlignmentOffset(&again, line));
    CHECK(again == offset);
    read_line<<<1, n - 10>>>(out, static_cast<int>(offset / 4));
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got[0] == values[10] && got[n - 11] == values[n - 1]);
    CHECK(cudaBindTexture(NULL, line, memory + 10, 40) == cudaErrorInvalidValue);
    (void)cudaGetLastError();
    // All of the memory, where no size is given.
    CHECK_CUDA(cudaBindTexture(NULL, line, memory));
    read_line<<<1, n>>>(out, 0);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    CHECK(got[n - 1] == values[n - 1]);
    CHECK_CUDA(cudaUnbindTexture(line));
    // As C had it, by addresses.
    const cudaChannelFormatDesc of_floats = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaBindTexture(NULL, &line, memory, &of_floats, sizeof values));
    CHECK_CUDA(cudaUnbindTexture(&line));
    CHECK(cudaGetTextureAlignmentOffset(&again, line) == cudaErrorInvalidTextureBinding);

    cudaArray *array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    CHECK_CUDA(cudaMallocArray(&array, &format, n, 1));
    CHECK_CUDA(cudaMemcpyToArray(array, 0, 0, values, sizeof values, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaBindTextureToArray(plain, array));
    read_plain<<<1, n>>>(out);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        CHECK(got[i] == values[i]);
    CHECK_CUDA(cudaUnbindTexture(plain));
    CHECK_CUDA(cudaFreeArray(array));

    // Bytes as 0 to 1; the modes that the reference was made with, and one that is set later.
    const unsigned char bytes[4] = {0, 255, 51, 255};
    cudaChannelFormatDesc byte = cudaCreateChannelDesc<unsigned char>();
    CHECK_CUDA(cudaMallocArray(&array, &byte, 4, 1));
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, bytes, 4, 4, 1, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaBindTextureToArray(picture, array, byte));
    read_picture<<<1, 8>>>(out, 4); // the second four: once round
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; ++i)
        CHECK(got[i] == bytes[i % 4] / 255.0f);
    picture.addressMode[0] = cudaAddressModeClamp;
    CHECK_CUDA(cudaBindTextureToArray(picture, array));
    read_picture<<<1, 8>>>(out, 4);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 4; i < 8; ++i)
        CHECK(got[i] == 1.0f);
    CHECK_CUDA(cudaUnbindTexture(picture));
    CHECK_CUDA(cudaFreeArray(array));

    int4 *pitched, texels[6];
    for (int i = 0; i < 6; ++i)
        texels[i] = make_int4(i, 0, 0, 100 * i);
    size_t pitch;
    CHECK_CUDA(cudaMallocPitch(&pitched, &pitch, 3 * sizeof(int4), 2));
    CHECK_CUDA(cudaMemcpy2D(pitched, pitch, texels, 3 * sizeof(int4), 3 * sizeof(int4), 2,
                       cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaBindTexture2D(NULL, plane, pitched, cudaCreateChannelDesc<int4>(), 3, 2, pitch));
    read_plane<<<1, 6>>>(reinterpret_cast<int *>(out), 3);
    int sums[6];
    CHECK_CUDA(cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 6; ++i)
        CHECK(sums[i] == 101 * i);
    CHECK_CUDA(cudaUnbindTexture(plane));
    CHECK_CUDA(cudaFree(pitched));

    CHECK_CUDA(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 4, 4)));
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(values, 16, 4, 4);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(4, 4, 4);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK_CUDA(cudaMemcpy3D(&copy));
    CHECK_CUDA(cudaBindTextureToArray(volume, array));
    read_volume<<<1, 64>>>(out);
    CHECK_CUDA(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; ++i)
        CHECK(got[i] == values[i]);
    CHECK_CUDA(cudaUnbindTexture(volume));
    CHECK_CUDA(cudaFreeArray(array));

    cudaChannelFormatDesc whole = cudaCreateChannelDesc<int>();
    CHECK_CUDA(cudaMallocArray(&array, &whole, 8, 2, cudaArraySurfaceLoadStore));
    int row[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    CHECK_CUDA(cudaMemcpy2DToArray(array, 0, 0, row, 32, 32, 1, cudaMemcpyHostToDevice));
    CHECK_CUDA(cudaBindSurfaceToArray(canvas, array));
    paint<<<1, 8>>>();
    CHECK_CUDA(cudaMemcpy2DFromArray(row, 32, array, 0, 1, 32, 1, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; ++i)
        CHECK(row[i] == i + 2);
    CHECK_CUDA(cudaFreeArray(array));
    CHECK_CUDA(cudaFree(memory));
    CHECK_CUDA(cudaFree(out));
}

// Among the threads that are there: all, and half of them.
__global__ void warps(int *out) {
    int lane = threadIdx.x;
    int *mine = out + 8 * lane;
    mine[0] = __shfl(lane, 3);
    mine[1] = __shfl_up(lane, 1u);
    mine[2] = __shfl_down(lane, 1u);
    mine[3] = __shfl_xor(lane, 1);
    if (lane % 2 == 0) {
        mine[4] = __ballot(lane < 8);
        mine[5] = __any(lane == 2);
        mine[6] = __all(lane % 2 == 0);
        mine[7] = __any(lane == 3);
    }
}

static void without_mask() {
    int *d_out, out[32][8];
    CHECK_CUDA(cudaMalloc(&d_out, sizeof out));
    CHECK_CUDA(cudaMemset(d_out, 0, sizeof out));
    warps<<<1, 32>>>(d_out);
    CHECK_CUDA(cudaThreadSynchronize());
    CHECK_CUDA(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    for (int lane = 0; lane < 32; ++lane) {
        CHECK(out[lane][0] == 3);
        CHECK(out[lane][1] == (lane == 0 ? 0 : lane - 1));
        CHECK(out[lane][2] == (lane == 31 ? 31 : lane + 1));
        CHECK(out[lane][3] == (lane ^ 1));
        if (lane % 2 == 0)
            CHECK(out[lane][4] == 0x55 && out[lane][5] == 1 && out[lane][6] == 1 && out[lane][7] == 0);
    }
    CHECK_CUDA(cudaFree(d_out));
}

// The device's clock runs at the rate that the device says.
__global__ void clocks(long long *out) {
    long long begun = clock64();
    while (clock64() - begun < 20000000) {
    }
    *out = clock64() - begun;
}

int main() {
    check_device();
    references();
    without_mask();
    cudaDeviceProp p;
    CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
    CHECK(p.clockRate > 0 && p.deviceOverlap == 1 && p.computeMode == cudaComputeModeDefault &&
          p.kernelExecTimeoutEnabled == 0 && p.maxTexture1DLinear > 0);
    int rate;
    CHECK_CUDA(cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0));
    CHECK(rate == p.clockRate);
    long long *d_ticks, ticks;
    CHECK_CUDA(cudaMalloc(&d_ticks, sizeof ticks));
    cudaEvent_t begin, end;
    CHECK_CUDA(cudaEventCreate(&begin));
    CHECK_CUDA(cudaEventCreate(&end));
    CHECK_CUDA(cudaEventRecord(begin));
    clocks<<<1, 1>>>(d_ticks);
    CHECK_CUDA(cudaEventRecord(end));
    CHECK_CUDA(cudaEventSynchronize(end));
    float ms;
    CHECK_CUDA(cudaEventElapsedTime(&ms, begin, end));
    CHECK_CUDA(cudaMemcpy(&ticks, d_ticks, sizeof ticks, cudaMemcpyDeviceToHost));
    // The event's time is the kernel's and a launch's.
    CHECK(ticks / double(rate) <= ms);
    CHECK_CUDA(cudaFree(d_ticks));
    CHECK_CUDA(cudaEventDestroy(begin));
    CHECK_CUDA(cudaEventDestroy(end));
    // A device as a number, before it became a cudaMemLocation.
    int *managed;
    CHECK_CUDA(cudaMallocManaged(&managed, 4000));
    CHECK_CUDA(cudaMemAdvise(managed, 4000, cudaMemAdviseSetPreferredLocation, cudaCpuDeviceId));
    CHECK_CUDA(cudaMemPrefetchAsync(managed, 4000, 0));
    CHECK_CUDA(cudaMemPrefetchAsync(managed, 4000, cudaCpuDeviceId, nullptr));
    CHECK(cudaMemPrefetchAsync(managed, 4000, 7) == cudaErrorInvalidDevice);
    CHECK_CUDA(cudaFree(managed));
    CHECK_CUDA(cudaThreadExit());
    return check_result();
}
