// What the loops in vectors of sixteen floats share.
#pragma once
#include "wider_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define WIDER __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi")))

// A table of 256 bytes, as two that one instruction looks up in.
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

// What stands in a table at sixty-four places.
WIDER static inline __m512i looked_up(const byte_table *table, __m512i places) {
  __m512i low = _mm512_permutex2var_epi8(table->low[0], places, table->low[1]);
  __m512i high = _mm512_permutex2var_epi8(table->high[0], places, table->high[1]);
  return _mm512_mask_blend_epi8(_mm512_movepi8_mask(places), low, high);
}

// The bytes of sixty-four numbers of four bytes, put together: of each lane of sixteen bytes the
// first four become the lane of the first of four vectors.
WIDER static inline void put_together(const __m512i bytes[4], __m512i numbers[4]) {
  __m512i a[2] = {_mm512_unpacklo_epi8(bytes[0], bytes[1]), _mm512_unpackhi_epi8(bytes[0], bytes[1])};
  __m512i b[2] = {_mm512_unpacklo_epi8(bytes[2], bytes[3]), _mm512_unpackhi_epi8(bytes[2], bytes[3])};
  for (int i = 0; i < 4; i++)
    numbers[i] = i % 2 ? _mm512_unpackhi_epi16(a[i / 2], b[i / 2])
                       : _mm512_unpacklo_epi16(a[i / 2], b[i / 2]);
}

// Light between 0 and 1; 0 for what is no number.
WIDER static inline __m512 between(__m512 light) {
  return _mm512_min_ps(_mm512_max_ps(light, _mm512_setzero_ps()), _mm512_set1_ps(1));
}

// A matrix of three columns of four floats; not for use where there is none.
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

// Light of four pixels in another space's colours, between 0 and 1.
WIDER static inline __m512 converted(__m512 value, columns columns) {
  __m512 sum = _mm512_add_ps(_mm512_mul_ps(columns.red, _mm512_permute_ps(value, 0x00)),
                             _mm512_mul_ps(columns.green, _mm512_permute_ps(value, 0x55)));
  return between(
      _mm512_add_ps(sum, _mm512_mul_ps(columns.blue, _mm512_permute_ps(value, 0xAA))));
}

// As in EncodeTable: half of an exponent and its mantissa, a square root made of straight lines.
WIDER static inline __m512 root(__m512 light) {
  __m512i half = _mm512_srli_epi32(_mm512_castps_si512(light), 1);
  return _mm512_castsi512_ps(_mm512_add_epi32(half, _mm512_set1_epi32(0x1FC00000)));
}

// As many of the lowest bits of a mask as there are things left.
static inline uint64_t mask_of(ptrdiff_t left) {
  return left >= 64 ? ~0ull : left > 0 ? (1ull << left) - 1 : 0;
}
#endif
