/* averages.h: what the programs of this chapter have the device work out: averages of neighbours.
 *
 * The vectors a and b are in groups of 256 elements. An element of c is the average of `width`
 * elements of a and as many of b, from its own place on. After the last element of a group comes
 * its first one again:
 *
 *     width 3    c[0]   = (a[0]   + a[1] + a[2]    +    b[0]   + b[1] + b[2]) / 6
 *                c[255] = (a[255] + a[0] + a[1]    +    b[255] + b[0] + b[1]) / 6
 *
 * A group does not need the others. So the vectors can be cut into chunks of whole groups, and
 * these can come to the device one after the other. The elements are whole numbers below 2^20, and
 * a sum of 2 * 256 of them is less than 2^31, so the averages, rounded down, are exact.
 */
#ifndef AVERAGES_H
#define AVERAGES_H

#define GROUP 256 /* elements of a group, and threads of a block */

/* n: elements of this chunk; the last group may have fewer than the others. */
__global__ void average(const int *a, const int *b, int *c, int n, int width) {
    int first = blockIdx.x * GROUP, i = threadIdx.x;
    int inside = n - first < GROUP ? n - first : GROUP; /* elements of this group */
    if (i >= inside)
        return;
    int sum = 0, neighbour = i;
    for (int k = 0; k < width; k++) {
        sum += a[first + neighbour] + b[first + neighbour];
        neighbour = neighbour + 1 < inside ? neighbour + 1 : 0;
    }
    c[first + i] = sum / (2 * width);
}

/* Blocks for n elements: one for each group. At least one, since a grid of none is refused. */
static inline unsigned averages_blocks(int n) {
    return n > GROUP ? (unsigned)((n - 1) / GROUP + 1) : 1;
}

/* Gives a and b other values with each seed, from 0 on. No two places near each other are alike. */
static inline void averages_fill(int *a, int *b, long long n, int seed) {
    for (long long i = 0; i < n; i++) {
        a[i] = (int)((i * 7919 + seed * 271) % 1000003);
        b[i] = (int)((i * 104729 + seed * 977) % 999983);
    }
}

/* How many elements of c are right. Where the kernel adds `width` neighbours up for each element,
 * this takes one away and adds the next one. */
static inline long long averages_right(const int *a, const int *b, const int *c, long long n,
                                       int width) {
    long long right = 0;
    for (long long first = 0; first < n; first += GROUP) {
        const int *ga = a + first, *gb = b + first, *gc = c + first;
        int inside = n - first < GROUP ? (int)(n - first) : GROUP, sum = 0;
        for (int i = 0; i < width; i++)
            sum += ga[i % inside] + gb[i % inside];
        for (int i = 0; i < inside; i++) {
            right += gc[i] == sum / (2 * width);
            int next = (i + width) % inside;
            sum += ga[next] + gb[next] - ga[i] - gb[i];
        }
    }
    return right;
}

#endif
