// The drawing of a region, moved by a part of a pixel.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "CSlideFiles.h"

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
void cairo_translate(cairo_t *context, double x, double y);

static __thread double shift_x, shift_y;

void fresnel_slide_shift_next(double x, double y) {
  shift_x = x;
  shift_y = y;
}

/// cairo's: the first context after a shift was told is the one that OpenSlide draws the region in;
/// later ones cut its tiles.
cairo_t *cairo_create(cairo_surface_t *surface) {
  static cairo_t *(*create)(cairo_surface_t *);
  if (!create) *(void **)&create = dlsym(RTLD_NEXT, "cairo_create");
  cairo_t *context = create(surface);
  if (shift_x != 0 || shift_y != 0) cairo_translate(context, shift_x, shift_y);
  shift_x = 0;
  shift_y = 0;
  return context;
}
