// QOI's library, which is a header: it is compiled here.
#pragma once
#define QOI_NO_STDIO
#include <qoi.h>

/// qoi_decode to three samples a pixel, whatever the file has.
void *fresnel_qoi_colors(const void *data, int size, qoi_desc *description);

/// qoi_decode to four samples a pixel.
void *fresnel_qoi_colors_and_alpha(const void *data, int size, qoi_desc *description);
