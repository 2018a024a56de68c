#include "wider.h"

#if defined(__x86_64__)

enum { most_pixels = 256 };

// Sums some rows' values column by column: four integers per pixel, the last unused.
WIDER static inline __attribute__((always_inline)) void sum_columns(
    const uint8_t *base, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t pixels, const ptrdiff_t pixel,
    const byte_table tables[3], uint32_t *sums) {
  // Pixel 4 * i + j becomes the i-th of lane j, so that sums are in order.
  uint8_t places[64];
  for (int lane = 0; lane < 4; lane++)
    for (int i = 0; i < 4; i++)
      for (int channel = 0; channel < 4; channel++)
        places[16 * lane + 4 * i + channel] =
            (uint8_t)(channel < 3 ? (4 * i + lane) * pixel + channel : 0);
  const __m512i order = _mm512_loadu_si512(places), zero = _mm512_setzero_si512();
  for (ptrdiff_t first = 0; first < pixels; first += 16) {
    // The fourth byte of the last pixel is not read.
    ptrdiff_t some = pixels - first < 16 ? pixels - first : 16;
    __mmask64 mask = mask_of(some * pixel - (pixel - 3));
    // The sums of each byte over 256 rows fit into sixteen bits.
    __m512i low[3] = {zero, zero, zero}, high[3] = {zero, zero, zero};
    const uint8_t *row = base + first * pixel;
    for (ptrdiff_t i = 0; i < rows; i++, row += stride) {
      // Rows come from another core's cache, in too many streams for the hardware prefetcher.
      _mm_prefetch(row + 384, _MM_HINT_T0);
      __m512i samples = _mm512_permutexvar_epi8(order, _mm512_maskz_loadu_epi8(mask, row));
      for (int byte = 0; byte < 3; byte++) {
        __m512i values = looked_up(&tables[byte], samples);
        low[byte] = _mm512_add_epi16(low[byte], _mm512_unpacklo_epi8(values, zero));
        high[byte] = _mm512_add_epi16(high[byte], _mm512_unpackhi_epi8(values, zero));
      }
    }
    for (int i = 0; i < 4; i++) {
      __m512i sum = zero;
      for (int byte = 2; byte >= 0; byte--) {
        __m512i half = i < 2 ? low[byte] : high[byte];
        half = i % 2 ? _mm512_unpackhi_epi16(half, zero) : _mm512_unpacklo_epi16(half, zero);
        sum = _mm512_add_epi32(_mm512_slli_epi32(sum, 8), half);
      }
      _mm512_store_si512(sums + 4 * first + 16 * i, sum);
    }
  }
}

WIDER static inline __attribute__((always_inline)) void add_boxes(
    const uint8_t *base, ptrdiff_t stride, ptrdiff_t rows, ptrdiff_t boxes, const ptrdiff_t box,
    const ptrdiff_t pixel, const byte_table tables[3], uint32_t *sums) {
  uint32_t columns[4 * most_pixels + 64] __attribute__((aligned(64)));
  const __m512i threes = _mm512_setr_epi32(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
  const ptrdiff_t run = most_pixels / box;
  for (ptrdiff_t first = 0; first < boxes; first += run) {
    ptrdiff_t some = boxes - first < run ? boxes - first : run;
    sum_columns(base, stride, rows, some * box, pixel, tables, columns);
    base += some * box * pixel;
    // Four boxes at a time are added to twelve sums.
    for (ptrdiff_t i = 0; i < some; i += 4) {
      uint32_t *twelve = sums + 3 * (first + i);
      ptrdiff_t four = some - i < 4 ? some - i : 4;
      __m128i parts[4];
      for (int k = 0; k < 4; k++) {
        const uint32_t *column = columns + 4 * box * (i + (k < four ? k : 0));
        parts[k] = _mm_load_si128((const __m128i *)column);
        for (ptrdiff_t j = 1; j < box; j++)
          parts[k] = _mm_add_epi32(parts[k], _mm_load_si128((const __m128i *)(column + 4 * j)));
      }
      __m256i low = _mm256_set_m128i(parts[1], parts[0]), high = _mm256_set_m128i(parts[3], parts[2]);
      __m512i sum = _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
      __mmask16 mask = (__mmask16)mask_of(3 * four);
      sum = _mm512_add_epi32(_mm512_permutexvar_epi32(threes, sum),
                             _mm512_maskz_loadu_epi32(mask, twelve));
      _mm512_mask_storeu_epi32(twelve, mask, sum);
    }
  }
}

WIDER void fresnel_wider_add_boxes(const uint8_t *base, ptrdiff_t stride, ptrdiff_t rows,
                                   ptrdiff_t boxes, ptrdiff_t box, ptrdiff_t pixel,
                                   const uint8_t *tables, uint32_t *sums) {
  byte_table planes[3];
  for (int i = 0; i < 3; i++) planes[i] = byte_table_at(tables + 256 * i);
  // Specialised loops for the common cases, with lengths known to the compiler.
  if (box == 2 && pixel == 4)
    add_boxes(base, stride, rows, boxes, 2, 4, planes, sums);
  else if (box == 2)
    add_boxes(base, stride, rows, boxes, 2, 3, planes, sums);
  else
    add_boxes(base, stride, rows, boxes, box, pixel, planes, sums);
}

#else

void fresnel_wider_add_boxes(const uint8_t *base, ptrdiff_t stride, ptrdiff_t rows,
                             ptrdiff_t boxes, ptrdiff_t box, ptrdiff_t pixel,
                             const uint8_t *tables, uint32_t *sums) {}

#endif
