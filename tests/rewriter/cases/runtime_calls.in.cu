void f() {
    cudaLaunchKernel((void*)k, 1, 2, args, 0, 0);
    cudaLaunchKernel((const void *)&ns::k<int, float>, 1, 2, args, 0, 0);
    cudaLaunchKernel(reinterpret_cast<void*>(k), 1, 2, args);
    cudaLaunchKernel(reinterpret_cast<const void *>(&k<int>), 1, 2, args);
    cudaLaunchKernel((void const *)(k), 1, 2, args);
    cudaLaunchCooperativeKernel((void *) ::k, 1, 2, args, 0, 0);
    cudaLaunchKernel(k, 1, 2, args, 0, 0);
    cudaLaunchKernel((void *)table[0], 1, 2, args, 0, 0);
    cudaLaunchKernel((void *)f(k), 1, 2, args, 0, 0);
    cudaLaunchKernel((void (*)(int))k, 1, 2, args, 0, 0);
    cudaFuncGetAttributes(&a, (const void *)k);
}
#define GO(k) cudaLaunchKernel((void *)k##_f, 1, 1, args, 0, 0)
