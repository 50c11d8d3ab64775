// Operators that only members may call: all of the program is left as it is.
class secret {
    int value;
    __device__ secret operator*(const secret &other) const { return secret(value * other.value); }

public:
    __device__ explicit secret(int v) : value(v) {}
    __device__ secret operator+(const secret &other) const { return secret(value + other.value); }
    __device__ secret twice(const secret &a, const secret &b) const { return *this * a + b; }
};
