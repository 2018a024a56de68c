// Draws a region shifted by a fraction of a pixel, and directly to its target.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "CSlideFiles.h"

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
void cairo_translate(cairo_t *context, double x, double y);

// The values of two of cairo's operators.
enum { operator_over = 2, operator_saturate = 13 };

/// The properties of the next region, and the context in which a region without overlapping tiles
/// is drawn.
static __thread struct {
  double shift_x, shift_y;
  int is_pending, has_no_overlaps;
  cairo_t *context;
  int is_drawn;
} region;

void fresnel_slide_begin_region(double shift_x, double shift_y, int has_no_overlaps) {
  region.shift_x = shift_x;
  region.shift_y = shift_y;
  region.is_pending = 1;
  region.has_no_overlaps = has_no_overlaps;
  region.context = NULL;
  region.is_drawn = 0;
}

void fresnel_slide_end_region(void) {
  region.is_pending = 0;
  region.context = NULL;
}

/// True for the context in which a region without overlapping tiles is drawn.
static int is_plain(cairo_t *context) { return region.context && region.context == context; }

/// cairo's: the first context after a region was announced is the one that OpenSlide draws it in;
/// later ones crop its tiles.
cairo_t *cairo_create(cairo_surface_t *surface) {
  static cairo_t *(*create)(cairo_surface_t *);
  if (!create) *(void **)&create = dlsym(RTLD_NEXT, "cairo_create");
  cairo_t *context = create(surface);
  if (!region.is_pending) return context;
  region.is_pending = 0;
  if (region.shift_x != 0 || region.shift_y != 0) {
    cairo_translate(context, region.shift_x, region.shift_y);
  }
  if (region.has_no_overlaps) region.context = context;
  return context;
}

/// cairo's: OpenSlide uses saturation so that overlapping tiles leave no seams, which cairo
/// computes in floating point. On an empty surface the usual operator gives the same result.
void cairo_set_operator(cairo_t *context, int operator) {
  static void (*set)(cairo_t *, int);
  if (!set) *(void **)&set = dlsym(RTLD_NEXT, "cairo_set_operator");
  set(context, operator == operator_saturate && is_plain(context) ? operator_over : operator);
}

/// cairo's: OpenSlide draws a region into a group, and paints it to the target if there was no
/// error. The target is empty already, and is not used after an error.
void cairo_push_group(cairo_t *context) {
  static void (*push)(cairo_t *);
  if (is_plain(context)) return;
  if (!push) *(void **)&push = dlsym(RTLD_NEXT, "cairo_push_group");
  push(context);
}

void cairo_pop_group_to_source(cairo_t *context) {
  static void (*pop)(cairo_t *);
  if (is_plain(context)) {
    region.is_drawn = 1;
    return;
  }
  if (!pop) *(void **)&pop = dlsym(RTLD_NEXT, "cairo_pop_group_to_source");
  pop(context);
}

void cairo_paint(cairo_t *context) {
  static void (*paint)(cairo_t *);
  if (is_plain(context) && region.is_drawn) return;
  if (!paint) *(void **)&paint = dlsym(RTLD_NEXT, "cairo_paint");
  paint(context);
}
