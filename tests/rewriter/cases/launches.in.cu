void launches() {
    k<<<1, 2>>>();
    k<<<grid, block, bytes>>>(a, b);
    k <<<grid, block, bytes, stream>>> (a, b);
    k<<<dim3(1, 2), dim3(f(x)[1], {3}.y)>>>(a); m<<<1, 1>>>(b);
    if (a)
        k<<<1, 1>>>(a);
    else
        k<<<1, 1>>>(b);
    if (a) k<<<1, 1>>>(a); else k<<<1, 1>>>(b);
    do k<<<1, 1>>>(); while (next());
    for (k<<<1, 1>>>(0); i < n; k<<<1, 1>>>(i), ++i) {
    }
    c ? a<<<1, 1>>>() : b<<<1, 1>>>();
    CHECK((k<<<1, 1>>>(x)));
    auto f = [&](int n) { k<<<n, 1>>>(n); };
    k<<<[&] { return ">>>("; }(), [] { m<<<1, 1>>>(0); return 1; }()>>>([](int x) { return x; }(1), '(');
    (void)k<<<1, 1>>>(x);
    return k<<<1, 1>>>(x);
label: k<<<1, 1>>>(x);
    switch (a) { case 1: k<<<1, 1>>>(x); default: k<<<1, 1>>>(y); }
    k<<<1, /* >>>( */ 1>>>(x, // >>>(
                           y);
    k<:i:><<<1, 1>>>(f(<%1%>)); <% k<<<1, 1>>>(x); %>
}
