// The loops of wide_vectors.h that process most pixels, in vectors of sixteen floats, and some more
// that only pay off in these. Each result is identical bit for bit to its counterpart in Swift.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// True if the processor and the system support them; call the others only then.
bool fresnel_has_wider_vectors(void);

// Like fresnel_wide_multiply_add and fresnel_wide_filter_colors. The weights of taps from `used` on
// are all zero.
void fresnel_wider_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                                const float *weights, ptrdiff_t rows, ptrdiff_t floats);
void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                 ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                 const int32_t *starts, float *target);

// Writes the light of `count` 8-bit samples, each from the same table of 256. With `skips_fourth`
// these are the first three of every four bytes, in whole pixels.
void fresnel_wider_look_up(const uint8_t *samples, ptrdiff_t count, bool skips_fourth,
                           const float *table, float *target);

// Writes `count` pixels of four floats as the bits of light from 0 to 1, and their bins of an
// encoding table. `matrix` has three columns of four floats, or is NULL.
void fresnel_wider_spread(const float *light, ptrdiff_t count, const float *matrix, uint32_t *bits,
                          uint32_t *bins);

// Adds the values of samples to the sums of `boxes` boxes of at most 256 columns and 256 rows:
// three sums each, of the first three bytes of pixels of `pixel` bytes, three or four. The values,
// the same for all three channels, have 24 bits: `tables` has 256 entries of the lowest eight bits,
// of the next and of the highest.
void fresnel_wider_add_boxes(const uint8_t *base, ptrdiff_t stride, ptrdiff_t rows,
                             ptrdiff_t boxes, ptrdiff_t box, ptrdiff_t pixel,
                             const uint8_t *tables, uint32_t *sums);

// Writes `count` pixels of four floats as bytes of red, green, blue and 255, by CodePieces' seven
// tables of 256 bytes, the same for all three channels. `matrix` is as above.
void fresnel_wider_encode(const float *light, ptrdiff_t count, const float *matrix,
                          const uint8_t *tables, uint32_t *target);
