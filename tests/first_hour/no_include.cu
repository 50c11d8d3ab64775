// std::sort without its header.
// both: 1 ~ HERE:[0-9]+: error: .* write #include <algorithm>
int main() {
    int values[] = {3, 1, 2};
    std::sort(values, values + 3); // here
}
