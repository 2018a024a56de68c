// libpng for Swift. libpng reports errors by longjmp, which must never cross a Swift frame: each
// function here has its own setjmp, returns a status and a message, and calls no Swift code.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  FRESNEL_PNG_OK = 0,
  FRESNEL_PNG_CORRUPT = 1,
  FRESNEL_PNG_UNREADABLE = 2, // the file could not be read or written
  FRESNEL_PNG_NO_MEMORY = 3,
  FRESNEL_PNG_CUT = 4, // the file ends too early
} fresnel_png_status;

// MARK: Reading: each reader makes one pass over the file.

typedef struct fresnel_png_reader fresnel_png_reader;

typedef struct {
  uint32_t width, height;
  uint8_t channels;   // in the output: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
  uint8_t depth;      // in the output: 8 or 16 (native-endian)
  bool has_alpha;     // an alpha channel or tRNS
  bool is_interlaced;
  bool has_srgb;
  bool has_gamma;
  bool has_chromaticities;
  bool has_code_points;       // cICP, of full range and without a matrix, as required for RGB
  double gamma;               // gAMA: 0.45455 for the usual curve
  double chromaticities[8];   // white, red, green, blue, x and y each
  uint8_t primaries, transfer; // cICP's numbers
  const uint8_t *icc;         // iCCP's profile, borrowed; NULL without one
  size_t icc_count;
  const uint8_t *exif;        // eXIf's TIFF block, borrowed; NULL without one
  size_t exif_count;
  size_t row_bytes;           // of an output row
} fresnel_png_header;

// A reader of an open file, from its start; it never moves the descriptor's offset.
fresnel_png_reader *fresnel_png_reader_create(int fd);
// Restricts it to a picture in a part of the file, from `start` up to `end`; a negative end is that
// of the file. Call it at most once, before anything is read.
void fresnel_png_reader_confine(fresnel_png_reader *reader, int64_t start, int64_t end);
// A piece of a PNG assembled from parts of a file and of memory.
typedef struct {
  const uint8_t *bytes; // NULL if it is in the file
  int64_t offset;       // in the file
  size_t count;
} fresnel_png_piece;

// Makes the reader read a picture assembled from these pieces, within the bytes that it is
// restricted to. They must outlive the reader. Call it at most once, before anything is read.
void fresnel_png_reader_retell(fresnel_png_reader *reader, const fresnel_png_piece *pieces,
                               size_t count);
// The version of the running libpng.
const char *fresnel_png_library_version(void);
void fresnel_png_reader_destroy(fresnel_png_reader *reader);
// The last call's error message.
const char *fresnel_png_reader_message(const fresnel_png_reader *reader);
// Rows that were read or skipped, in all interlace passes.
uint64_t fresnel_png_reader_rows_read(const fresnel_png_reader *reader);
// Reads everything before the pixels. Call it once, before reading rows.
fresnel_png_status fresnel_png_reader_read_header(fresnel_png_reader *reader,
                                                  fresnel_png_header *header);
// Reads the next rows, `stride` bytes apart. For an interlaced picture these are the rows of the
// next of its seven passes, which must contain the pixels of the pass before.
fresnel_png_status fresnel_png_reader_read_rows(fresnel_png_reader *reader, uint8_t *rows,
                                                size_t stride, uint32_t count);
// Skips the next rows of a picture that is not interlaced.
fresnel_png_status fresnel_png_reader_skip_rows(fresnel_png_reader *reader, uint32_t count);
// Checks the data after the last row: its checksum, and the chunks up to the end.
fresnel_png_status fresnel_png_reader_finish(fresnel_png_reader *reader);

// MARK: Writing.

typedef struct fresnel_png_writer fresnel_png_writer;

// A writer to an open file for an 8-bit sRGB picture with 3 (RGB) or 4 channels (RGBA, straight
// alpha). `level` is zlib's, 0 to 9.
fresnel_png_writer *fresnel_png_writer_create(int fd, uint32_t width, uint32_t height,
                                              int channels, int level);
// A writer to memory, for tiles: every row is predicted from the pixel to its left.
fresnel_png_writer *fresnel_png_writer_create_in_memory(uint32_t width, uint32_t height,
                                                        int channels, int level);
// The written bytes, borrowed until it is destroyed; only after `finish`.
const uint8_t *fresnel_png_writer_bytes(const fresnel_png_writer *writer, size_t *count);
void fresnel_png_writer_destroy(fresnel_png_writer *writer);
// The last call's error message.
const char *fresnel_png_writer_message(const fresnel_png_writer *writer);
// Writes everything before the pixels.
fresnel_png_status fresnel_png_writer_start(fresnel_png_writer *writer);
fresnel_png_status fresnel_png_writer_write_rows(fresnel_png_writer *writer, const uint8_t *rows,
                                                 size_t stride, uint32_t count);
// Writes everything after the last row; the descriptor stays open.
fresnel_png_status fresnel_png_writer_finish(fresnel_png_writer *writer);
