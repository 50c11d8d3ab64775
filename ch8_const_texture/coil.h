/* coil.h: the heaters of heat.cu: a wire that is wound into a coil, hotter inside, and cold drops
 * between its turns. */
#ifndef COIL_H
#define COIL_H

#include <math.h>

/* The temperature that cell (x, y) of size x size keeps; -1 for the plate itself. */
static inline float coil(int x, int y, int size) {
    const double turn = 6.283185307179586, gap = 0.25, inner = 0.06, turns = 3.05, wire = 0.028;
    double px = (2 * x + 1.0) / size - 1, py = (2 * y + 1.0) / size - 1; // -1 to 1
    for (int drop = 0; drop < 8; drop++) {
        double rounds = 0.7 + 0.17 * drop, radius = inner + gap * (rounds + 0.5);
        if (hypot(px - radius * cos(turn * rounds), py - radius * sin(turn * rounds)) < 0.04)
            return 0;
    }
    // The wire's distance from the middle grows by gap in a round; which round is nearest?
    double radius = hypot(px, py), angle = atan2(py, px) / turn;
    double rounds = floor((radius - inner) / gap - angle + 0.5) + angle;
    if (rounds < 0 || rounds > turns || fabs(radius - inner - gap * rounds) > wire)
        return -1;
    return (float)(1 - 0.3 * rounds / turns);
}

#endif
