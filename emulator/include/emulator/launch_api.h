/* launch_api.h: kernels by their address, and cooperative launches. A part of cuda_runtime_api.h;
 * C++ programs have templates of the same names besides (emulator/launch_templates.h). */
#ifndef CUDA_EMULATOR_LAUNCH_API_H
#define CUDA_EMULATOR_LAUNCH_API_H

/* `arguments` are the addresses of the kernel's arguments. */
cudaError_t CUDARTAPI cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                       size_t shared_bytes, cudaStream_t stream);
/* All blocks are resident together, so that they can wait for one another, or
 * cudaErrorCooperativeLaunchTooLarge. */
cudaError_t CUDARTAPI cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                                  void **arguments, size_t shared_bytes,
                                                  cudaStream_t stream);
cudaError_t CUDARTAPI cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *kernel,
                                          void **arguments);
cudaError_t CUDARTAPI cudaFuncGetAttributes(struct cudaFuncAttributes *attributes,
                                            const void *kernel);
cudaError_t CUDARTAPI cudaFuncSetAttribute(const void *kernel, enum cudaFuncAttribute attribute,
                                           int value);
cudaError_t CUDARTAPI cudaFuncSetCacheConfig(const void *kernel, enum cudaFuncCache config);
cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                                    int block_size,
                                                                    size_t shared_bytes);
cudaError_t CUDARTAPI cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *kernel, int block_size, size_t shared_bytes, unsigned int flags);

#endif
