// std::sort without its header.
// each: g++ clang++
// $ ./book run
// $ ./book check
// exit: 1
// says: {here}:[0-9]+: error: .* write #include <algorithm>
int main() {
    int values[] = {3, 1, 2};
    std::sort(values, values + 3); // here
}
