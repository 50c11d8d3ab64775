/* parts.h: n things dealt out to so many parts, as evenly as can be. */
#ifndef PARTS_H
#define PARTS_H

/* Which of them are those of part number `part`: the first one, and how many. */
static inline long long part_begin(long long n, int part, int parts) {
    return n / parts * part + (part < n % parts ? part : n % parts);
}
static inline long long part_size(long long n, int part, int parts) {
    return n / parts + (part < n % parts);
}

#endif
