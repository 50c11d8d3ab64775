// heat: a step of ch8_const_texture/heat.cu, by textures of one and of two dimensions and by plain
// loads, beside a copy
#include "bench.h"
#include "copy.h"

#define main heat_main // the program's, which is not called here
#include "../ch8_const_texture/heat.cu"
#undef main

// Makes a plate on the host: heaters where the program has them, and temperatures from 0 to 1 of
// which all bits vary.
static void fill(reference *r) {
    const int coarse = 256; // coil() takes long: once for each of as many squares is enough
    std::vector<float> heaters;
    for (int y = 0; y < coarse; y++)
        for (int x = 0; x < coarse; x++)
            heaters.push_back(coil(x, y, coarse));
    size_t cells = (size_t)r->size * r->size;
    for (size_t i = 0; i < cells; i++) {
        size_t x = i % r->size * coarse / r->size, y = i / r->size * coarse / r->size;
        r->heaters[i] = heaters[x + y * coarse];
        r->cells[i] = (float)(bench_noise(i, 0x9e3779b97f4a7c15ULL) >> 40) * 0x1p-24f;
    }
}

int main(int argc, char **argv) {
    bench_report report = bench_open(
        argc, argv, "Heat",
        "One step of heat.cu, its three kernels as they stand. Counted are 12 bytes a cell: its "
        "temperature and its heater are read, its new temperature is written, 4 bytes each. The "
        "four neighbours are not counted: other threads read them as their own cells at about "
        "the same time, and they come from caches. *copy* is no library's; it is a kernel that "
        "copies as many bytes, half of them read and half of them written, 16 a thread. `plate` "
        "copies the temperatures alone, one cell read and one written, 8 bytes a cell: what a "
        "step would have to move if it need not ask where the heaters are. Of the larger plate "
        "each call has another, so that none is in the L2 cache; the smaller one stays there, "
        "where neither the limit nor the yardstick is the memory's any more, and what a step is "
        "to be measured by is the copy beside it. A step is slower than the copy as far as it "
        "waits for something else than memory: it has six reads of 4 bytes for each cell, by the "
        "texture units or plainly, where the copy has one load for four cells.",
        "GB/s");
    const double memory_limit = report.limit = bench_memory_limit(report.gpu);
    report.yardstick = bench_copy_rate();
    report.yardstick_name = "a copy of 1 GiB within the device, bytes read and written";
    int inside =
        4096; // three planes in half of the L2 cache; the other half is for what is in doubt
    while (inside > 256 && 12 * (size_t)inside * inside > report.gpu.cache_bytes / 2)
        inside /= 2;
    int outside = std::max(4096, 4 * inside); // 16 times as many cells do not fit any more
    for (int size : {outside, inside}) {
        size_t cells = (size_t)size * size, bytes = cells * sizeof(float);
        int sets = size == inside ? 1 : bench_sets(report.gpu, 3 * bytes);
        report.limit = size == inside ? 0 : memory_limit; // of what enters from here on
        std::string data =
            std::to_string(size) + " x " + std::to_string(size) + (size == inside ? " in L2" : "");
        // Rows of 256 floats and multiples of it begin where textures want them to, without
        // cudaMallocPitch. So the planes of a set lie one behind the other, and one and a half of
        // them can be copied at once.
        reference plate = reference_make(size);
        fill(&plate);
        // Of each set: temperatures, heaters, new temperatures, and half a plane more for what is
        // copied. Nothing is written to the first two.
        float *dev_planes;
        const size_t set_cells = 7 * cells / 2;
        HANDLE_ERROR(cudaMalloc((void **)&dev_planes, sets * set_cells * sizeof(float)));
        auto plane = [&](int set, int which) {
            return dev_planes + set * set_cells + which * cells;
        };
        for (int set = 0; set < sets; set++) {
            HANDLE_ERROR(cudaMemcpy(plane(set, 0), plate.cells, bytes, cudaMemcpyHostToDevice));
            HANDLE_ERROR(cudaMemcpy(plane(set, 1), plate.heaters, bytes, cudaMemcpyHostToDevice));
        }
        // What the call leaves in the first set's new temperatures; found: becomes those.
        auto try_once = [&](auto call) {
            HANDLE_ERROR(cudaMemset(plane(0, 2), 0xff, 3 * bytes / 2)); // NaN
            call(0, (cudaStream_t)0);
            HANDLE_LAUNCH("heat");
            HANDLE_ERROR(cudaMemcpy(plate.found, plane(0, 2), bytes, cudaMemcpyDeviceToHost));
        };
        auto copy_call = [&](int set, cudaStream_t stream) {
            bench_copy_launch(plane(set, 2), plane(set, 0), 3 * bytes / 2, stream);
        };
        auto plate_call = [&](int set, cudaStream_t stream) {
            bench_copy_launch(plane(set, 2), plane(set, 0), bytes, stream);
        };
        try_once(copy_call);
        int right = memcmp(plate.found, plate.cells, bytes) == 0;
        HANDLE_ERROR(cudaMemcpy(plate.found, plane(0, 3), bytes / 2, cudaMemcpyDeviceToHost));
        right = right && memcmp(plate.found, plate.heaters, bytes / 2) == 0;
        bench_enter(report, data.c_str(), "copy", "12 bytes a cell, half of them read",
                    BENCH_LIBRARY, sets, copy_call, 3.0 * (double)bytes, 0, right);
        try_once(plate_call);
        right = memcmp(plate.found, plate.cells, bytes) == 0;
        bench_enter(report, data.c_str(), "plate", "a copy of the temperatures: 8 bytes a cell",
                    BENCH_APART, sets, plate_call, 2.0 * (double)bytes, 0, right);
        reference_step(&plate, SPEED, EDGE); // what it makes becomes `cells`

        std::vector<cudaTextureObject_t> textures; // of each set: temperatures and heaters
        auto enter = [&](const char *name, const char *note, auto call) {
            try_once(call);
            long long wrong = 0; // by the program's measure, after one step
            for (size_t i = 0; i < cells; i++)
                wrong += !book_close(plate.found[i], plate.cells[i], reference_tolerance(&plate));
            bench_enter(report, data.c_str(), name, note, BENCH_STEP, sets, call,
                        3.0 * (double)bytes, 0, wrong == 0);
        };
        auto make_textures = [&](int way) { // returns where they begin
            size_t first = textures.size();
            for (int set = 0; set < sets; set++)
                for (int which = 0; which < 2; which++)
                    textures.push_back(plate_texture(plane(set, which), size, size, way, EDGE));
            return first;
        };
        dim3 threads(16, 16), blocks((size + 15) / 16, (size + 15) / 16); // as in the program
        size_t first_2d = make_textures(TEXTURE_2D), first_1d = make_textures(TEXTURE_1D);
        enter("2D texture",
              "six tex2D a cell: the texture unit works out the addresses and does the edges",
              [&](int set, cudaStream_t stream) {
                  const cudaTextureObject_t *in = &textures[first_2d + 2 * set];
                  step_2d<<<blocks, threads, 0, stream>>>(plane(set, 2), in[0], in[1], size, size);
              });
        enter("1D fetch",
              "six tex1Dfetch a cell: elements by their numbers, the kernel does the edges",
              [&](int set, cudaStream_t stream) {
                  const cudaTextureObject_t *in = &textures[first_1d + 2 * set];
                  step_1d<<<blocks, threads, 0, stream>>>(plane(set, 2), in[0], in[1], size, size);
              });
        enter("plain loads",
              "six loads a cell, of data that is only read: no texture, the kernel does the edges",
              [&](int set, cudaStream_t stream) {
                  step_plain<<<blocks, threads, 0, stream>>>(plane(set, 2), plane(set, 0),
                                                             plane(set, 1), size, size);
              });
        bench_run(report);
        for (cudaTextureObject_t texture : textures)
            HANDLE_ERROR(cudaDestroyTextureObject(texture));
        reference_free(&plate);
        HANDLE_ERROR(cudaFree(dev_planes));
    }
    report.limit = memory_limit;
    return bench_close(report);
}
