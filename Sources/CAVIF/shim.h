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

// For the tests, which write files.
static inline void fresnel_avif_set_mirror(avifImage *image, int mirror) {
  image->imir.FRESNEL_AVIF_MIRROR = (uint8_t)mirror;
}
