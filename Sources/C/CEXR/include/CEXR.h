// A C interface to OpenEXR: parts, layers, windows, and pixels as half floats. Throws no
// exceptions.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fresnel_exr fresnel_exr;

// Reads `count` bytes at an offset of the file; returns the number of bytes read.
typedef int64_t (*fresnel_exr_reader)(void *context, int64_t offset, void *target, int64_t count);

// A rectangle of pixels; the right and bottom edges are exclusive.
struct fresnel_exr_window {
  int32_t min_x, min_y, max_x, max_y;
};

// One picture of a file: a layer of one of its parts.
struct fresnel_exr_picture {
  struct fresnel_exr_window data, display;
  // True if it has alpha; true if its only colour is luminance.
  int32_t has_alpha, is_gray;
  // The size of a tile; 0 for scan lines.
  int32_t tile_width, tile_height;
  // The number of levels including the picture itself; 1 if there are no smaller ones.
  int32_t levels;
  // Lines that are compressed together.
  int32_t lines_at_once;
  // x and y of red, green, blue and white.
  int32_t has_chromaticities;
  float chromaticities[8];
};

// Opens a file, which `context` must outlive; NULL with a reason on failure.
fresnel_exr *fresnel_exr_open(
    fresnel_exr_reader reader, void *context, char *reason, size_t reason_size);
void fresnel_exr_close(fresnel_exr *file);
// The number of pictures in the file; 0 if no channel can be shown.
int32_t fresnel_exr_count(const fresnel_exr *file);
// A picture's name, from 0: its part, its layer, or both; empty if it has none. It is truncated to
// `size`, and ends with a zero.
void fresnel_exr_name(const fresnel_exr *file, int32_t picture, char *target, size_t size);
// A picture's description, from 0; 0 if it is damaged.
int32_t fresnel_exr_describe(
    fresnel_exr *file, int32_t picture, struct fresnel_exr_picture *description, char *reason,
    size_t reason_size);
// The window of a level; level 0 is the picture itself.
int32_t fresnel_exr_level_window(
    fresnel_exr *file, int32_t picture, int32_t level, struct fresnel_exr_window *window);
// Reads an area as R, G, B, A, four half floats per pixel, rows `stride` bytes apart: whole tiles
// of tiled pictures, whole lines of others. 0 with a reason on failure.
int32_t fresnel_exr_read(
    fresnel_exr *file, int32_t picture, int32_t level, struct fresnel_exr_window area,
    uint16_t *target, size_t stride, char *reason, size_t reason_size);
// OpenEXR's version, such as `3.1.5`.
const char *fresnel_exr_version(void);

#ifdef __cplusplus
}
#endif
