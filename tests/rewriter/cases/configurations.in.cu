void configurations() {
    k<<<f<g<h<int>>>(n), 128>>>(x);
    k<<<f<g<int>>(n), 128>>>(x);
    k<<<1, sizeof_v<int>>>>(x);
    k<<<n < 32 ? 1 : n >> 5, 128>>>(x);
    k<<<n > 32 ? n >> 5 : 1, 128>>>(x);
    k<<<n < 32 ? 1 : 2, f<g<h<int>>>(n)>>>(x);
    k<<<n >> 5, f<g<h<int>>>(n)>>>(x);
    k<<<a << b < c, 1>>>(x);
    k<<<f<g<h<int>>>::value, 1>>>(x);
    k<<<f<g<h<int>>>{}, 1>>>(x);
    k<<<p->n, (a > b) ? 1 : 2>>>(x);
    k<<<n >= 1, n <= 2>>>(x);
    k<<<1,
#ifdef SMALL
        32
#else
        256, bytes
#endif
        >>>(x,
#ifdef SMALL
            1);
#else
            2);
#endif
#ifdef SMALL
    k<1><<<1, 1>>>(
#else
    k<2><<<1, 1>>>(
#endif
        x);
    k<<<1, 1>>>
#ifdef SMALL
        (x);
#else
        (x, y);
#endif
    k<<<1'000, 0x1'0u>>>(1'0, 'x', u8'y');
}
