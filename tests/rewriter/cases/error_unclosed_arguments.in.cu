int a;
void f() {
    k<<<1, 2>>>(x;
}
