// Misspelt names of the whole API, and of the program: `squred` is nearer to squared than to __shared__.
__global__ void exchange(int *out) {
    //! *: error: '__shfl_snyc' is not known here; did you mean '__shfl_sync'?
    *out = __shfl_snyc(~0u, *out, 0);
}
int squared(int x) {
    return x * x;
}
int main() {
    int value;
    //! *: error: 'cudaDeviceGetP2PAtribute' is not known here; did you mean 'cudaDeviceGetP2PAttribute'?
    cudaDeviceGetP2PAtribute(&value, cudaDevP2PAttrPerformanceRank, 0, 1);
    //! *: error: 'cudaDevAttrClckRate' is not known here; did you mean 'cudaDevAttrClockRate'?
    cudaDeviceGetAttribute(&value, cudaDevAttrClckRate, 0);
    //! 12: error:
    return squred(value);
}
