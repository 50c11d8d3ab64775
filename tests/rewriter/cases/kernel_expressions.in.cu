void kernel_expressions() {
    k<float><<<1, 1>>>(x);
    k<float, f<g<int>>, (a > b), sizeof(x)><<<1, 1>>>(x);
    k<g<int>><<<1, 1>>>(x);
    k<n < 4><<<1, 1>>>(x);
    k<n<4><<<1, 1>>>(x);
    k < float > <<< 1, 1 >>> (x);
    ns::k<<<1, 1>>>(x);
    ::k<<<1, 1>>>(x);
    ns::t<int>::template k<float><<<1, 1>>>(x);
    if (a) ::ns::k<<<1, 1>>>(x); else ::ns::k<<<1, 1>>>(x);
    decltype(a)::k<<<1, 1>>>(x);
    NS(a)::k<<<1, 1>>>(x);
    p->fn<<<1, 1>>>(x);
    obj.inner.fn<<<1, 1>>>(x);
    this->fn<<<1, 1>>>(x);
    obj.template fn<int><<<1, 1>>>(x);
    f(x)->fn<<<1, 1>>>(x);
    table[i]<<<1, 1>>>(x);
    table[i][j + a[1]].fn<<<1, 1>>>(x);
    (*fp)<<<1, 1>>>(x);
    (cond ? k<1> : k<2>)<<<1, 1>>>(x);
    if (a) (*fp)<<<1, 1>>>(x);
    while (a) (*fp)<<<1, 1>>>(x);
    (void)(*fp)<<<1, 1>>>(x);
    KERNEL(float)<<<1, 1>>>(x);
    get<int>(1)<<<1, 1>>>(x);
    static_cast<void (*)(int)>(fp)<<<1, 1>>>(x);
    getter()()<<<1, 1>>>(x);
    FOR_ALL(i) (*fp)<<<1, 1>>>(x);
    k<int, // the line break stays here
      float><<<1, 1>>>(x);
#ifdef A
    ka
#else
    kb
#endif
        <<<1, 1>>>(x);
}
