// libavif, in its decoder only.
#pragma once
#include <avif/avif.h>

// How a picture is mirrored ('imir'): 0 changes top and bottom, 1 left and right. The field's name has
// changed.
#if AVIF_VERSION >= 1000000
#define FRESNEL_AVIF_MIRROR axis
#else
#define FRESNEL_AVIF_MIRROR mode
#endif

static inline int fresnel_avif_mirror(const avifImage *image) {
  return image->imir.FRESNEL_AVIF_MIRROR;
}

// How often a sequence is shown again: -1 without end, -2 where nothing says so. libavif tells it
// from 1.0 on.
static inline int fresnel_avif_repetitions(const avifDecoder *decoder) {
#if AVIF_VERSION >= 1000000
  return decoder->repetitionCount;
#else
  (void)decoder;
  return -2;
#endif
}

// For the tests, which write files: says it where the encoder can; 0 where it can't.
static inline int fresnel_avif_set_repetitions(avifEncoder *encoder, int count) {
#if AVIF_VERSION >= 1000000
  encoder->repetitionCount = count;
  return 1;
#else
  (void)encoder, (void)count;
  return 0;
#endif
}

// For the tests, which write files.
static inline void fresnel_avif_set_mirror(avifImage *image, int mirror) {
  image->imir.FRESNEL_AVIF_MIRROR = (uint8_t)mirror;
}
