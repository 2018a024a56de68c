#include "wide_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDE __attribute__((target("avx")))

bool fresnel_has_wide_vectors(void) { return __builtin_cpu_supports("avx"); }

WIDE void fresnel_wide_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                                    const float *weights, ptrdiff_t rows, ptrdiff_t floats) {
  for (ptrdiff_t first = 0; first < floats; first += 32) {
    float *target = sums + first;
    const float *source = block + first, *weight = weights;
    __m256 a = _mm256_setzero_ps(), b = a, c = a, d = a;
    if (!is_fresh) {
      a = _mm256_loadu_ps(target);
      b = _mm256_loadu_ps(target + 8);
      c = _mm256_loadu_ps(target + 16);
      d = _mm256_loadu_ps(target + 24);
    }
    for (ptrdiff_t row = 0; row < rows; row++, source += step, weight += 4) {
      __m256 w = _mm256_broadcast_ss(weight);
      a = _mm256_add_ps(a, _mm256_mul_ps(_mm256_loadu_ps(source), w));
      b = _mm256_add_ps(b, _mm256_mul_ps(_mm256_loadu_ps(source + 8), w));
      c = _mm256_add_ps(c, _mm256_mul_ps(_mm256_loadu_ps(source + 16), w));
      d = _mm256_add_ps(d, _mm256_mul_ps(_mm256_loadu_ps(source + 24), w));
    }
    _mm256_storeu_ps(target, a);
    _mm256_storeu_ps(target + 8, b);
    _mm256_storeu_ps(target + 16, c);
    _mm256_storeu_ps(target + 24, d);
  }
}

// A pixel and the next one.
WIDE static inline __m256 two(const float *pixel, ptrdiff_t channels) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(pixel)),
                              _mm_loadu_ps(pixel + channels), 1);
}

WIDE void fresnel_wide_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                     ptrdiff_t taps, const float *weights, const int32_t *starts,
                                     float *target) {
  for (ptrdiff_t index = 0; index < count; index++) {
    const float *source = row + (ptrdiff_t)starts[index] * channels;
    __m256 ab = _mm256_setzero_ps(), cd = ab;
    for (ptrdiff_t tap = 0; tap < taps; tap += 8, weights += 8) {
      __m256 w = _mm256_loadu_ps(weights);
      ab = _mm256_add_ps(ab, _mm256_mul_ps(two(source, channels), _mm256_permute_ps(w, 0x00)));
      source += 2 * channels;
      cd = _mm256_add_ps(cd, _mm256_mul_ps(two(source, channels), _mm256_permute_ps(w, 0x55)));
      source += 2 * channels;
      ab = _mm256_add_ps(ab, _mm256_mul_ps(two(source, channels), _mm256_permute_ps(w, 0xAA)));
      source += 2 * channels;
      cd = _mm256_add_ps(cd, _mm256_mul_ps(two(source, channels), _mm256_permute_ps(w, 0xFF)));
      source += 2 * channels;
    }
    __m256 sum = _mm256_add_ps(ab, cd);
    _mm_storeu_ps(target + 4 * index,
                  _mm_add_ps(_mm256_castps256_ps128(sum), _mm256_extractf128_ps(sum, 1)));
  }
}

#else

bool fresnel_has_wide_vectors(void) { return false; }
void fresnel_wide_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                               const float *weights, ptrdiff_t rows, ptrdiff_t floats) {}
void fresnel_wide_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                ptrdiff_t taps, const float *weights, const int32_t *starts,
                                float *target) {}

#endif
