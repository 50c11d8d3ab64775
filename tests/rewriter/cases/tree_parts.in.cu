// What a member, an element or a call is of; what is not evaluated; what is a type.
void parts() {
    at = a.b[1].c->d(3)[e] + (float)f.g + sizeof(h.i);
    row(*rows)[4];
    p->q.r(s)++;
    last = new row[n.size()];
}
void behind_angles(int n, int k, int *x) {
    choose<n ? 1 : 2, (3 > 2)><<<1, 2>>>(x);
    take(static_cast<T &&>(n), n >> (k), n > (k), a<b>(k), a<b && c>(k));
    for_each(n, LAMBDA(int i) { return i; });
    T &one(n), *two{x};
    n && take(k);
}
