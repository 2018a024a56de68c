// librsvg, for its decoder, and its dependencies GLib and Pango.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Declarations of the functions in use: pkg-config lists a flag for the headers (-pthread) that
// Swift rejects with a warning.
typedef struct _RsvgHandle RsvgHandle;
typedef struct _GInputStream GInputStream;
typedef struct _GConverter GConverter;

typedef struct {
  uint32_t domain;
  int code;
  char *message;
} GError;

typedef struct {
  double x;
  double y;
  double width;
  double height;
} RsvgRectangle;

typedef struct {
  double length;
  // RSVG_UNIT_PERCENT 0, PX 1, EM 2, EX 3, IN 4, CM 5, MM 6, PT 7, PC 8.
  int unit;
} RsvgLength;

extern const unsigned rsvg_major_version;
extern const unsigned rsvg_minor_version;
extern const unsigned rsvg_micro_version;

RsvgHandle *rsvg_handle_new_from_stream_sync(
    GInputStream *stream, void *base, unsigned flags, void *cancellable, GError **error);
void rsvg_handle_set_dpi(RsvgHandle *handle, double dpi);
int rsvg_handle_set_stylesheet(
    RsvgHandle *handle, const uint8_t *css, size_t length, GError **error);
int rsvg_handle_render_document(
    RsvgHandle *handle, void *cairo, const RsvgRectangle *viewport, GError **error);
int rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, double *width, double *height);
void rsvg_handle_get_intrinsic_dimensions(
    RsvgHandle *handle, int *has_width, RsvgLength *width, int *has_height, RsvgLength *height,
    int *has_box, RsvgRectangle *box);
int rsvg_handle_get_geometry_for_layer(
    RsvgHandle *handle, const char *id, const RsvgRectangle *viewport, RsvgRectangle *ink,
    RsvgRectangle *logical, GError **error);

// 15102 is 1.51.2.
int pango_version(void);
void pango_cairo_font_map_set_default(void *map);

GInputStream *g_memory_input_stream_new_from_data(
    const void *data, ptrdiff_t length, void (*destroy)(void *));
void *g_iconv_open(const char *to, const char *from);
void g_object_unref(void *object);
void g_error_free(GError *error);

// G_ZLIB_COMPRESSOR_FORMAT_GZIP.
static const int fresnel_gzip_format = 1;
// G_CONVERTER_ERROR, _CONVERTED, _FINISHED.
static const int fresnel_conversion_failed = 0;
static const int fresnel_conversion_finished = 2;
GConverter *g_zlib_decompressor_new(int format);
int g_converter_convert(
    GConverter *converter, const void *in, size_t in_size, void *out, size_t out_size, int flags,
    size_t *read, size_t *written, GError **error);
