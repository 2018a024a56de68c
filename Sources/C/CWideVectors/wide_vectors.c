#include "wide_vectors.h"

#if defined(__x86_64__)
#include <cpuid.h>
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

WIDE void fresnel_wide_clamp(const float *source, ptrdiff_t count, float largest, float *target) {
  __m256 high = _mm256_set1_ps(largest), low = _mm256_set1_ps(-largest), one = _mm256_set1_ps(1);
  ptrdiff_t index = 0;
  for (; index + 8 <= count; index += 8) {
    __m256 value = _mm256_loadu_ps(source + index);
    __m256 is_none = _mm256_cmp_ps(value, value, _CMP_UNORD_Q);
    __m256 clamped = _mm256_min_ps(_mm256_max_ps(value, low), high);
    _mm256_storeu_ps(target + index, _mm256_blendv_ps(clamped, one, is_none));
  }
  for (; index < count; index++) {
    float value = source[index];
    target[index] = value != value     ? 1
                    : value < -largest ? -largest
                    : value > largest  ? largest
                                       : value;
  }
}

bool fresnel_has_half_vectors(void) {
  unsigned a, b, c, d;
  return fresnel_has_wide_vectors() && __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

#define HALF __attribute__((target("avx,f16c")))

HALF static inline __m128 half_pixel(const uint16_t *pixel) {
  return _mm_cvtph_ps(_mm_loadl_epi64((const __m128i *)pixel));
}

HALF void fresnel_wide_halves(const uint16_t *pixels, ptrdiff_t count, bool has_alpha,
                              float *target) {
  if (has_alpha) {
    for (ptrdiff_t index = 0; index < count; index++, pixels += 4, target += 4) {
      _mm_storeu_ps(target, half_pixel(pixels));
      float alpha = target[3], light = 0;
      for (int channel = 0; channel < 3; channel++)
        if (target[channel] > light) light = target[channel];
      if (light > alpha && alpha < 1) target[3] = alpha = light < 1 ? light : 1;
      if (!(alpha > 0 && alpha < 1)) continue;
      float scale = 1 / alpha;
      for (int channel = 0; channel < 3; channel++) target[channel] *= scale;
    }
    return;
  }
  // The fourth float belongs to the next pixel's output; the last pixel has none.
  for (ptrdiff_t index = 0; index + 1 < count; index++, pixels += 4, target += 3)
    _mm_storeu_ps(target, half_pixel(pixels));
  if (count < 1) return;
  float last[4];
  _mm_storeu_ps(last, half_pixel(pixels));
  for (int channel = 0; channel < 3; channel++) target[channel] = last[channel];
}

HALF void fresnel_wide_from_halves(const uint16_t *halves, ptrdiff_t count, float *target) {
  ptrdiff_t index = 0;
  for (; index + 8 <= count; index += 8)
    _mm256_storeu_ps(target + index,
                     _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(halves + index))));
  for (; index < count; index++)
    target[index] = _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(halves[index])));
}

HALF void fresnel_wide_to_halves(const float *floats, ptrdiff_t count, uint16_t *target) {
  // Beyond these the conversion would produce infinities.
  __m256 high = _mm256_set1_ps(65504), low = _mm256_set1_ps(-65504);
  ptrdiff_t index = 0;
  for (; index + 8 <= count; index += 8) {
    __m256 values = _mm256_min_ps(_mm256_max_ps(_mm256_loadu_ps(floats + index), low), high);
    _mm_storeu_si128((__m128i *)(target + index),
                     _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT));
  }
  for (; index < count; index++) {
    __m128 value = _mm_min_ss(_mm_max_ss(_mm_load_ss(floats + index), _mm256_castps256_ps128(low)),
                              _mm256_castps256_ps128(high));
    target[index] = (uint16_t)_mm_cvtsi128_si32(_mm_cvtps_ph(value, _MM_FROUND_TO_NEAREST_INT));
  }
}

#else

bool fresnel_has_wide_vectors(void) { return false; }
void fresnel_wide_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                               const float *weights, ptrdiff_t rows, ptrdiff_t floats) {}
void fresnel_wide_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                ptrdiff_t taps, const float *weights, const int32_t *starts,
                                float *target) {}
void fresnel_wide_clamp(const float *source, ptrdiff_t count, float largest, float *target) {}
bool fresnel_has_half_vectors(void) { return false; }
void fresnel_wide_halves(const uint16_t *pixels, ptrdiff_t count, bool has_alpha, float *target) {}
void fresnel_wide_from_halves(const uint16_t *halves, ptrdiff_t count, float *target) {}
void fresnel_wide_to_halves(const float *floats, ptrdiff_t count, uint16_t *target) {}

#endif
