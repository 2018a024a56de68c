// libheif, only for its decoder.
#pragma once
#include <libheif/heif.h>
#include <string.h>

// The division of a stored picture into tiles that can be decoded one by one.
typedef struct {
  uint32_t columns, rows, width, height;
} fresnel_heif_tiles;

// libheif supports this from 1.19 on; returns 0 before.
static inline int fresnel_heif_get_tiles(
    const struct heif_image_handle *handle, fresnel_heif_tiles *out) {
#if LIBHEIF_NUMERIC_VERSION >= 0x01130000
  struct heif_image_tiling tiling;
  memset(&tiling, 0, sizeof tiling);
  if (heif_image_handle_get_image_tiling(handle, 0, &tiling).code != heif_error_Ok) return 0;
  out->columns = tiling.num_columns;
  out->rows = tiling.num_rows;
  out->width = tiling.tile_width;
  out->height = tiling.tile_height;
  return 1;
#else
  (void)handle, (void)out;
  return 0;
#endif
}

// Decodes one tile.
static inline struct heif_error fresnel_heif_decode_tile(
    const struct heif_image_handle *handle, struct heif_image **out,
    const struct heif_decoding_options *options, uint32_t column, uint32_t row) {
#if LIBHEIF_NUMERIC_VERSION >= 0x01130000
  return heif_image_handle_decode_image_tile(
      handle, out, heif_colorspace_RGB, heif_chroma_444, options, column, row);
#else
  (void)handle, (void)out, (void)options, (void)column, (void)row;
  struct heif_error error = {
      heif_error_Unsupported_feature, heif_suberror_Unspecified, "no tiles"};
  return error;
#endif
}
