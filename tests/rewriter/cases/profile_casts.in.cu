// (number)-x is a cast where `number` is no variable.
typedef float number;
__global__ void add(number *p, number a, int n) {
    p[0] = (number)-n;
    p[1] = (a)-p[0];
    p[2] = a * (number)*p;
}
