// Helpers of the loops in vectors of sixteen floats.
#pragma once
#include "wider_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDER __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))

// A table of 256 bytes, as two for one lookup instruction each.
typedef struct {
  __m512i low[2];
  __m512i high[2];
} byte_table;

WIDER static inline byte_table byte_table_at(const uint8_t *bytes) {
  byte_table table;
  for (int i = 0; i < 2; i++) {
    table.low[i] = _mm512_loadu_si512(bytes + 64 * i);
    table.high[i] = _mm512_loadu_si512(bytes + 128 + 64 * i);
  }
  return table;
}

// Table lookup for 64 indices.
WIDER static inline __m512i looked_up(const byte_table *table, __m512i places) {
  __m512i low = _mm512_permutex2var_epi8(table->low[0], places, table->low[1]);
  __m512i high = _mm512_permutex2var_epi8(table->high[0], places, table->high[1]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(places), low, high);
}

// Combines the bytes of 64 four-byte numbers: the first four bytes of each 16-byte lane become that
// lane of the first of four vectors.
WIDER static inline void put_together(const __m512i bytes[4], __m512i numbers[4]) {
  __m512i a[2] = {_mm512_unpacklo_epi8(bytes[0], bytes[1]), _mm512_unpackhi_epi8(bytes[0], bytes[1])};
  __m512i b[2] = {_mm512_unpacklo_epi8(bytes[2], bytes[3]), _mm512_unpackhi_epi8(bytes[2], bytes[3])};
  for (int i = 0; i < 4; i++)
    numbers[i] = i % 2 ? _mm512_unpackhi_epi16(a[i / 2], b[i / 2])
                       : _mm512_unpacklo_epi16(a[i / 2], b[i / 2]);
}

// Clamps light to 0…1; NaN becomes 0.
WIDER static inline __m512 between(__m512 light) {
  return _mm512_min_ps(_mm512_max_ps(light, _mm512_setzero_ps()), _mm512_set1_ps(1));
}

// A matrix of three columns of four floats; don't use it without a matrix.
typedef struct {
  __m512 red, green, blue;
} columns;

WIDER static inline columns columns_of(const float *matrix) {
  columns columns = {_mm512_setzero_ps(), _mm512_setzero_ps(), _mm512_setzero_ps()};
  if (matrix) {
    columns.red = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix));
    columns.green = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + 4));
    columns.blue = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + 8));
  }
  return columns;
}

// Four pixels' light in another colour space, clamped to 0…1.
WIDER static inline __m512 converted(__m512 value, columns columns) {
  __m512 sum = _mm512_add_ps(_mm512_mul_ps(columns.red, _mm512_permute_ps(value, 0x00)),
                             _mm512_mul_ps(columns.green, _mm512_permute_ps(value, 0x55)));
  return between(
      _mm512_add_ps(sum, _mm512_mul_ps(columns.blue, _mm512_permute_ps(value, 0xAA))));
}

// As in EncodeTable: halving the bits halves exponent and mantissa, a piecewise linear square root.
WIDER static inline __m512 root(__m512 light) {
  __m512i half = _mm512_srli_epi32(_mm512_castps_si512(light), 1);
  return _mm512_castsi512_ps(_mm512_add_epi32(half, _mm512_set1_epi32(0x1FC00000)));
}

// A mask of the lowest `left` bits.
static inline uint64_t mask_of(ptrdiff_t left) {
  return left >= 64 ? ~0ull : left > 0 ? (1ull << left) - 1 : 0;
}
#endif
