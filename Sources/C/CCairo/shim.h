// cairo and Pango, which draw FresnelDrawing's paths and text; no other target links them.
#pragma once
#include <cairo-pdf.h>
#include <cairo.h>

// Declarations of the Pango functions in use: pkg-config lists a flag for the headers (-pthread)
// that Swift rejects with a warning.
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoContext PangoContext;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoLayoutLine PangoLayoutLine;
typedef struct _PangoFontDescription PangoFontDescription;

typedef struct {
  int x;
  int y;
  int width;
  int height;
} PangoRectangle;

// PANGO_SCALE: Pango units per pixel.
static const int fresnel_pango_scale = 1024;
// PANGO_STYLE_NORMAL and PANGO_STYLE_ITALIC.
static const int fresnel_pango_style_normal = 0;
static const int fresnel_pango_style_italic = 2;

PangoFontMap *pango_cairo_font_map_new(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(
    PangoContext *context, const cairo_font_options_t *options);
void pango_cairo_context_set_resolution(PangoContext *context, double dpi);
void pango_context_set_round_glyph_positions(PangoContext *context, int round);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_set_family(PangoFontDescription *description, const char *family);
void pango_font_description_set_weight(PangoFontDescription *description, int weight);
void pango_font_description_set_style(PangoFontDescription *description, int style);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
void pango_font_description_free(PangoFontDescription *description);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_font_description(
    PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
PangoLayoutLine *pango_layout_get_line_readonly(PangoLayout *layout, int line);
void pango_layout_line_get_extents(
    PangoLayoutLine *line, PangoRectangle *ink, PangoRectangle *logical);
void pango_cairo_layout_line_path(cairo_t *cairo, PangoLayoutLine *line);

void g_object_unref(void *object);
