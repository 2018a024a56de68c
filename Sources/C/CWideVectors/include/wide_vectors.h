// The innermost loops of what is done to floats in vectors of eight. Swift compiles a program for
// one processor only, and that has to be the oldest; C can compile one function for another.
//
// Each does the same additions and multiplications, in the same order, as its counterpart in Swift:
// no bit of a picture depends on the processor. wider_vectors.h has those for vectors of sixteen.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether this processor, and the system, have them; the others may be called only then.
bool fresnel_has_wide_vectors(void);

// Adds `rows` rows of a block, `step` floats apart and each times its weight, to `floats` sums: some
// beyond are read and written, up to the next multiple of 32. The weights stand four times each. A
// fresh sum begins at 0.
void fresnel_wide_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                               const float *weights, ptrdiff_t rows, ptrdiff_t floats);

// Makes `count` pixels of four floats, each from `taps` pixels of `channels` floats (3 or 4) from its
// start in the row on, times its weights. Taps are a multiple of eight; of the weights of each eight
// the even ones come first.
void fresnel_wide_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                ptrdiff_t taps, const float *weights, const int32_t *starts,
                                float *target);

// Writes `count` floats of light: from -largest to largest, and 1 for what is no number.
void fresnel_wide_clamp(const float *source, ptrdiff_t count, float largest, float *target);

// Whether this processor turns half floats into floats.
bool fresnel_has_half_vectors(void);

// Makes floats of `count` pixels of four half floats: of their colours, three floats a pixel, or of
// all four, the colours divided by an alpha that is between 0 and 1. Light beyond its alpha, which
// adds to what is behind it, covers as much of it as it is bright, up to all.
void fresnel_wide_halves(const uint16_t *pixels, ptrdiff_t count, bool has_alpha, float *target);

// Makes floats of `count` half floats, and half floats of `count` floats, none of which is NaN: the
// nearest ones, of two the even one, and the largest finite one for what is larger. Both need half
// vectors.
void fresnel_wide_from_halves(const uint16_t *halves, ptrdiff_t count, float *target);
void fresnel_wide_to_halves(const float *floats, ptrdiff_t count, uint16_t *target);
