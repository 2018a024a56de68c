// A C interface to LibRaw: a file's description, its embedded picture, and the picture developed
// from the samples. Throws no exceptions.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fresnel_raw fresnel_raw;

typedef enum {
  FRESNEL_RAW_OK = 0,
  FRESNEL_RAW_UNSUPPORTED = 1, // a camera or an encoding that LibRaw does not support
  FRESNEL_RAW_CORRUPT = 2,
  FRESNEL_RAW_NO_MEMORY = 3,
  FRESNEL_RAW_STOPPED = 4, // by the watcher
} fresnel_raw_status;

// Reads `count` bytes at an offset of the file; returns the number of bytes read, negative on
// error.
typedef int64_t (*fresnel_raw_reader)(void *context, int64_t offset, void *target, int64_t count);

// Called with the progress of development, 0 to 1; returns 0 to continue, anything else to stop.
typedef int32_t (*fresnel_raw_watcher)(void *context, double fraction);

// The properties that are known before the samples are read.
typedef struct {
  // The size of the developed picture, before orientation.
  uint32_t width, height;
  // The size when developed at half size; 0 if that is not faster.
  uint32_t half_width, half_height;
  // Samples of the sensor, including its margins.
  uint32_t sensor_width, sensor_height;
  // Bytes per sensor pixel while reading.
  uint32_t sensor_bytes;
  // EXIF's orientation: 1 to 8.
  int32_t orientation;
  // True if the embedded pictures are in Adobe RGB.
  int32_t is_adobe_rgb;
} fresnel_raw_picture;

typedef enum {
  FRESNEL_RAW_NOTHING = 0,
  FRESNEL_RAW_JPEG = 1,
  FRESNEL_RAW_BITMAP = 2,      // rows of red, green and blue, 8 bits each
  FRESNEL_RAW_DEEP_BITMAP = 3, // the same, 16 bits each in native byte order
} fresnel_raw_coding;

// The embedded picture, the largest if there are several.
typedef struct {
  fresnel_raw_coding coding;
  uint32_t width, height;
  // Borrowed until the file is closed.
  const uint8_t *bytes;
  size_t count;
} fresnel_raw_small;

// Opens a file of `size` bytes, which `context` must outlive; NULL with a status on failure.
fresnel_raw *fresnel_raw_open(
    fresnel_raw_reader reader, void *context, int64_t size, int64_t most_bytes,
    fresnel_raw_status *status);
void fresnel_raw_close(fresnel_raw *raw);
// The shape that a picture's memory depends on, from its file.
typedef struct {
  uint32_t sensor_width, sensor_height, width, height, flip, filters, colors, bits;
} fresnel_raw_shape;

// The shape of an opened file, before it is described or developed.
void fresnel_raw_read_shape(const fresnel_raw *raw, fresnel_raw_shape *shape);
// The picture's description; call it at most once, before `develop`.
fresnel_raw_status fresnel_raw_describe(fresnel_raw *raw, fresnel_raw_picture *picture);
// Reads the embedded picture; `NOTHING` if none can be read.
fresnel_raw_status fresnel_raw_read_small(fresnel_raw *raw, fresnel_raw_small *small);
// Develops the picture once, at half or full size, however long that takes.
fresnel_raw_status fresnel_raw_develop(
    fresnel_raw *raw, int32_t at_half_size, fresnel_raw_watcher watcher, void *context);
// The developed pixels: linear light with sRGB's primaries, 65535 for white, four samples per pixel
// of which the last is unused, rows packed; for grey only the first sample is used.
const uint16_t *fresnel_raw_pixels(
    const fresnel_raw *raw, uint32_t *width, uint32_t *height, int32_t *is_gray);
// True if samples are missing or damaged in the file.
int32_t fresnel_raw_has_gaps(const fresnel_raw *raw);
// LibRaw's version, such as `0.20.2`.
const char *fresnel_raw_version(void);

#ifdef __cplusplus
}
#endif
