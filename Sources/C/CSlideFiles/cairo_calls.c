// The drawing of a region: moved by a part of a pixel, and put where it belongs without a detour.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "CSlideFiles.h"

typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
void cairo_translate(cairo_t *context, double x, double y);

// cairo's numbers for two of its operators.
enum { operator_over = 2, operator_saturate = 13 };

/// What was told of the region that is read next, and the context in which a region without
/// overlaps is drawn.
static __thread struct {
  double shift_x, shift_y;
  int is_awaited, has_no_overlaps;
  cairo_t *context;
  int is_drawn;
} region;

void fresnel_slide_begin_region(double shift_x, double shift_y, int has_no_overlaps) {
  region.shift_x = shift_x;
  region.shift_y = shift_y;
  region.is_awaited = 1;
  region.has_no_overlaps = has_no_overlaps;
  region.context = NULL;
  region.is_drawn = 0;
}

void fresnel_slide_end_region(void) {
  region.is_awaited = 0;
  region.context = NULL;
}

/// Whether this is where a region without overlaps is drawn.
static int is_plain(cairo_t *context) { return region.context && region.context == context; }

/// cairo's: the first context after a region was told is the one that OpenSlide draws it in; later
/// ones cut its tiles.
cairo_t *cairo_create(cairo_surface_t *surface) {
  static cairo_t *(*create)(cairo_surface_t *);
  if (!create) *(void **)&create = dlsym(RTLD_NEXT, "cairo_create");
  cairo_t *context = create(surface);
  if (!region.is_awaited) return context;
  region.is_awaited = 0;
  if (region.shift_x != 0 || region.shift_y != 0) {
    cairo_translate(context, region.shift_x, region.shift_y);
  }
  if (region.has_no_overlaps) region.context = context;
  return context;
}

/// cairo's: OpenSlide saturates so that tiles that overlap leave no seams, which cairo does in
/// floating point. On what is empty the usual operator comes to the same.
void cairo_set_operator(cairo_t *context, int operator) {
  static void (*set)(cairo_t *, int);
  if (!set) *(void **)&set = dlsym(RTLD_NEXT, "cairo_set_operator");
  set(context, operator == operator_saturate && is_plain(context) ? operator_over : operator);
}

/// cairo's: OpenSlide draws a region aside, and paints it where it belongs if nothing went wrong.
/// There it is empty already, and nobody looks at what went wrong.
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
