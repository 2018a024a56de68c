// LibRaw in C: a file's description, the small picture that the camera put into it, and the picture
// developed from the samples. No exception leaves it.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fresnel_raw fresnel_raw;

typedef enum {
  FRESNEL_RAW_OK = 0,
  FRESNEL_RAW_UNSUPPORTED = 1, // a camera, or a coding, that LibRaw does not know
  FRESNEL_RAW_CORRUPT = 2,
  FRESNEL_RAW_NO_MEMORY = 3,
  FRESNEL_RAW_STOPPED = 4, // because the watcher said so
} fresnel_raw_status;

// Reads so many bytes from a place of the file into memory; the answer is how many it has, negative
// where it could not be read.
typedef int64_t (*fresnel_raw_reader)(void *context, int64_t offset, void *target, int64_t count);

// Is told how much of the developing is done, 0 to 1; 0 is to go on, anything else to stop.
typedef int32_t (*fresnel_raw_watcher)(void *context, double fraction);

// What is known before the samples are read.
typedef struct {
  // The developed picture as it is stored, before it is turned upright.
  uint32_t width, height;
  // The same at half of its size; 0 where it is not quicker to be had.
  uint32_t half_width, half_height;
  // Samples of the sensor, its edges included.
  uint32_t sensor_width, sensor_height;
  // Bytes of a sensor's pixel as they are read.
  uint32_t sensor_bytes;
  // As EXIF has it: 1 to 8.
  int32_t orientation;
  // The camera's small pictures are in Adobe RGB.
  int32_t is_adobe_rgb;
} fresnel_raw_picture;

typedef enum {
  FRESNEL_RAW_NOTHING = 0,
  FRESNEL_RAW_JPEG = 1,
  FRESNEL_RAW_BITMAP = 2,      // rows of red, green and blue, 8 bits each
  FRESNEL_RAW_DEEP_BITMAP = 3, // the same, 16 bits each in this machine's order
} fresnel_raw_coding;

// The small picture that the camera made, the largest where there are several.
typedef struct {
  fresnel_raw_coding coding;
  uint32_t width, height;
  // Lent until the file is closed.
  const uint8_t *bytes;
  size_t count;
} fresnel_raw_small;

// Opens a file of `size` bytes; NULL, and a status, where it can't. `context` must outlive it.
fresnel_raw *fresnel_raw_open(
    fresnel_raw_reader reader, void *context, int64_t size, int64_t most_bytes,
    fresnel_raw_status *status);
void fresnel_raw_close(fresnel_raw *raw);
// What the memory for a picture rests on, as its file says it.
typedef struct {
  uint32_t sensor_width, sensor_height, width, height, flip, filters, colors, bits;
} fresnel_raw_shape;

// Of what has been opened, before it is described or developed.
void fresnel_raw_read_shape(const fresnel_raw *raw, fresnel_raw_shape *shape);
// What is known of the picture; called at most once, before `develop`.
fresnel_raw_status fresnel_raw_describe(fresnel_raw *raw, fresnel_raw_picture *picture);
// Reads the small picture; `NOTHING` where there is none that can be read.
fresnel_raw_status fresnel_raw_read_small(fresnel_raw *raw, fresnel_raw_small *small);
// Develops the picture, at half of its size or whole; once. It takes as long as it takes.
fresnel_raw_status fresnel_raw_develop(
    fresnel_raw *raw, int32_t at_half_size, fresnel_raw_watcher watcher, void *context);
// What was developed: linear light in sRGB's colours, 65535 for white, four samples a pixel of which
// the last is of no use, rows packed; of greys the first sample alone counts.
const uint16_t *fresnel_raw_pixels(
    const fresnel_raw *raw, uint32_t *width, uint32_t *height, int32_t *is_gray);
// Whether samples of what was developed are missing or damaged in the file.
int32_t fresnel_raw_has_gaps(const fresnel_raw *raw);
// LibRaw's version, as in `0.20.2`.
const char *fresnel_raw_version(void);

#ifdef __cplusplus
}
#endif
