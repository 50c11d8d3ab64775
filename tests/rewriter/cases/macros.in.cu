#define CONFIG(n) <<<((n) + 127) / 128, 128>>>
#define ARGS (a, b)
#define LAUNCH(k, n, ...) \
    do { \
        k<<<((n) + 127) / 128, 128>>>(__VA_ARGS__); \
        CHECK(cudaGetLastError()); \
    } while (0)
#define LAUNCH_WITHOUT_ARGUMENTS(k, n) k<<<n, 1>>>
#define PASTED(type) k_##type<<<1, 1>>>(#type)
#define PASTED_TEMPLATE(n, type) k##n##_f<type><<<1, 1>>>(x)
#define SPLIT(k) k \
    <<<1, 1>>> \
    (x)
#define FOREIGN(a) #a "<<<" /* <<< */
void macros() {
    add CONFIG(n) (a, b);
    add<<<1, 1>>>ARGS;
    LAUNCH(add, n, a, b);
    LAUNCH_WITHOUT_ARGUMENTS(add, 3)(a, b);
    PASTED(float);
    CHECK(add<<<1, 1>>>(a), m<<<1, 1>>>(b));
}
