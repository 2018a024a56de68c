// OpenEXR's writers in C, for the tests.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// One channel of a part; its samples are those of the data window, row by row.
struct fresnel_exr_channel {
  const char *name;
  // 0 integers, 1 halves, 2 floats.
  int32_t type;
  int32_t sampling;
  const void *samples;
};

// One part of a file.
struct fresnel_exr_part {
  // x and y of the first pixel and of the one behind the last: data, display.
  int32_t data[4], display[4];
  // As ImfCompression.h numbers them.
  int32_t compression;
  // Sides of tiles; 0 for lines. Levels as ImfTileDescription.h numbers them: 0 one, 1 mip, 2 rip.
  int32_t tile, levels;
  // x and y of red, green, blue and white; all 0 for none.
  float chromaticities[8];
  const struct fresnel_exr_channel *channels;
  int32_t channel_count;
};

// Writes a file into memory that `free` gives back; NULL where OpenEXR refuses.
//
// Smaller levels hold the samples from the corner of the picture, so that each can be told.
void *fresnel_exr_write(const struct fresnel_exr_part *parts, int32_t count, size_t *bytes);
// Writes a picture of red, green and blue (floats, packed) as brightness and thinned differences.
void *fresnel_exr_write_luminance(const float *rgb, int32_t width, int32_t height, size_t *bytes);
// Reads it as OpenEXR itself puts it together again, into as many floats.
int32_t fresnel_exr_read_luminance(const void *file, size_t bytes, float *rgb);

#ifdef __cplusplus
}
#endif
