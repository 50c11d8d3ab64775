/* trace.h: what can be seen along a ray, and with it the colour of a pixel: for the kernels of
 * ray.cu and for the CPU that they are compared with.
 *
 * Only + - * / and square roots: what they give is fixed to the last bit, while sinf and powf
 * differ from machine to machine.
 */
#ifndef TRACE_H
#define TRACE_H

#include "scene.h"

#define BOUNCES 4 /* a ray ends after so many hits */

#define BOTH static __host__ __device__ __forceinline__

BOTH float3 sum(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
BOTH float3 times(float s, float3 a) {
    return make_float3(s * a.x, s * a.y, s * a.z);
}
BOTH float dot(float3 a, float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
BOTH float3 unit(float3 a) {
    return times(1 / sqrtf(dot(a, a)), a);
}
BOTH float3 mix(float3 a, float3 b, float share_of_b) {
    return sum(times(1 - share_of_b, a), times(share_of_b, b));
}

#define SUN unit(make_float3(-0.55f, 0.62f, -0.50f)) /* where it stands */

BOTH float3 sky(float3 direction) {
    float height = fmaxf(direction.y, 0.0f), glow = fmaxf(dot(direction, SUN), 0.0f);
    float3 colour =
        mix(make_float3(0.95f, 0.72f, 0.52f), make_float3(0.10f, 0.22f, 0.50f), sqrtf(height));
    for (int i = 0; i < 8; i++) // to the power of 256
        glow *= glow;
    return sum(colour, times(4 * glow, make_float3(1.0f, 0.9f, 0.7f)));
}

/* The first sphere that the ray hits, and at which distance t > 0; -1 for none. */
BOTH int first_hit(const sphere *spheres, int count, float3 origin, float3 direction, float *t) {
    int hit = -1;
    *t = 1e30f;
    for (int k = 0; k < count; k++) {
        float3 to = sum(spheres[k].centre, times(-1, origin));
        float along = dot(to, direction); // here the ray is nearest to the centre,
        if (along < 0)                    // unless it goes away from it,
            continue;
        float3 beside = sum(to, times(-along, direction)); // and so far from it
        float inside = spheres[k].radius * spheres[k].radius - dot(beside, beside);
        if (inside < 0) // passes it
            continue;
        float here = along - sqrtf(inside);
        if (here > 0 && here < *t) {
            *t = here;
            hit = k;
        }
    }
    return hit;
}

/* The light that comes along the ray from the other side to its origin. */
BOTH float3 trace(const sphere *spheres, int count, float3 origin, float3 direction) {
    float3 light = make_float3(0, 0, 0);
    float rest = 1; // the share of the light that comes from further along the ray
    for (int bounce = 0; bounce < BOUNCES && rest > 0.02f; bounce++) {
        float t;
        int k = first_hit(spheres, count, origin, direction, &t);
        float to_floor = direction.y < 0 ? -origin.y / direction.y : 1e30f;
        if (to_floor > 1e5f) // so far away that it is all haze
            to_floor = 1e30f;
        if (k < 0 && to_floor == 1e30f)
            return sum(light, times(rest, sky(direction)));
        float3 place, normal, colour;
        float mirror, haze = 0;
        if (k >= 0 && t < to_floor) {
            place = sum(origin, times(t, direction));
            normal = times(1 / spheres[k].radius, sum(place, times(-1, spheres[k].centre)));
            colour = spheres[k].colour;
            mirror = spheres[k].mirror;
        } else {
            place = sum(origin, times(to_floor, direction));
            normal = make_float3(0, 1, 0);
            int odd = ((int)floorf(place.x) + (int)floorf(place.z)) & 1;
            colour = odd ? make_float3(0.80f, 0.76f, 0.70f) : make_float3(0.20f, 0.22f, 0.27f);
            mirror = 0.04f;
            haze = to_floor * to_floor / (to_floor * to_floor + 900); // hides the far end
        }
        // Seen at a glancing angle everything mirrors (Schlick's approximation of Fresnel's law).
        float glancing = 1 + dot(direction, normal), squared = glancing * glancing;
        mirror += (1 - mirror) * squared * squared * glancing;

        // How brightly it is lit: by the sun, if no sphere is in between, and a little by the sky.
        // The new ray begins a little outside, or it would hit the place it comes from.
        float3 outside = sum(place, times(1e-3f, normal));
        float facing = dot(normal, SUN), distance;
        if (facing > 0 && first_hit(spheres, count, outside, SUN, &distance) >= 0)
            facing = 0;
        float3 lit = times(0.30f + 0.15f * normal.y + 0.75f * fmaxf(facing, 0.0f), colour);
        lit = mix(lit, make_float3(0.95f, 0.72f, 0.52f), haze);
        mirror *= 1 - haze;

        light = sum(light, times(rest * (1 - mirror), lit));
        rest *= mirror;
        origin = outside;
        direction = sum(direction, times(-2 * dot(direction, normal), normal));
    }
    return light;
}

/* The colour of pixel (x, y) of size x size, the mean of samples x samples rays; (0, 0) is at the
 * bottom left. */
BOTH uchar4 pixel(const sphere *spheres, int count, int x, int y, int size, int samples) {
    float3 eye = make_float3(0, 4.3f, -8.6f);
    float3 ahead = unit(make_float3(0, -0.40f, 1)), right = make_float3(1, 0, 0);
    float3 up = make_float3(0, ahead.z, -ahead.y);
    float3 light = make_float3(0, 0, 0);
    for (int i = 0; i < samples * samples; i++) {
        float px = (x + (i % samples + 0.5f) / samples) / size - 0.5f;
        float py = (y + (i / samples + 0.5f) / samples) / size - 0.5f;
        float3 direction = unit(sum(ahead, sum(times(px, right), times(py, up))));
        float3 found = trace(spheres, count, eye, direction);
        // What is too bright to show becomes white; the square root is what screens expect (gamma).
        light.x += sqrtf(fminf(found.x, 1.0f));
        light.y += sqrtf(fminf(found.y, 1.0f));
        light.z += sqrtf(fminf(found.z, 1.0f));
    }
    light = times(255.0f / (samples * samples), light);
    return make_uchar4((unsigned char)(light.x + 0.5f), (unsigned char)(light.y + 0.5f),
                       (unsigned char)(light.z + 0.5f), 255);
}

#endif
