/* scene.h: what ray.cu draws: balls. */
#ifndef SCENE_H
#define SCENE_H

#include "../common/book.h"

typedef struct {
    float3 centre;
    float radius;
    float3 colour;
    float mirror; /* how much of the light it reflects, 0 to 1, seen straight on */
} sphere;

/* A large ball, and around it balls in the order of a sunflower's seeds: each is turned from the
 * one before by the golden angle, and the distance grows with the square root of the number, so
 * that all have as much room. */
static inline void make_scene(sphere *spheres, int count) {
    for (int k = 0; k < count; k++) {
        double angle = 2.399963229728653 * k, distance = 0.72 * sqrt(k + 5.0),
               hue = 6.0 * k / count;
        sphere *s = &spheres[k];
        s->radius = (float)(0.30 + 0.16 * (k * 7 % 11) / 10);
        s->centre =
            make_float3((float)(distance * cos(angle)), s->radius, (float)(distance * sin(angle)));
        // Red, yellow, green, blue and back, not quite pure.
        s->colour = make_float3((float)(0.1 + 0.85 * fmin(fmax(fabs(hue - 3) - 1, 0), 1)),
                                (float)(0.1 + 0.85 * fmin(fmax(2 - fabs(hue - 2), 0), 1)),
                                (float)(0.1 + 0.85 * fmin(fmax(2 - fabs(hue - 4), 0), 1)));
        s->mirror = 0.10f;
    }
    spheres[0].centre = make_float3(0, 1.45f, 0);
    spheres[0].radius = 1.45f;
    spheres[0].colour = make_float3(0.9f, 0.9f, 0.95f);
    spheres[0].mirror = 0.85f;
}

#endif
