// OpenEXR in C: parts, layers, windows, and pixels as half floats. No exception leaves it.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fresnel_exr fresnel_exr;

// Reads so many bytes from a place of the file into memory; the answer is how many it has.
typedef int64_t (*fresnel_exr_reader)(void *context, int64_t offset, void *target, int64_t count);

// A rectangle of pixels, the lower and right edges outside of it.
struct fresnel_exr_window {
  int32_t min_x, min_y, max_x, max_y;
};

// One picture of a file: a layer of one of its parts.
struct fresnel_exr_picture {
  struct fresnel_exr_window data, display;
  // Whether it has an alpha channel; whether its colours are a brightness alone.
  int32_t has_alpha, is_gray;
  // A tile's sides; 0 where there are lines.
  int32_t tile_width, tile_height;
  // Smaller versions, the picture itself counted; 1 where there are none.
  int32_t levels;
  // Lines that are compressed together.
  int32_t lines_at_once;
  // x and y of red, green, blue and white.
  int32_t has_chromaticities;
  float chromaticities[8];
};

// Opens a file, of which `context` must outlive the answer; NULL with a reason where it can't.
fresnel_exr *fresnel_exr_open(
    fresnel_exr_reader reader, void *context, char *reason, size_t reason_size);
void fresnel_exr_close(fresnel_exr *file);
// The pictures of the file; 0 where no channel of it is one.
int32_t fresnel_exr_count(const fresnel_exr *file);
// What the file calls a picture, from 0: its part, its layer, or both; empty where it has no name.
// Part of `target` is filled, which ends in a zero.
void fresnel_exr_name(const fresnel_exr *file, int32_t picture, char *target, size_t size);
// What is known of a picture, from 0; 0 where it is damaged.
int32_t fresnel_exr_describe(
    fresnel_exr *file, int32_t picture, struct fresnel_exr_picture *description, char *reason,
    size_t reason_size);
// The window of a level, from 0, the picture itself.
int32_t fresnel_exr_level_window(
    fresnel_exr *file, int32_t picture, int32_t level, struct fresnel_exr_window *window);
// Reads an area as R, G, B, A, four half floats a pixel, rows `stride` bytes apart: of tiled
// pictures whole tiles, of others whole lines. 0 with a reason where it can't.
int32_t fresnel_exr_read(
    fresnel_exr *file, int32_t picture, int32_t level, struct fresnel_exr_window area,
    uint16_t *target, size_t stride, char *reason, size_t reason_size);
// OpenEXR's version, as in `3.1.5`.
const char *fresnel_exr_version(void);

#ifdef __cplusplus
}
#endif
