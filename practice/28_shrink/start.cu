// 28_shrink: a texture that computes means
#include "../common/book.h"

__global__ void shrink(cudaTextureObject_t a, float *b, int width, int height) {
    // The kernel.
}

// width, height: of b, 1 or more.
void solve(cudaTextureObject_t a, float *dev_b, int width, int height) {
    // The launch.
}

int main() {
    const int W = 100, H = 70;
    static float a[2 * H][2 * W], b[H][W], *dev_b;
    for (int y = 0; y < 2 * H; y++)
        for (int x = 0; x < 2 * W; x++)
            a[y][x] = 4 * (x + y);
    cudaResourceDesc where = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaChannelFormatDesc pixel = cudaCreateChannelDesc<float>();
    where.resType = cudaResourceTypeArray;
    how.filterMode = cudaFilterModeLinear;
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
    HANDLE_ERROR(cudaMallocArray(&where.res.array.array, &pixel, 2 * W, 2 * H));
    HANDLE_ERROR(cudaMemcpy2DToArray(where.res.array.array, 0, 0, a, sizeof a[0], sizeof a[0],
                                     2 * H, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &where, &how, NULL));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof b));
    HANDLE_ERROR(cudaMemset(dev_b, 0, sizeof b));
    solve(texture, dev_b, W, H);
    HANDLE_LAUNCH("shrink");
    HANDLE_ERROR(cudaMemcpy(b, dev_b, sizeof b, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaDestroyTextureObject(texture));
    HANDLE_ERROR(cudaFreeArray(where.res.array.array));
    HANDLE_ERROR(cudaFree(dev_b));

    int right = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            right += b[y][x] == 8 * (x + y) + 4;
    return book_verdict(right == W * H, "%d of %d pixels are right", right, W * H);
}
