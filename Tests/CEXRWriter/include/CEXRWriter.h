// OpenEXR's writers in C, for tests.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One channel of a part; its samples cover the data window, row by row.
struct fresnel_exr_channel {
  const char *name;
  // 0 unsigned integer, 1 half, 2 float.
  int32_t type;
  int32_t sampling;
  const void *samples;
};

// One part of a file.
struct fresnel_exr_part {
  // x and y of the first pixel and of the one past the last: data window, display window.
  int32_t data[4], display[4];
  // Numbered as in ImfCompression.h.
  int32_t compression;
  // Tile size; 0 for scan lines. Levels as in ImfTileDescription.h: 0 one, 1 mipmap, 2 ripmap.
  int32_t tile, levels;
  // x and y of red, green, blue and white; all 0 if the attribute is absent.
  float chromaticities[8];
  const struct fresnel_exr_channel *channels;
  int32_t channel_count;
};

// Writes a file into memory to be freed with `free`; returns NULL if OpenEXR fails.
//
// Smaller levels contain the samples from the picture's corner, so that levels are distinguishable.
void *fresnel_exr_write(const struct fresnel_exr_part *parts, int32_t count, size_t *bytes);
// Writes a picture of packed RGB floats as luminance and subsampled chroma.
void *fresnel_exr_write_luminance(const float *rgb, int32_t width, int32_t height, size_t *bytes);
// Reads such a file with OpenEXR's own conversion to RGB, into as many floats.
int32_t fresnel_exr_read_luminance(const void *file, size_t bytes, float *rgb);

#ifdef __cplusplus
}
#endif
