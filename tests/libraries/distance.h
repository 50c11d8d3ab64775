// distance.h: how far the numbers of a library are from those expected.
#ifndef LIBRARIES_DISTANCE_H
#define LIBRARIES_DISTANCE_H

#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <vector>

// The largest difference: infinite where one is a NaN, or where there are not as many.
template <class T>
static double largest_difference(const std::vector<T> &got, const std::vector<T> &wanted) {
    double worst = got.size() == wanted.size() ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < got.size() && i < wanted.size(); ++i) {
        const double d = static_cast<double>(std::abs(got[i] - wanted[i]));
        if (!(d <= worst))
            worst = std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    }
    return worst;
}

#endif
