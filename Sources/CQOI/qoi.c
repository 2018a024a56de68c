#include "CQOI.h"

// Compiled once for each number of channels: so a pixel takes a tenth less time.
__attribute__((always_inline)) void *qoi_decode(const void *data, int size, qoi_desc *desc,
                                                int channels);

#define QOI_IMPLEMENTATION
#include <qoi.h>

void *fresnel_qoi_colors(const void *data, int size, qoi_desc *description) {
  return qoi_decode(data, size, description, 3);
}

void *fresnel_qoi_colors_and_alpha(const void *data, int size, qoi_desc *description) {
  return qoi_decode(data, size, description, 4);
}
