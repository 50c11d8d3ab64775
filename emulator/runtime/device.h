// device.h: the devices of the emulator: their limits, their memory and their workers.
//
// There is one, or as many as CUDA_EMULATOR_DEVICES says, all alike. A device has the limits of
// compute capability 9.0, so that launches that fit there fit here and the others fail with the
// same error. It has as many multiprocessors as the process may use cores.
#ifndef CUDA_EMULATOR_DEVICE_H
#define CUDA_EMULATOR_DEVICE_H

#include <stddef.h>

namespace cuda_emulator {

constexpr int compute_capability_major = 9;
constexpr int compute_capability_minor = 0;
constexpr int cuda_version = 13000; // of the driver and the runtime

constexpr int warp_size = 32;
constexpr int max_threads_per_block = 1024;
constexpr int max_block_dim_x = 1024;
constexpr int max_block_dim_y = 1024;
constexpr int max_block_dim_z = 64;
constexpr int max_grid_dim_x = 2147483647;
constexpr int max_grid_dim_y = 65535;
constexpr int max_grid_dim_z = 65535;
constexpr int max_threads_per_multiprocessor = 2048;
constexpr int max_blocks_per_multiprocessor = 32;
constexpr int registers_per_block = 65536;
constexpr int registers_per_multiprocessor = 65536;

// Bytes. A block gets up to shared_memory_per_block without asking and up to
// shared_memory_per_block_opt_in when its kernel's attribute allows it; the system takes
// reserved_shared_memory_per_block of the multiprocessor's memory for each block.
constexpr size_t shared_memory_per_block = 48 * 1024;
constexpr size_t shared_memory_per_block_opt_in = 227 * 1024;
constexpr size_t shared_memory_per_multiprocessor = 228 * 1024;
constexpr size_t reserved_shared_memory_per_block = 1024;
constexpr size_t constant_memory = 64 * 1024;

constexpr size_t max_pitch = 2147483647; // bytes, of 2D copies

// Textures and surfaces, in elements; of layered ones the last number is that of the layers. A 3D
// texture may have the one extent or the other.
constexpr size_t texture_alignment = 512;
constexpr size_t texture_pitch_alignment = 32;
constexpr int max_texture_1d = 131072;
constexpr int max_texture_1d_linear = 1 << 28;
constexpr int max_texture_2d[] = {131072, 65536};
constexpr int max_texture_2d_linear[] = {131072, 65000, 2097120}; // the last is the pitch in bytes
constexpr int max_texture_3d[] = {16384, 16384, 16384};
constexpr int max_texture_3d_alt[] = {8192, 8192, 32768};
constexpr int max_texture_1d_layered[] = {32768, 2048};
constexpr int max_texture_2d_layered[] = {32768, 32768, 2048};
constexpr int max_texture_cubemap = 32768;
constexpr int max_surface_cubemap = 32768;
constexpr int max_cubemap_faces = 2046; // of all cubes together: 341 of them
constexpr int max_surface_1d = 32768;
constexpr int max_surface_2d[] = {131072, 65536};
constexpr int max_surface_3d[] = {16384, 16384, 16384};
constexpr int max_surface_1d_layered[] = {32768, 2048};
constexpr int max_surface_2d_layered[] = {32768, 32768, 2048};

// Whether cooperative launches work; what cudaDevAttrCooperativeLaunch says.
constexpr bool cooperative_launch = true;

constexpr int most_devices = 16;

// CUDA_EMULATOR_DEVICES, or else 1. Ends the process with status 2 if the variable cannot be
// understood.
int device_count();
bool device_exists(int device);

// The device that the calling host thread has chosen by cudaSetDevice, at first number 0.
int current_device();

// Whether kernels of `device` may use memory of `peer`: its own, or after
// cudaDeviceEnablePeerAccess.
bool peer_access_is_enabled(int device, int peer);

// While one of these lives, another device is the calling thread's current one.
class device_scope {
public:
    explicit device_scope(int device);
    ~device_scope();
    device_scope(const device_scope &) = delete;
    device_scope &operator=(const device_scope &) = delete;

private:
    int outer_;
};

// How many worker threads of a device run blocks: CUDA_EMULATOR_WORKERS, or else the number of
// cores that the process may use by its affinity and its cgroup's quota, at least 1. Ends the
// process with status 2 if the variable cannot be understood. (Of launch.cpp.)
int worker_count();

// The memory of a device in bytes: CUDA_EMULATOR_MEMORY, or else what all devices share: half of
// what the process could still use when it started, because a program usually mirrors its device
// arrays in host arrays.
size_t device_memory_total();

// What the process could still use when it started, in bytes: the least of the machine's available
// memory and what its cgroups leave.
size_t memory_at_start();

// The limits that cudaDeviceSetLimit has set for a device, in bytes. The stack is that of one
// kernel thread as the program asked for it; code for a CPU needs a larger one.
size_t stack_size_limit(int device);
size_t heap_size_limit(int device);

} // namespace cuda_emulator

#endif
