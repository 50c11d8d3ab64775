// tex_linear: a texture over linear memory, which is what cudaMalloc gives
//
// The plainest texture: no array, no filter, no addressing. `tex1Dfetch` takes the number of an
// element, and the texture unit reads it through its cache:
//
//     cudaMalloc'd  [ 0 ][ 1 ][ 2 ] ... [ 4999 ]        tex1Dfetch<float>(texture, 2) is element 2,
//                     texture object                    and 0 for -1 or 5000, which are not there
//
// The kernel copies an array element by element through such a texture, and the host compares all
// of them with the originals. (The loop `for (i = 0; i << N; i++)` of one text compares none:
// 0 << N is 0, which is false.)
//
//     nvcc ch8_const_texture/tex_linear.cu -I. -o tex_linear && ./tex_linear
#include "../common/book.h"

// Copies n elements, and what lies one before and one behind them.
__global__ void copy(cudaTextureObject_t texture, float *out, int n) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n + 2)
        out[i] = tex1Dfetch<float>(texture, i - 1);
}

int main(int argc, char **argv) {
    long long size = 5000;
    book_option options[] = {
        {"n", BOOK_INTEGER, &size, 1, 1 << 30, "elements"},
    };
    book_parse(argc, argv, "copies an array through a texture on linear memory", options);
    int n = (int)size, device = 0, threadsPerBlock = 256;
    struct cudaChannelFormatDesc type = cudaCreateChannelDesc<float>();
    size_t most = 0;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&most, &type, device));
    if ((size_t)n > most) {
        fprintf(stderr, "option --n: a texture on linear memory has up to %zu elements here\n",
                most);
        return BOOK_EXIT_USAGE;
    }

    size_t bytes = n * sizeof(float), out_bytes = (n + 2) * sizeof(float);
    float *a = (float *)malloc(bytes);
    float *out = (float *)malloc(out_bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(out);
    for (int i = 0; i < n; i++)
        a[i] = i % 4000037 + 0.25f; // none is 0, which is what a fetch outside gives

    float *dev_a, *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, out_bytes));
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));

    // What it is a texture of, and how it is to be read. All that is not set must be 0.
    struct cudaResourceDesc what;
    struct cudaTextureDesc how;
    memset(&what, 0, sizeof what);
    memset(&how, 0, sizeof how);
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = dev_a;
    what.res.linear.desc = type;
    what.res.linear.sizeInBytes = bytes;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &what, &how, NULL));

    // Not into dev_a: a texture's memory must not change while a kernel reads it, as its cache does
    // not notice.
    copy<<<(n + 2 + threadsPerBlock - 1) / threadsPerBlock, threadsPerBlock>>>(texture, dev_out, n);
    HANDLE_LAUNCH("copy");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, out_bytes, cudaMemcpyDeviceToHost));

    int equal = 0;
    for (int i = 0; i < n; i++)
        equal += out[1 + i] == a[i];
    int outside = out[0] == 0 && out[n + 1] == 0;
    printf("element -1 is %g, element 0 is %g, element %d is %g, element %d is %g\n", out[0],
           out[1], n - 1, out[n], n, out[n + 1]);
    printf("the arrays are %s\n", equal == n ? "equal" : "not equal");

    free(a);
    free(out);
    HANDLE_ERROR(cudaDestroyTextureObject(texture)); // frees the object, not the memory
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_out));
    return book_verdict(equal == n && outside, "%d of %d elements are equal%s", equal, n,
                        outside ? ", and there is 0 outside" : ", but not 0 outside");
}
