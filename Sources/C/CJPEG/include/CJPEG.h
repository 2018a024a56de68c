// libjpeg for Swift. libjpeg reports errors by a function that must not return, so by longjmp,
// which must never cross a Swift frame: each function here has its own setjmp, returns a status and
// a message, and calls no Swift code.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  FRESNEL_JPEG_OK = 0,
  FRESNEL_JPEG_CORRUPT = 1,
  FRESNEL_JPEG_UNREADABLE = 2, // the file could not be read or written
  FRESNEL_JPEG_NO_MEMORY = 3,
  FRESNEL_JPEG_UNSUPPORTED = 4,
} fresnel_jpeg_status;

// The stored colour space; in brackets, the input that a writer expects for it.
typedef enum {
  FRESNEL_JPEG_GRAY,  // one channel
  FRESNEL_JPEG_YCBCR, // luma and chroma (RGB)
  FRESNEL_JPEG_RGB,   // unconverted
  FRESNEL_JPEG_CMYK,  // unconverted: Adobe's files have 255 for no ink
  FRESNEL_JPEG_YCCK,  // luma, chroma and black (CMYK), likewise
  FRESNEL_JPEG_YCBCR_OF_RGBX, // for writers only: luma and chroma (RGB and an ignored byte)
} fresnel_jpeg_color;

// MARK: Reading.

typedef struct fresnel_jpeg_reader fresnel_jpeg_reader;

typedef struct {
  uint32_t width, height;
  uint8_t channels; // in the output: 1 grey, 3 RGB, 4 CMYK with 0 for no ink
  fresnel_jpeg_color color;
  bool is_inverted;    // CMYK is stored with 255 for no ink
  bool is_whole;       // several scans: all coefficients of the picture are in memory
  bool is_progressive; // multi-scan, each scan coarser than the picture
  uint64_t whole_bytes;  // the memory for that
  uint32_t columns, rows; // of MCUs, the units below
  uint32_t unit_width, unit_height; // in pixels
  uint32_t restart_interval; // MCUs between restart markers; 0 if none can be entered
  uint64_t data_offset;  // bytes before the first scan's data
  const uint8_t *icc;    // the profile of all APP2 segments, borrowed; NULL without one
  size_t icc_count;
  const uint8_t *exif;   // the TIFF block of the first EXIF segment, borrowed; NULL without one
  size_t exif_count;
  const uint8_t *xmp;    // the first XMP packet, borrowed; NULL without one
  size_t xmp_count;
} fresnel_jpeg_header;

typedef struct {
  uint32_t width, height;             // of the scaled picture
  uint32_t first_column, column_count; // the columns in each row
  uint32_t unit_height;               // rows that are decoded together
} fresnel_jpeg_layout;

// One component at an eighth of its size: the mean of each of its blocks.
typedef struct {
  uint32_t width, height;
  uint32_t horizontal, vertical; // its share of the picture's size, relative to the next two
  uint32_t most_horizontal, most_vertical;
} fresnel_jpeg_means;

// A reader of an open file, from its start; it never moves the descriptor's offset.
fresnel_jpeg_reader *fresnel_jpeg_reader_create(int fd);
// Restricts it to a picture in a part of the file, from `start` up to `end`; a negative end is that
// of the file. Call it at most once, before anything is read.
void fresnel_jpeg_reader_confine(fresnel_jpeg_reader *reader, int64_t start, int64_t end);
// Makes the reader read a picture in memory instead, which must outlive the reader. Call it at most
// once, before anything is read.
void fresnel_jpeg_reader_lend(fresnel_jpeg_reader *reader, const uint8_t *bytes, size_t count);
// The version of libjpeg-turbo.
const char *fresnel_jpeg_library_version(void);
void fresnel_jpeg_reader_destroy(fresnel_jpeg_reader *reader);
// The last call's error message.
const char *fresnel_jpeg_reader_message(const fresnel_jpeg_reader *reader);
// True if the file ended before the picture did: libjpeg makes up the remaining rows.
bool fresnel_jpeg_reader_is_cut(const fresnel_jpeg_reader *reader);
// Bytes read from the file.
uint64_t fresnel_jpeg_reader_offset(const fresnel_jpeg_reader *reader);
// Reads up to the first scan; profile and EXIF only on request. Call it once, first.
fresnel_jpeg_status fresnel_jpeg_reader_read_header(fresnel_jpeg_reader *reader, bool with_metadata,
                                                    fresnel_jpeg_header *header);
