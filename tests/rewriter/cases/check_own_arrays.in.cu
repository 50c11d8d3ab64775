// Arrays that --check leaves to the compilers: filled before they are read, and used by elements.
#define PART 8
#define SHOW(value) show(#value, value)
__device__ void change(float &value);
struct pair {
    int given[2];
};
__global__ void own(float *out, pair p, int n) {
    float sum[PART][PART] = {}, given[3] = {1, 2, 3};
    int x[PART], y[PART];
    for (int i = 0; i < PART; i++) {
        x[i] = out[i];
        y[i] = x[i] + 1;
    }
    for (int i = 0; i < n; i++)
        sum[i][0] += x[i] * y[x[i]];
    float last = given[2], other = p.given[1];
    if (given[0])
        out[0] = -given[n] + (n > 0 ? sum[1][n] : 0);
    out[1] = last + other;
}
__device__ int counts(int n) {
    int later[4], i;
    for (i = 0; i < 4; ++i)
        later[i] = i;
    return later[n];
}
__global__ void others(float *out, int n) {
    float whole[2] = {}, row[2][2] = {}, element[2] = {}, pointed[2] = {}, bound[2] = {};
    float caught[2] = {}, copied[2] = {}, shown[2] = {}, hidden[2] = {}, chosen[2] = {};
    float global[2] = {};
    out[0] = ::global[0];
    change(*whole);
    out = row[1];
    change(element[0]);
    out = &pointed[1];
    float &name = bound[0];
    auto function = [&] { return caught[0]; };
    auto [one, two] = copied;
    SHOW(shown[1] + 1);
    {
        float hidden[3];
        hidden[2] = 1;
    }
    float &either = n ? chosen[0] : chosen[1];
}
__global__ void not_filled(float *out, int n) {
    int shorter[4], from_one[4], skipped[4], left[4], read[4], steps[4], moved[4], asked[4];
    for (int i = 0; i < 3; i++)
        shorter[i] = 0;
    for (int i = 1; i < 4; i++)
        from_one[i] = 0;
    for (int i = 0; i < 4; i++)
        if (i != n)
            skipped[i] = 0;
    for (int i = 0; i < 4; i++) {
        if (i == n)
            break;
        left[i] = 0;
    }
    for (int i = 0; i < 4; i++)
        read[i] = read[n];
    for (int i = 0; i < 4; i += 2)
        steps[i] = 0;
    for (int i = 0; i < 4; i++)
        moved[i++] = 0;
    for (int i = 0; i < 4; i++) {
        asked[i] = 0;
        i = n;
    }
    int ahead[4], called[4], rows[4][4];
    for (int i = 0; i < 4; i++) {
        ahead[i] = 0;
        out[i] = ahead[i + 1];
    }
    for (int i = 0; i < 4; i++) {
        called[i] = 0;
        count(i);
    }
    for (int i = 0; i < 4; i++)
        rows[i][0] = 0;
    if (n)
        for (int i = 0; i < 4; i++)
            out[i] = 0;
}
#define ONE (in_macro[1])
#define LEAVE_AT(bound)                                                                            \
    if (i == bound)                                                                                \
    break
__global__ void not_for_certain(float *out, int n) {
    int in_macro[2] = {}, changed[2] = {}, comma[2] = {};
    int &result = changed[0] = n;
    change(changed[1] += 1);
    out[0] = ONE + comma[n, 1];
    int perhaps[2];
#if FILLED
    for (int i = 0; i < 2; i++)
        perhaps[i] = 0;
#endif
    out[1] = perhaps[1];
    int by_macro[2];
    for (int i = 0; i < 2; i++) {
        LEAVE_AT(n);
        by_macro[i] = 0;
    }
#if SHARED
    __shared__ float here[2];
#else
    float here[2] = {};
#endif
    here[n] = 1;
#pragma unroll
    for (int i = 0; i < n; i++) {
        int surely[2] = {};
        surely[i] = 1;
    }
}
