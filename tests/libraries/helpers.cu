// helpers.cu: the family of helper_cuda.h, where no folder of the program's has one.
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>

#include "../emulator/check.h"

__global__ void turn(float3 *v) {
    const float3 up = make_float3(0.0f, 0.0f, 1.0f);
    v[0] = normalize(cross(v[0], up)) * 2.0f + lerp(v[0], up, 0.5f) / 2.0f;
    v[0] += -up * dot(up, make_float3(make_float4(1.0f, 2.0f, 3.0f, 4.0f)));
}

static void check_options() {
    const char *argv[] = {"program",  "-n=7",        "--FILE=picture.ppm",
                          "-verbose", "--scale=0.5", "-x3"};
    const int argc = 6;
    CHECK(checkCmdLineFlag(argc, argv, "verbose") && checkCmdLineFlag(argc, argv, "n"));
    CHECK(!checkCmdLineFlag(argc, argv, "verb"));
    CHECK_EQUAL(getCmdLineArgumentInt(argc, argv, "n"), 7);
    CHECK_EQUAL(getCmdLineArgumentInt(argc, argv, "x"), 3);
    CHECK_EQUAL(getCmdLineArgumentInt(argc, argv, "none"), 0);
    CHECK_EQUAL(getCmdLineArgumentFloat(argc, argv, "scale="), 0.5f);
    char *text = nullptr;
    CHECK(getCmdLineArgumentString(argc, argv, "file", &text) &&
          std::string(text) == "picture.ppm");
    CHECK(!getCmdLineArgumentString(argc, argv, "none", &text) && text == nullptr);
}

static void check_images() {
    unsigned char grey[6] = {0, 50, 100, 150, 200, 255}, *back = nullptr;
    float *as_float = nullptr;
    unsigned w = 0, h = 0;
    CHECK(sdkSavePGM("grey.pgm", grey, 3, 2) && sdkLoadPGM("grey.pgm", &back, &w, &h));
    CHECK(w == 3 && h == 2 && std::memcmp(grey, back, 6) == 0);
    CHECK(sdkLoadPGM("grey.pgm", &as_float, &w, &h) && as_float[5] == 1.0f && as_float[0] == 0.0f);
    w = 2; // less than the file has
    CHECK(!sdkLoadPGM("grey.pgm", &back, &w, &h) && !sdkLoadPPMub("grey.pgm", &back, &w, &h));
    unsigned char colours[8] = {1, 2, 3, 9, 4, 5, 6, 9}, *four = nullptr;
    CHECK(sdkSavePPM4ub("colours.ppm", colours, 2, 1) &&
          sdkLoadPPM4ub("colours.ppm", &four, &w, &h));
    CHECK(four[0] == 1 && four[3] == 0 && four[6] == 6);
    CHECK(sdkComparePPM("colours.ppm", "colours.ppm", 0.1f, 0.0f, false));
    CHECK(!sdkLoadPGM("nowhere.pgm", &back, &w, &h));
    char *path = sdkFindFilePath("grey.pgm", "./program");
    CHECK(path != nullptr && sdkFindFilePath("nowhere.pgm", "./program") == nullptr);
    free(path);
    free(back);
    free(as_float);
    free(four);
}

int main(int argc, char **argv) {
    check_device();
    CHECK_EQUAL(findCudaDevice(argc, (const char **)argv), 0);
    StopWatchInterface *timer = nullptr;
    CHECK(sdkCreateTimer(&timer) && sdkStartTimer(&timer));
    device_array<float3> v(std::vector<float3>{make_float3(3.0f, 4.0f, 0.0f)});
    turn<<<1, 1>>>(v);
    getLastCudaError("turn");
    checkCudaErrors(cudaDeviceSynchronize());
    const float3 turned = v.get()[0];
    CHECK(fabsf(turned.x - 2.35f) < 1e-5f && fabsf(turned.y + 0.2f) < 1e-5f &&
          fabsf(turned.z + 2.75f) < 1e-5f);
    sdkStopTimer(&timer);
    CHECK(sdkGetTimerValue(&timer) > 0 &&
          sdkGetTimerValue(&timer) == sdkGetAverageTimerValue(&timer));
    sdkDeleteTimer(&timer);
    CHECK(timer == nullptr);
    check_options();
    check_images();
    const float a[2] = {1, 2}, b[2] = {1, 2.25f};
    CHECK(compareData(a, b, 2u, 0.5f, 0.0f) && !compareData(a, b, 2u, 0.1f, 0.0f));
    CHECK(sdkCompareL2fe(a, b, 2, 0.2f) && !sdkCompareL2fe(a, b, 2, 0.1f));
    try {
        RUNTIME_EXCEPTION("a reason");
    } catch (const std::runtime_error &e) {
        CHECK(std::string(e.what()).find("a reason") != std::string::npos);
    }
    return check_result();
}
