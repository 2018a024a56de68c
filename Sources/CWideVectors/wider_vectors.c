#include "wider_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDER __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))

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

WIDER void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                       ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                       const int32_t *starts, float *target) {
  // Four pixels, and the weights of each: of eight the even ones come first.
  const __m512i threes =
      _mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
  const __m512i early = _mm512_setr_epi32(0, 0, 0, 0, 4, 4, 4, 4, 1, 1, 1, 1, 5, 5, 5, 5);
  const __m512i late = _mm512_setr_epi32(2, 2, 2, 2, 6, 6, 6, 6, 3, 3, 3, 3, 7, 7, 7, 7);
  const bool has_alpha = channels == 4;
  // No more is read than the last pixel's fourth float.
  const __mmask16 read = has_alpha ? 0xFFFF : 0x1FFF;
  const __m512i order =
      has_alpha ? _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) : threes;
  for (ptrdiff_t index = 0; index < count; index++) {
    const float *source = row + (ptrdiff_t)starts[index] * channels;
    __m512 sum = _mm512_setzero_ps();
    for (ptrdiff_t tap = 0; tap < taps; tap += 8, weights += 8) {
      __m512 eight = _mm512_castps256_ps512(_mm256_loadu_ps(weights));
      __m512 pixels = _mm512_permutexvar_ps(order, _mm512_maskz_loadu_ps(read, source));
      sum = _mm512_add_ps(sum, _mm512_mul_ps(pixels, _mm512_permutexvar_ps(early, eight)));
      source += 4 * channels;
      if (tap + 4 >= used) continue;
      pixels = _mm512_permutexvar_ps(order, _mm512_maskz_loadu_ps(read, source));
      sum = _mm512_add_ps(sum, _mm512_mul_ps(pixels, _mm512_permutexvar_ps(late, eight)));
      source += 4 * channels;
    }
    __m256 both = _mm256_add_ps(_mm512_castps512_ps256(sum), _mm512_extractf32x8_ps(sum, 1));
    _mm_storeu_ps(target + 4 * index,
                  _mm_add_ps(_mm256_castps256_ps128(both), _mm256_extractf128_ps(both, 1)));
  }
}

// The bytes of a table of 256 floats: of each of the four its own 256, as two tables that one
// instruction looks up in.
typedef struct {
  __m512i low[4][2];
  __m512i high[4][2];
} byte_tables;

// Sixty-four floats' bytes, those of one significance together.
WIDER static inline void split(const float *floats, __m512i bytes[4]) {
  const __m512i together = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  const __m512i ordered =
      _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  __m512i part[4];
  for (int i = 0; i < 4; i++)
    part[i] = _mm512_permutexvar_epi32(
        ordered, _mm512_shuffle_epi8(_mm512_loadu_si512(floats + 16 * i), together));
  __m512i a = _mm512_shuffle_i32x4(part[0], part[1], 0x44);
  __m512i b = _mm512_shuffle_i32x4(part[2], part[3], 0x44);
  __m512i c = _mm512_shuffle_i32x4(part[0], part[1], 0xEE);
  __m512i d = _mm512_shuffle_i32x4(part[2], part[3], 0xEE);
  bytes[0] = _mm512_shuffle_i32x4(a, b, 0x88);
  bytes[1] = _mm512_shuffle_i32x4(a, b, 0xDD);
  bytes[2] = _mm512_shuffle_i32x4(c, d, 0x88);
  bytes[3] = _mm512_shuffle_i32x4(c, d, 0xDD);
}

WIDER static inline __m512i looked_up(const byte_tables *tables, int byte, __m512i samples,
                                      __mmask64 is_high) {
  __m512i low =
      _mm512_permutex2var_epi8(tables->low[byte][0], samples, tables->low[byte][1]);
  __m512i high =
      _mm512_permutex2var_epi8(tables->high[byte][0], samples, tables->high[byte][1]);
  return _mm512_mask_blend_epi8(is_high, low, high);
}

