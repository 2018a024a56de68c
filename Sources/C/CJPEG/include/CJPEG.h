// libjpeg for Swift. libjpeg reports errors by a function that must not return, so by longjmp,
// which must never cross a Swift frame: each call here owns its setjmp and answers with a status
// and a message, and no Swift code is called.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  FRESNEL_JPEG_OK = 0,
  FRESNEL_JPEG_CORRUPT = 1,
  FRESNEL_JPEG_UNREADABLE = 2, // the file could not be read, or not written
  FRESNEL_JPEG_NO_MEMORY = 3,
  FRESNEL_JPEG_UNSUPPORTED = 4,
} fresnel_jpeg_status;

// How colours are stored; in brackets what a writer is given for it.
typedef enum {
  FRESNEL_JPEG_GRAY,  // one channel
  FRESNEL_JPEG_YCBCR, // luma and chroma (RGB)
  FRESNEL_JPEG_RGB,   // as they are
  FRESNEL_JPEG_CMYK,  // as they are: Adobe's files have 255 for no ink
  FRESNEL_JPEG_YCCK,  // luma, chroma and black (CMYK), likewise
  FRESNEL_JPEG_YCBCR_OF_RGBX, // a writer's alone: luma and chroma (RGB and a byte that is not read)
} fresnel_jpeg_color;

// MARK: Reading.

typedef struct fresnel_jpeg_reader fresnel_jpeg_reader;

typedef struct {
  uint32_t width, height;
  uint8_t channels; // as delivered: 1 grey, 3 RGB, 4 CMYK with 0 for no ink
  fresnel_jpeg_color color;
  bool is_inverted;    // CMYK is stored with 255 for no ink
  bool is_whole;       // several scans: the whole picture's coefficients stand in memory
  bool is_progressive; // of these, each coarser than the picture
  uint64_t whole_bytes;  // how much that is
  uint32_t columns, rows; // of units, the blocks that are stored together; a row of them is decoded at once
  uint32_t unit_width, unit_height; // pixels
  uint32_t restart_interval; // units from one restart marker to the next; 0 where none can be entered at
  uint64_t data_offset;  // bytes before the first scan's data
  const uint8_t *icc;    // the profile of all APP2 segments, lent; NULL without one
  size_t icc_count;
  const uint8_t *exif;   // the TIFF block of the first EXIF segment, lent; NULL without one
  size_t exif_count;
  const uint8_t *xmp;    // the first XMP packet, lent; NULL without one
  size_t xmp_count;
} fresnel_jpeg_header;

typedef struct {
  uint32_t width, height;             // of the picture as scaled
  uint32_t first_column, column_count; // what the rows hold of it
  uint32_t unit_height;               // rows that are decoded together
} fresnel_jpeg_layout;

// One component at an eighth of its size: the mean of each of its blocks.
typedef struct {
  uint32_t width, height;
  uint32_t horizontal, vertical; // its share of the picture's size, in units of the next two
  uint32_t most_horizontal, most_vertical;
} fresnel_jpeg_means;

// A reader of an open file, from its start; it never moves the descriptor's own offset.
fresnel_jpeg_reader *fresnel_jpeg_reader_create(int fd);
// Has it read a picture that lies in a part of the file, from `start` up to `end`; a negative end is
// that of the file. Called at most once, before anything is read.
void fresnel_jpeg_reader_confine(fresnel_jpeg_reader *reader, int64_t start, int64_t end);
// Has it read a picture that lies in memory instead, which must stay there as long as the reader.
// Called at most once, before anything is read.
void fresnel_jpeg_reader_lend(fresnel_jpeg_reader *reader, const uint8_t *bytes, size_t count);
// The version of libjpeg-turbo.
const char *fresnel_jpeg_library_version(void);
void fresnel_jpeg_reader_destroy(fresnel_jpeg_reader *reader);
// Why the last call failed.
const char *fresnel_jpeg_reader_message(const fresnel_jpeg_reader *reader);
// Whether the file ended before the picture did: the rest of the rows are of libjpeg's making.
bool fresnel_jpeg_reader_is_cut(const fresnel_jpeg_reader *reader);
// Bytes of the file that have been read.
uint64_t fresnel_jpeg_reader_offset(const fresnel_jpeg_reader *reader);
// Reads up to the first scan; profile and EXIF only where asked for. Called once, first.
fresnel_jpeg_status fresnel_jpeg_reader_read_header(fresnel_jpeg_reader *reader, bool with_metadata,
                                                    fresnel_jpeg_header *header);
