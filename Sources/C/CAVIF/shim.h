// libavif, only for its decoder.
#pragma once
#include <avif/avif.h>

// How a picture is mirrored ('imir'): 0 swaps top and bottom, 1 left and right. The field was
// renamed.
#if AVIF_VERSION >= 1000000
#define FRESNEL_AVIF_MIRROR axis
#else
#define FRESNEL_AVIF_MIRROR mode
#endif

static inline int fresnel_avif_mirror(const avifImage *image) {
  return image->imir.FRESNEL_AVIF_MIRROR;
}

// The repetitions of a sequence: -1 for endless, -2 if unknown. libavif reports them from 1.0 on.
static inline int fresnel_avif_repetitions(const avifDecoder *decoder) {
#if AVIF_VERSION >= 1000000
  return decoder->repetitionCount;
#else
  (void)decoder;
  return -2;
#endif
}

// For tests, which write files: sets the repetitions if the encoder can; 0 if it can't.
static inline int fresnel_avif_set_repetitions(avifEncoder *encoder, int count) {
#if AVIF_VERSION >= 1000000
  encoder->repetitionCount = count;
  return 1;
#else
  (void)encoder, (void)count;
  return 0;
#endif
}

// For tests, which write files.
static inline void fresnel_avif_set_mirror(avifImage *image, int mirror) {
  image->imir.FRESNEL_AVIF_MIRROR = (uint8_t)mirror;
}

// A gain map's parameters by ISO 21496-1, and its pixels once they are decoded.
typedef struct {
  double minimum[3], maximum[3], gamma[3], base_offset[3], alternate_offset[3];
  double base_headroom, alternate_headroom;
  int uses_base_colors;
  int alternate_primaries;
  int alternate_has_profile;
  const avifImage *image;
} fresnel_avif_gain;

// libavif reads gain maps from 1.2 on.
#if AVIF_VERSION >= 1020000
static inline void fresnel_avif_want_gain_map(avifDecoder *decoder) {
  decoder->imageContentToDecode = AVIF_IMAGE_CONTENT_ALL;
}

static inline int fresnel_avif_gain_map(const avifImage *image, fresnel_avif_gain *out) {
  const avifGainMap *map = image->gainMap;
  if (!map || !map->image) return 0;
  for (int i = 0; i < 3; i++) {
    out->minimum[i] = (double)map->gainMapMin[i].n / map->gainMapMin[i].d;
    out->maximum[i] = (double)map->gainMapMax[i].n / map->gainMapMax[i].d;
    out->gamma[i] = (double)map->gainMapGamma[i].n / map->gainMapGamma[i].d;
    out->base_offset[i] = (double)map->baseOffset[i].n / map->baseOffset[i].d;
    out->alternate_offset[i] = (double)map->alternateOffset[i].n / map->alternateOffset[i].d;
  }
  out->base_headroom = (double)map->baseHdrHeadroom.n / map->baseHdrHeadroom.d;
  out->alternate_headroom = (double)map->alternateHdrHeadroom.n / map->alternateHdrHeadroom.d;
  out->uses_base_colors = map->useBaseColorSpace;
  out->alternate_primaries = map->altColorPrimaries;
  out->alternate_has_profile = map->altICC.size > 0;
  out->image = map->image;
  return 1;
}

// For tests, which write files: attaches a gain map to a picture, which takes ownership; 0 on
// failure. Values are in units of 10^-7; `numbers` has each channel's minimum and maximum, the
// gamma, the two offsets and the two headrooms.
static inline int fresnel_avif_set_gain_map(
    avifImage *image, avifImage *pixels, const int numbers[11], int uses_base_colors, int primaries) {
  avifGainMap *map = avifGainMapCreate();
  if (!map) return 0;
  map->image = pixels;
  for (int i = 0; i < 3; i++) {
    map->gainMapMin[i] = (avifSignedFraction){numbers[i], 10000000};
    map->gainMapMax[i] = (avifSignedFraction){numbers[3 + i], 10000000};
    map->gainMapGamma[i] = (avifUnsignedFraction){(uint32_t)numbers[6], 10000000};
    map->baseOffset[i] = (avifSignedFraction){numbers[7], 10000000};
    map->alternateOffset[i] = (avifSignedFraction){numbers[8], 10000000};
  }
  map->baseHdrHeadroom = (avifUnsignedFraction){(uint32_t)numbers[9], 10000000};
  map->alternateHdrHeadroom = (avifUnsignedFraction){(uint32_t)numbers[10], 10000000};
  map->useBaseColorSpace = uses_base_colors;
  map->altColorPrimaries = (avifColorPrimaries)primaries;
  image->gainMap = map;
  return 1;
}
#else
static inline void fresnel_avif_want_gain_map(avifDecoder *decoder) { (void)decoder; }

static inline int fresnel_avif_gain_map(const avifImage *image, fresnel_avif_gain *out) {
  (void)image, (void)out;
  return 0;
}

static inline int fresnel_avif_set_gain_map(
    avifImage *image, avifImage *pixels, const int numbers[11], int uses_base_colors, int primaries) {
  (void)image, (void)pixels, (void)numbers, (void)uses_base_colors, (void)primaries;
  return 0;
}
#endif