WIDER void fresnel_wider_look_up(const uint8_t *samples, ptrdiff_t count, bool skips_fourth,
                                 const float *table, float *target) {
  byte_tables tables;
  for (int quarter = 0; quarter < 4; quarter++) {
    __m512i bytes[4];
    split(table + 64 * quarter, bytes);
    for (int byte = 0; byte < 4; byte++) {
      if (quarter < 2) tables.low[byte][quarter] = bytes[byte];
      else tables.high[byte][quarter - 2] = bytes[byte];
    }
  }
  // What becomes sixteen floats in one vector lies in four places, four bytes in each, so that
  // putting the four bytes of each float together leaves them in order.
  uint8_t places[64];
  for (int lane = 0; lane < 4; lane++)
    for (int vector = 0; vector < 4; vector++)
      for (int i = 0; i < 4; i++) {
        int sample = 16 * vector + 4 * lane + i;
        if (skips_fourth) sample = sample < 48 ? sample / 3 * 4 + sample % 3 : 63;
        places[16 * lane + 4 * vector + i] = (uint8_t)sample;
      }
  const __m512i order = _mm512_loadu_si512(places);
  const ptrdiff_t most = skips_fourth ? 48 : 64;
  for (ptrdiff_t done = 0; done < count; done += most, target += most) {
    ptrdiff_t some = count - done < most ? count - done : most;
    // The fourth byte of the last pixel is not read.
    ptrdiff_t read = skips_fourth ? some / 3 * 4 - 1 : some;
    __mmask64 mask = read >= 64 ? ~0ull : (1ull << read) - 1;
    __m512i here = _mm512_permutexvar_epi8(order, _mm512_maskz_loadu_epi8(mask, samples));
    samples += 64;
    __mmask64 is_high = _mm512_movepi8_mask(here);
    __m512i a = looked_up(&tables, 0, here, is_high), b = looked_up(&tables, 1, here, is_high);
    __m512i c = looked_up(&tables, 2, here, is_high), d = looked_up(&tables, 3, here, is_high);
    __m512i ab[2] = {_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)};
    __m512i cd[2] = {_mm512_unpacklo_epi8(c, d), _mm512_unpackhi_epi8(c, d)};
    for (int i = 0; i < 4; i++) {
      __m512i floats = i % 2 ? _mm512_unpackhi_epi16(ab[i / 2], cd[i / 2])
                             : _mm512_unpacklo_epi16(ab[i / 2], cd[i / 2]);
      ptrdiff_t left = some - 16 * i;
      if (left >= 16) _mm512_storeu_si512(target + 16 * i, floats);
      else if (left > 0)
        _mm512_mask_storeu_epi32(target + 16 * i, (__mmask16)((1u << left) - 1), floats);
    }
  }
}

// Light between 0 and 1; 0 for what is no number.
WIDER static inline __m512 between(__m512 light) {
  return _mm512_min_ps(_mm512_max_ps(light, _mm512_setzero_ps()), _mm512_set1_ps(1));
}

WIDER void fresnel_wider_spread(const float *light, ptrdiff_t count, const float *matrix,
                                uint32_t *bits, uint32_t *bins) {
  __m512 red = _mm512_setzero_ps(), green = red, blue = red;
  if (matrix) {
    red = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix));
    green = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + 4));
    blue = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + 8));
  }
  for (ptrdiff_t first = 0; first < 4 * count; first += 16) {
    ptrdiff_t left = 4 * count - first;
    __mmask16 mask = left >= 16 ? 0xFFFF : (__mmask16)((1u << left) - 1);
    __m512 value = between(_mm512_maskz_loadu_ps(mask, light + first));
    if (matrix) {
      __m512 sum = _mm512_add_ps(_mm512_mul_ps(red, _mm512_permute_ps(value, 0x00)),
                                 _mm512_mul_ps(green, _mm512_permute_ps(value, 0x55)));
      value = between(_mm512_add_ps(sum, _mm512_mul_ps(blue, _mm512_permute_ps(value, 0xAA))));
    }
    // As in EncodeTable: half of an exponent and its mantissa, times 4096, and 2^23 to round.
    __m512i half = _mm512_srli_epi32(_mm512_castps_si512(value), 1);
    __m512 root = _mm512_castsi512_ps(_mm512_add_epi32(half, _mm512_set1_epi32(0x1FC00000)));
    __m512 bin = _mm512_add_ps(_mm512_mul_ps(root, _mm512_set1_ps(4096)),
                               _mm512_set1_ps(8388608));
    _mm512_mask_storeu_epi32(bits + first, mask, _mm512_castps_si512(value));
    _mm512_mask_storeu_epi32(
        bins + first, mask, _mm512_and_epi32(_mm512_castps_si512(bin), _mm512_set1_epi32(0x1FFF)));
  }
}

#else

bool fresnel_has_wider_vectors(void) { return false; }
void fresnel_wider_multiply_add(float *sums, bool is_fresh, const float *block, ptrdiff_t step,
                                const float *weights, ptrdiff_t rows, ptrdiff_t floats) {}
void fresnel_wider_filter_colors(const float *row, ptrdiff_t count, ptrdiff_t channels,
                                 ptrdiff_t taps, ptrdiff_t used, const float *weights,
                                 const int32_t *starts, float *target) {}
void fresnel_wider_look_up(const uint8_t *samples, ptrdiff_t count, bool skips_fourth,
                           const float *table, float *target) {}
void fresnel_wider_spread(const float *light, ptrdiff_t count, const float *matrix, uint32_t *bits,
                          uint32_t *bins) {}

#endif
