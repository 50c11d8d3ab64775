// Variables of lanes take no more than half of a stack: those of the second kernel would, so its threads take steps.
__global__ void few(double4 *a, double *sums) {
    __shared__ double cells[256];
    double4 x = a[threadIdx.x], y = a[threadIdx.x + 256];
    cells[threadIdx.x] = x.x + y.x;
    __syncthreads();
    sums[threadIdx.x] = cells[255 - threadIdx.x] + x.w * y.w;
}

__global__ void many(double4 *a, double *sums) {
    __shared__ double cells[256];
    double4 x = a[threadIdx.x], y = a[threadIdx.x + 256], z = a[threadIdx.x + 512], u = a[threadIdx.x + 768];
    cells[threadIdx.x] = x.x + y.x + z.x + u.x;
    __syncthreads();
    sums[threadIdx.x] = cells[255 - threadIdx.x] + x.w * y.w + z.w * u.w;
}
