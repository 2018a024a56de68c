// cairo and Pango, which draw FresnelDrawing's paths and texts; no other target links them.
#pragma once
#include <cairo.h>
#include <pango/pangocairo.h>

// Swift does not see the macro.
static inline int fresnel_pango_scale(void) { return PANGO_SCALE; }
