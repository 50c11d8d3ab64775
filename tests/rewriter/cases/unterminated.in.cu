void f() { k<<<1, 1>>>(x); }
const char *s = "not closed
void g() { k<<<1, 1>>>(x); }
R"x( never <<< closed
