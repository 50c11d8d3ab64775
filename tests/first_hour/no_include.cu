// std::sort without its header.
// run: 1 ~ HERE:[0-9]+: error: ~ TODO
// check: 1 ~ HERE:[0-9]+: error: ~ TODO
int main() {
    int values[] = {3, 1, 2};
    std::sort(values, values + 3); // here
}
