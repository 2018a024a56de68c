// libavif, in its decoder only.
#pragma once
#include <avif/avif.h>

// Whether left and right change places, and not top and bottom ('imir'); the field's name has changed.
static inline int fresnel_avif_mirrors_left_right(const avifImage *image) {
#if AVIF_VERSION >= 1000000
  return image->imir.axis == 1;
#else
  return image->imir.mode == 1;
#endif
}
