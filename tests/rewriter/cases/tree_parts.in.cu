// What a member, an element or a call is of; what is not evaluated; what is a type.
void parts() {
    at = a.b[1].c->d(3)[e] + (float)f.g + sizeof(h.i);
    row(*rows)[4];
    p->q.r(s)++;
    last = new row[n.size()];
}