// Has it begin with a row of units, whose data begins behind the restart marker of some number (from
// 0 on), at `offset`: its rows are as they are in the whole picture, but for those that are
// interpolated from the row of units above. Called at most once, between header and start, for a picture
// with a restart interval.
void fresnel_jpeg_reader_enter(fresnel_jpeg_reader *reader, uint32_t row, uint32_t marker,
                               uint64_t offset);
// Starts the pass at 1, 2, 4 or 8 eighths of the size, with at least `column_count` columns from
// `first_column` (of the scaled picture) and what must surround them to be exact.
fresnel_jpeg_status fresnel_jpeg_reader_start(fresnel_jpeg_reader *reader, unsigned eighths,
                                              uint32_t first_column, uint32_t column_count,
                                              fresnel_jpeg_layout *layout);
// Of a picture with several scans, decodes at most `units` rows of blocks; `ready` says that rows
// can be read, from the last scan as it goes by. Any other picture is ready at once.
fresnel_jpeg_status fresnel_jpeg_reader_prepare(fresnel_jpeg_reader *reader, unsigned units,
                                                bool *ready);
// Whether the means of all components of a progressive picture are there. `prepare` returns as soon
// as they are, and before rows can be read.
bool fresnel_jpeg_reader_has_means(const fresnel_jpeg_reader *reader);
// A component's means. Neither call is for a reader whose rows can be read.
fresnel_jpeg_means fresnel_jpeg_reader_means(const fresnel_jpeg_reader *reader, unsigned component);
// Copies one row of a component's means, `width` samples.
fresnel_jpeg_status fresnel_jpeg_reader_read_means(fresnel_jpeg_reader *reader, unsigned component,
                                                   uint32_t row, uint8_t *samples);
// Has the rows of a picture with several scans, which could be read, begin at the top again; `ready`
// says that they do. First at most `units` rows of blocks are decoded of a scan that is not at its end.
fresnel_jpeg_status fresnel_jpeg_reader_rewind(fresnel_jpeg_reader *reader, unsigned units,
                                               bool *ready);
// Reads a picture that has not been started to its end, which is told as bytes from its first one.
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
  int horizontal, vertical; // how many times coarser the chroma is: 1, 2 or 4
  bool is_progressive;
  bool is_separate; // a component's scans hold no other component
  bool is_arithmetic;
  int restart_rows;       // a restart marker after so many rows of units; 0 for none
  int restart_interval;   // or after so many units
  const uint8_t *exif;    // a TIFF block for an EXIF segment, or NULL
  size_t exif_count;
  const uint8_t *icc;     // a profile of any length, or NULL
  size_t icc_count;
  const uint8_t *xmp;     // an XMP packet for a segment, or NULL
  size_t xmp_count;
} fresnel_jpeg_options;

typedef struct fresnel_jpeg_writer fresnel_jpeg_writer;

fresnel_jpeg_writer *fresnel_jpeg_writer_create(int fd);
// A writer that keeps what it writes.
fresnel_jpeg_writer *fresnel_jpeg_writer_create_in_memory(void);
// What it has kept, lent until it is destroyed; only after `finish`.
const uint8_t *fresnel_jpeg_writer_bytes(const fresnel_jpeg_writer *writer, size_t *count);
void fresnel_jpeg_writer_destroy(fresnel_jpeg_writer *writer);
// Why the last call failed.
const char *fresnel_jpeg_writer_message(const fresnel_jpeg_writer *writer);
// Writes everything before the pixels.
fresnel_jpeg_status fresnel_jpeg_writer_start(fresnel_jpeg_writer *writer,
                                              const fresnel_jpeg_options *options);
fresnel_jpeg_status fresnel_jpeg_writer_write_rows(fresnel_jpeg_writer *writer, const uint8_t *rows,
                                                   size_t stride, uint32_t count);
// Writes what follows the last row; the descriptor stays open.
fresnel_jpeg_status fresnel_jpeg_writer_finish(fresnel_jpeg_writer *writer);
