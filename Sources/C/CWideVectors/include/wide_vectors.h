// Innermost float loops in vectors of eight. Swift compiles a program for one processor only, which
// has to be the oldest; C can compile single functions for another.
//
// Each function does the same additions and multiplications, in the same order, as its counterpart
// in Swift: no bit of a picture depends on the processor. wider_vectors.h has those for vectors of
// sixteen.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// True if the processor and the system support them; call the others only then.
bool fresnel_has_wide_vectors(void);

// Adds `rows` weighted rows of a block, `step` floats apart, to `floats` sums; also reads and
// writes beyond, up to the next multiple of 32. Each weight is stored four times. A fresh sum
// starts at 0.
void fresnel_wide_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                               const float *weights, ptrdiff_t rows, ptrdiff_t floats);

// Makes `count` pixels of four floats, each the weighted sum of `taps` pixels of `channels` floats
// (3 or 4) from its start in the row. Taps are a multiple of eight; of each eight weights the
// even-numbered ones come first.
void fresnel_wide_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                ptrdiff_t taps, const float *weights, const int32_t *starts,
                                float *target);

// Writes `count` floats of light: clamped to ±largest, and 1 for NaN.
void fresnel_wide_clamp(const float *source, ptrdiff_t count, float largest, float *target);

// True if the processor converts between half floats and floats.
bool fresnel_has_half_vectors(void);

// Converts `count` pixels of four half floats to floats: only the colours, three floats per pixel,
// or all four, with colours divided by an alpha between 0 and 1. Light above alpha, which adds to
// the background, makes a pixel as opaque as it is bright, up to 1.
void fresnel_wide_halves(const uint16_t *pixels, ptrdiff_t count, bool has_alpha, float *target);

// Converts `count` half floats to floats, and `count` floats, none of which is NaN, to the nearest
// half floats, ties to even; larger values become the largest finite one. Both need half vectors.
void fresnel_wide_from_halves(const uint16_t *halves, ptrdiff_t count, float *target);
void fresnel_wide_to_halves(const float *floats, ptrdiff_t count, uint16_t *target);
