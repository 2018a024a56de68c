#include "wider.h"

#if defined(__x86_64__)

// Groups the bytes of 64 floats by significance.
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

WIDER void fresnel_wider_look_up(const uint8_t *samples, ptrdiff_t count, bool skips_fourth,
                                 const float *table, float *target) {
  byte_table tables[4];
  for (int quarter = 0; quarter < 4; quarter++) {
    __m512i bytes[4];
    split(table + 64 * quarter, bytes);
    for (int byte = 0; byte < 4; byte++) {
      if (quarter < 2) tables[byte].low[quarter] = bytes[byte];
      else tables[byte].high[quarter - 2] = bytes[byte];
    }
  }
  // The bytes of sixteen floats of a vector come from four places, four bytes each, so that
  // combining the bytes of each float leaves them in order.
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
    __m512i here =
        _mm512_permutexvar_epi8(order, _mm512_maskz_loadu_epi8(mask_of(read), samples));
    samples += 64;
    __m512i bytes[4], floats[4];
    for (int byte = 0; byte < 4; byte++) bytes[byte] = looked_up(&tables[byte], here);
    put_together(bytes, floats);
    for (int i = 0; i < 4; i++)
      _mm512_mask_storeu_epi32(target + 16 * i, (__mmask16)mask_of(some - 16 * i), floats[i]);
  }
}

WIDER void fresnel_wider_spread(const float *light, ptrdiff_t count, const float *matrix,
                                uint32_t *bits, uint32_t *bins) {
  const columns columns = columns_of(matrix);
  for (ptrdiff_t first = 0; first < 4 * count; first += 16) {
    __mmask16 mask = (__mmask16)mask_of(4 * count - first);
    __m512 value = between(_mm512_maskz_loadu_ps(mask, light + first));
    if (matrix) value = converted(value, columns);
    // As in EncodeTable: times 4096, and 2^23 to round.
    __m512 bin = _mm512_add_ps(_mm512_mul_ps(root(value), _mm512_set1_ps(4096)),
                               _mm512_set1_ps(8388608));
    _mm512_mask_storeu_epi32(bits + first, mask, _mm512_castps_si512(value));
    _mm512_mask_storeu_epi32(
        bins + first, mask, _mm512_and_epi32(_mm512_castps_si512(bin), _mm512_set1_epi32(0x1FFF)));
  }
}

// The codes of four vectors of light, in packing order: the first four bytes of each lane are the
// first vector's.
WIDER static inline __m512i codes_of(const __m512 values[4], const byte_table tables[7]) {
  __m512i places[4];
  for (int i = 0; i < 4; i++) {
    __m512i place = _mm512_cvttps_epi32(_mm512_mul_ps(root(values[i]), _mm512_set1_ps(65536)));
    places[i] = _mm512_min_epi32(place, _mm512_set1_epi32(65535));
  }
  // The upper byte is the piece of the curve, the lower one the position on it.
  __m512i both[2] = {_mm512_packus_epi32(places[0], places[1]),
                     _mm512_packus_epi32(places[2], places[3])};
  __m512i pieces =
      _mm512_packus_epi16(_mm512_srli_epi16(both[0], 8), _mm512_srli_epi16(both[1], 8));
  __m512i low = looked_up(&tables[0], pieces), high = looked_up(&tables[1], pieces);
  __m512i slope = looked_up(&tables[2], pieces);
  __m512i near[2];
  for (int i = 0; i < 2; i++) {
    __m512i start = i ? _mm512_unpackhi_epi8(low, high) : _mm512_unpacklo_epi8(low, high);
    __m512i rise = i ? _mm512_unpackhi_epi8(slope, _mm512_setzero_si512())
                     : _mm512_unpacklo_epi8(slope, _mm512_setzero_si512());
    __m512i place = _mm512_and_si512(both[i], _mm512_set1_epi16(0xFF));
    rise = _mm512_srli_epi16(_mm512_mullo_epi16(rise, place), 7);
    near[i] = _mm512_srli_epi16(_mm512_add_epi16(start, rise), 8);
  }
  __m512i codes = _mm512_packus_epi16(near[0], near[1]);
  // This is the code or one less. The bits of positive floats sort like the numbers.
  __m512i bytes[4], next[4], is_more[4];
  for (int i = 0; i < 4; i++) bytes[i] = looked_up(&tables[3 + i], codes);
  put_together(bytes, next);
  for (int i = 0; i < 4; i++)
    is_more[i] = _mm512_movm_epi32(
        _mm512_cmpge_epi32_mask(_mm512_castps_si512(values[i]), next[i]));
  __m512i more = _mm512_packs_epi16(_mm512_packs_epi32(is_more[0], is_more[1]),
                                    _mm512_packs_epi32(is_more[2], is_more[3]));
  return _mm512_sub_epi8(codes, more);
}

WIDER void fresnel_wider_encode(const float *light, ptrdiff_t count, const float *matrix,
                                const uint8_t *tables, uint32_t *target) {
  const columns columns = columns_of(matrix);
  byte_table planes[7];
  for (int i = 0; i < 7; i++) planes[i] = byte_table_at(tables + 256 * i);
  // Pixel 4 * i + j is the i-th of lane j.
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  for (ptrdiff_t first = 0; first < count; first += 16) {
    __m512 values[4];
    for (int i = 0; i < 4; i++) {
      __mmask16 mask = (__mmask16)mask_of(4 * (count - first) - 16 * i);
      values[i] = between(_mm512_maskz_loadu_ps(mask, light + 4 * first + 16 * i));
      if (matrix) values[i] = converted(values[i], columns);
    }
    __m512i pixels = _mm512_permutexvar_epi32(order, codes_of(values, planes));
    _mm512_mask_storeu_epi32(target + first, (__mmask16)mask_of(count - first),
                             _mm512_or_si512(pixels, _mm512_set1_epi32((int)0xFF000000)));
  }
}

#else

void fresnel_wider_look_up(const uint8_t *samples, ptrdiff_t count, bool skips_fourth,
                           const float *table, float *target) {}
void fresnel_wider_spread(const float *light, ptrdiff_t count, const float *matrix, uint32_t *bits,
                          uint32_t *bins) {}
void fresnel_wider_encode(const float *light, ptrdiff_t count, const float *matrix,
                          const uint8_t *tables, uint32_t *target) {}

#endif