// Makes the reader begin at an MCU row, whose data is at `offset`, after the restart marker with
// this number (from 0): its rows are those of the whole picture, except rows interpolated from the
// MCU row above. Call it at most once, between header and start, for a picture with a restart
// interval.
void fresnel_jpeg_reader_enter(fresnel_jpeg_reader *reader, uint32_t row, uint32_t marker,
                               uint64_t offset);
// Starts the pass at 1, 2, 4 or 8 eighths of the size, with at least `column_count` columns from
// `first_column` (of the scaled picture) and the surroundings that make them exact.
fresnel_jpeg_status fresnel_jpeg_reader_start(fresnel_jpeg_reader *reader, unsigned eighths,
                                              uint32_t first_column, uint32_t column_count,
                                              fresnel_jpeg_layout *layout);
// Decodes at most `units` MCU rows of a multi-scan picture; `ready` is set once rows can be read,
// during the last scan. Any other picture is ready at once.
fresnel_jpeg_status fresnel_jpeg_reader_prepare(fresnel_jpeg_reader *reader, unsigned units,
                                                bool *ready);
// True if the block means of all components of a progressive picture have been decoded. `prepare`
// returns as soon as they have, and before rows can be read.
bool fresnel_jpeg_reader_has_means(const fresnel_jpeg_reader *reader);
// The layout of a component's means. Don't call these two once rows can be read.
fresnel_jpeg_means fresnel_jpeg_reader_means(const fresnel_jpeg_reader *reader, unsigned component);
// Copies one row of a component's means, `width` samples.
fresnel_jpeg_status fresnel_jpeg_reader_read_means(fresnel_jpeg_reader *reader, unsigned component,
                                                   uint32_t row, uint8_t *samples);
// Makes the rows of a multi-scan picture, which were readable, start at the top again; `ready` is
// set when they do. Until then each call decodes at most `units` MCU rows of an unfinished scan.
fresnel_jpeg_status fresnel_jpeg_reader_rewind(fresnel_jpeg_reader *reader, unsigned units,
                                               bool *ready);
// Reads an unstarted picture to its end, which it returns in bytes from the picture's start.
fresnel_jpeg_status fresnel_jpeg_reader_read_to_end(fresnel_jpeg_reader *reader, uint64_t *end);
fresnel_jpeg_status fresnel_jpeg_reader_skip_rows(fresnel_jpeg_reader *reader, uint32_t count);
// Reads the next rows, `stride` bytes apart; `got` is less than `count` only at the end.
fresnel_jpeg_status fresnel_jpeg_reader_read_rows(fresnel_jpeg_reader *reader, uint8_t *rows,
                                                  size_t stride, uint32_t count, uint32_t *got);

// MARK: Writing.

typedef struct {
  uint32_t width, height;
  fresnel_jpeg_color color;
  int quality;            // 1 to 100
  int horizontal, vertical; // chroma subsampling: 1, 2 or 4
  bool is_progressive;
  bool is_separate; // each scan has one component only
  bool is_arithmetic;
  int restart_rows;       // a restart marker after this many MCU rows; 0 for none
  int restart_interval;   // or after this many MCUs
  const uint8_t *exif;    // a TIFF block for an EXIF segment, or NULL
  size_t exif_count;
  const uint8_t *icc;     // a profile of any length, or NULL
  size_t icc_count;
  const uint8_t *xmp;     // an XMP packet for a segment, or NULL
  size_t xmp_count;
} fresnel_jpeg_options;

typedef struct fresnel_jpeg_writer fresnel_jpeg_writer;

fresnel_jpeg_writer *fresnel_jpeg_writer_create(int fd);
// A writer to memory.
fresnel_jpeg_writer *fresnel_jpeg_writer_create_in_memory(void);
// The written bytes, borrowed until it is destroyed; only after `finish`.
const uint8_t *fresnel_jpeg_writer_bytes(const fresnel_jpeg_writer *writer, size_t *count);
void fresnel_jpeg_writer_destroy(fresnel_jpeg_writer *writer);
// The last call's error message.
const char *fresnel_jpeg_writer_message(const fresnel_jpeg_writer *writer);
// Writes everything before the pixels.
fresnel_jpeg_status fresnel_jpeg_writer_start(fresnel_jpeg_writer *writer,
                                              const fresnel_jpeg_options *options);
fresnel_jpeg_status fresnel_jpeg_writer_write_rows(fresnel_jpeg_writer *writer, const uint8_t *rows,
                                                   size_t stride, uint32_t count);
// Writes everything after the last row; the descriptor stays open.
fresnel_jpeg_status fresnel_jpeg_writer_finish(fresnel_jpeg_writer *writer);
