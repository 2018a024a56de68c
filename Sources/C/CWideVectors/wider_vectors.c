#include "wider.h"

#if defined(__x86_64__)

bool fresnel_has_wider_vectors(void) {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi");
}

// Adds to 16 * `vectors` sums. Each addition waits for the previous row's, so several independent
// ones are needed.
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

// The weighted sums of one pixel with alpha: four floats for each of four groups, still to be
// added.
WIDER static inline __attribute__((always_inline)) __m512 tap_sums_of_four(
    const float *source, ptrdiff_t taps, ptrdiff_t used, const float *weights) {
  // The weights of four pixels: of eight the even-numbered ones come first.
  const __m512i early = _mm512_setr_epi32(0, 0, 0, 0, 4, 4, 4, 4, 1, 1, 1, 1, 5, 5, 5, 5);
  const __m512i late = _mm512_setr_epi32(2, 2, 2, 2, 6, 6, 6, 6, 3, 3, 3, 3, 7, 7, 7, 7);
  __m512 sum = _mm512_setzero_ps();
  for (ptrdiff_t tap = 0; tap < taps; tap += 8, weights += 8, source += 32) {
    __m512 eight = _mm512_castps256_ps512(_mm256_loadu_ps(weights));
    sum = _mm512_add_ps(
        sum, _mm512_mul_ps(_mm512_loadu_ps(source), _mm512_permutexvar_ps(early, eight)));
    if (tap + 4 >= used) break;
    sum = _mm512_add_ps(
        sum, _mm512_mul_ps(_mm512_loadu_ps(source + 16), _mm512_permutexvar_ps(late, eight)));
  }
  return sum;
}

// Adds the first and third four floats, and the second and fourth, of two pixels.
WIDER static inline __m512 halves_of_four(__m512 a, __m512 b) {
  return _mm512_add_ps(_mm512_shuffle_f32x4(a, b, 0x44), _mm512_shuffle_f32x4(a, b, 0xEE));
}

// The weights of a pixel without alpha, in the first twelve floats: kept as in memory, they need
// only one shuffle when they are added.
WIDER static inline __attribute__((always_inline)) __m512 tap_sums_of_three(
    const float *source, ptrdiff_t fours, const float *weights) {
  const __m512i early = _mm512_setr_epi32(0, 0, 0, 4, 4, 4, 1, 1, 1, 5, 5, 5, 0, 0, 0, 0);
  const __m512i late = _mm512_setr_epi32(2, 2, 2, 6, 6, 6, 3, 3, 3, 7, 7, 7, 0, 0, 0, 0);
  __m512 sum = _mm512_setzero_ps();
  for (ptrdiff_t four = 0; four < fours; four++, source += 12) {
    __m512 eight = _mm512_castps256_ps512(_mm256_loadu_ps(weights + four / 2 * 8));
    __m512 each = _mm512_permutexvar_ps(four % 2 ? late : early, eight);
    sum = _mm512_add_ps(sum, _mm512_mul_ps(_mm512_loadu_ps(source), each));
  }
  return sum;
}

WIDER static inline __m512 halves_of_three(__m512 a, __m512 b) {
  const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 16, 17, 18, 19, 20, 21, 0, 0, 0, 0);
  const __m512i second = _mm512_setr_epi32(6, 7, 8, 9, 10, 11, 22, 23, 24, 25, 26, 27, 0, 0, 0, 0);
  return _mm512_add_ps(_mm512_permutex2var_ps(a, first, b), _mm512_permutex2var_ps(a, second, b));
}

// Four pixels are added up together, in the same order as for one.
WIDER static inline __attribute__((always_inline)) void filter_four(
    const float *row, ptrdiff_t count, ptrdiff_t taps, ptrdiff_t used, const float *weights,
    const int32_t *starts, float *target) {
  for (ptrdiff_t index = 0; index < count; index += 4) {
    ptrdiff_t some = count - index < 4 ? count - index : 4;
    __m512 sums[4];
    for (int i = 0; i < 4; i++) {
      ptrdiff_t place = index + (i < some ? i : 0);
      sums[i] = tap_sums_of_four(row + starts[place] * 4, taps, used, weights + place * taps);
    }
    __m512 a = halves_of_four(sums[0], sums[1]), b = halves_of_four(sums[2], sums[3]);
    __m512 pixels =
        _mm512_add_ps(_mm512_shuffle_f32x4(a, b, 0x88), _mm512_shuffle_f32x4(a, b, 0xDD));
    _mm512_mask_storeu_ps(target + 4 * index, (__mmask16)(0xFFFF >> (16 - 4 * some)), pixels);
  }
}

WIDER static inline __attribute__((always_inline)) void filter_three(
    const float *row, ptrdiff_t count, ptrdiff_t taps, const ptrdiff_t fours, const float *weights,
    const int32_t *starts, float *target) {
  const __m512i even =
      _mm512_setr_epi32(0, 1, 2, 2, 6, 7, 8, 8, 16, 17, 18, 18, 22, 23, 24, 24);
  const __m512i odd =
      _mm512_setr_epi32(3, 4, 5, 5, 9, 10, 11, 11, 19, 20, 21, 21, 25, 26, 27, 27);
  for (ptrdiff_t index = 0; index < count; index += 4) {
    ptrdiff_t some = count - index < 4 ? count - index : 4;
    __m512 sums[4];
    for (int i = 0; i < 4; i++) {
      ptrdiff_t place = index + (i < some ? i : 0);
      sums[i] = tap_sums_of_three(row + starts[place] * 3, fours, weights + place * taps);
    }
    __m512 a = halves_of_three(sums[0], sums[1]), b = halves_of_three(sums[2], sums[3]);
    __m512 pixels =
        _mm512_add_ps(_mm512_permutex2var_ps(a, even, b), _mm512_permutex2var_ps(a, odd, b));
    _mm512_mask_storeu_ps(target + 4 * index, (__mmask16)(0xFFFF >> (16 - 4 * some)), pixels);
  }
}

WIDER void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                       ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                       const int32_t *starts, float *target) {
  // Colours without alpha have specialised loops for the usual numbers of taps, with lengths known
  // to the compiler.
  ptrdiff_t fours = (used + 3) / 4;
  if (channels == 4)
    filter_four(row, count, taps, used, weights, starts, target);
  else if (fours == 2)
    filter_three(row, count, taps, 2, weights, starts, target);
  else if (fours == 3)
    filter_three(row, count, taps, 3, weights, starts, target);
  else if (fours == 4)
    filter_three(row, count, taps, 4, weights, starts, target);
  else
    filter_three(row, count, taps, fours, weights, starts, target);
}

#else

bool fresnel_has_wider_vectors(void) { return false; }
void fresnel_wider_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                                const float *weights, ptrdiff_t rows, ptrdiff_t floats) {}
void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                 ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                 const int32_t *starts, float *target) {}

#endif
