#include "wider.h"

#if defined(__x86_64__)

bool fresnel_has_wider_vectors(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi");
}

// Adds to 16 * `vectors` sums. Each addition waits for the one of the row before, so that there are
// to be several that do not.
WIDER static inline __attribute__((always_inline)) void add_rows(
    float *sums, bool is_fresh, const float *block, ptrdiff_t step, const float *weights,
    ptrdiff_t rows, const int vectors) {
  __m512 sum[8];
  for (int i = 0; i < vectors; i++)
    sum[i] = is_fresh ? _mm512_setzero_ps() : _mm512_loadu_ps(sums + 16 * i);
  for (ptrdiff_t row = 0; row < rows; row++, block += step, weights += 4) {
    __m512 weight = _mm512_set1_ps(*weights);
    for (int i = 0; i < vectors; i++)
      sum[i] = _mm512_add_ps(sum[i], _mm512_mul_ps(_mm512_loadu_ps(block + 16 * i), weight));
  }
  for (int i = 0; i < vectors; i++) _mm512_storeu_ps(sums + 16 * i, sum[i]);
}

WIDER void fresnel_wider_multiply_add(float *sums, bool is_fresh, const float *block,
                                      ptrdiff_t step, const float *weights, ptrdiff_t rows,
                                      ptrdiff_t floats) {
  ptrdiff_t first = 0;
  for (; first + 128 <= floats; first += 128)
    add_rows(sums + first, is_fresh, block + first, step, weights, rows, 8);
  for (; first < floats; first += 32)
    add_rows(sums + first, is_fresh, block + first, step, weights, rows, 2);
}

// What the taps of one pixel give: four floats of each of four of them, which are still to be added.
WIDER static inline __attribute__((always_inline)) __m512 tap_sums(
    const float *source, ptrdiff_t channels, ptrdiff_t taps, ptrdiff_t used, const float *weights) {
  // Four pixels, and the weights of each: of eight the even ones come first.
  const __m512i threes =
      _mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
  const __m512i early = _mm512_setr_epi32(0, 0, 0, 0, 4, 4, 4, 4, 1, 1, 1, 1, 5, 5, 5, 5);
  const __m512i late = _mm512_setr_epi32(2, 2, 2, 2, 6, 6, 6, 6, 3, 3, 3, 3, 7, 7, 7, 7);
  // No more is read than the last pixel's fourth float.
  const __mmask16 read = 0x1FFF;
  __m512 sum = _mm512_setzero_ps();
  for (ptrdiff_t tap = 0; tap < taps; tap += 8, weights += 8) {
    __m512 eight = _mm512_castps256_ps512(_mm256_loadu_ps(weights));
    __m512 pixels = channels == 4
                        ? _mm512_loadu_ps(source)
                        : _mm512_permutexvar_ps(threes, _mm512_maskz_loadu_ps(read, source));
    sum = _mm512_add_ps(sum, _mm512_mul_ps(pixels, _mm512_permutexvar_ps(early, eight)));
    source += 4 * channels;
    if (tap + 4 >= used) break;
    pixels = channels == 4 ? _mm512_loadu_ps(source)
                           : _mm512_permutexvar_ps(threes, _mm512_maskz_loadu_ps(read, source));
    sum = _mm512_add_ps(sum, _mm512_mul_ps(pixels, _mm512_permutexvar_ps(late, eight)));
    source += 4 * channels;
  }
  return sum;
}

// The first and the third float of each four, and the second and the fourth: of two pixels together.
WIDER static inline __m512 halves(__m512 a, __m512 b) {
  return _mm512_add_ps(_mm512_shuffle_f32x4(a, b, 0x44), _mm512_shuffle_f32x4(a, b, 0xEE));
}

WIDER static inline __attribute__((always_inline)) void filter_colors(
    const float *row, ptrdiff_t count, const ptrdiff_t channels, const ptrdiff_t taps,
    ptrdiff_t used, const float *weights, const int32_t *starts, float *target) {
  for (ptrdiff_t index = 0; index < count; index += 4) {
    ptrdiff_t some = count - index < 4 ? count - index : 4;
    __m512 sums[4];
    for (int i = 0; i < 4; i++) {
      ptrdiff_t place = index + (i < some ? i : 0);
      sums[i] = tap_sums(row + starts[place] * channels, channels, taps, used,
                         weights + place * taps);
    }
    // Additions of four pixels at once, in the order that one would have.
    __m512 a = halves(sums[0], sums[1]), b = halves(sums[2], sums[3]);
    __m512 pixels =
        _mm512_add_ps(_mm512_shuffle_f32x4(a, b, 0x88), _mm512_shuffle_f32x4(a, b, 0xDD));
    _mm512_mask_storeu_ps(target + 4 * index, (__mmask16)(0xFFFF >> (16 - 4 * some)), pixels);
  }
}

WIDER void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                       ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                       const int32_t *starts, float *target) {
  // Colours without alpha, and reductions to more than a half, are loops of their own: the compiler
  // knows their lengths.
  if (channels == 3 && taps == 8)
    filter_colors(row, count, 3, 8, used, weights, starts, target);
  else if (channels == 3)
    filter_colors(row, count, 3, taps, used, weights, starts, target);
  else
    filter_colors(row, count, 4, taps, used, weights, starts, target);
}

#else

bool fresnel_has_wider_vectors(void) { return false; }
void fresnel_wider_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                                const float *weights, ptrdiff_t rows, ptrdiff_t floats) {}
void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                 ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                 const int32_t *starts, float *target) {}

#endif
