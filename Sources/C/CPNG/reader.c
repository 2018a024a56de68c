#include "CPNG.h"
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fresnel_png_reader {
  png_structp png;
  png_infop info;
  png_bytep skipped; // a row to skip
  int fd;
  off_t offset;
  off_t end; // after the picture; negative means the end of the file
  const fresnel_png_piece *pieces; // replace the file's bytes from `offset` on
  size_t piece_count;
  size_t piece_done; // bytes consumed of the first piece
  uint64_t rows_read;
  fresnel_png_status status;
  char message[200];
};

static void on_error(png_structp png, png_const_charp message) {
  fresnel_png_reader *reader = png_get_error_ptr(png);
  if (reader->status == FRESNEL_PNG_OK) {
    // libpng's only wording for a failed allocation.
    bool memory = strstr(message, "memory") != NULL || strstr(message, "Out of") != NULL;
    reader->status = memory ? FRESNEL_PNG_NO_MEMORY : FRESNEL_PNG_CORRUPT;
    snprintf(reader->message, sizeof reader->message, "%s", message);
  }
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// Reads at most `count` bytes of the file; 0 at the end of the picture.
static ssize_t read_at(fresnel_png_reader *reader, off_t offset, png_bytep bytes, size_t count) {
  if (reader->end >= 0) {
    off_t left = reader->end - offset;
    if (left < 0) left = 0;
    if ((uint64_t)left < count) count = (size_t)left;
  }
  return count == 0 ? 0 : pread(reader->fd, bytes, count, offset);
}

// Reads at most `count` bytes of the pieces.
static ssize_t read_pieces(fresnel_png_reader *reader, png_bytep bytes, size_t count) {
  while (reader->piece_count > 0 && reader->piece_done == reader->pieces->count) {
    reader->pieces++;
    reader->piece_count--;
    reader->piece_done = 0;
  }
  if (reader->piece_count == 0) return 0;
  const fresnel_png_piece *piece = reader->pieces;
  size_t left = piece->count - reader->piece_done;
  if (left < count) count = left;
  ssize_t got = (ssize_t)count;
  if (piece->bytes) {
    memcpy(bytes, piece->bytes + reader->piece_done, count);
  } else {
    got = read_at(reader, piece->offset + (off_t)reader->piece_done, bytes, count);
  }
  if (got > 0) reader->piece_done += (size_t)got;
  return got;
}

static void read_file(png_structp png, png_bytep bytes, size_t count) {
  fresnel_png_reader *reader = png_get_io_ptr(png);
  while (count > 0) {
    ssize_t got = reader->pieces ? read_pieces(reader, bytes, count)
                                 : read_at(reader, reader->offset, bytes, count);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      reader->status = FRESNEL_PNG_UNREADABLE;
      snprintf(reader->message, sizeof reader->message, "%s", strerror(errno));
    }
    if (got == 0) {
      reader->status = FRESNEL_PNG_CUT;
      snprintf(reader->message, sizeof reader->message, "the file ends too early");
    }
    if (got <= 0) png_error(png, "read");
    bytes += got;
    count -= (size_t)got;
    reader->offset += got;
  }
}

fresnel_png_reader *fresnel_png_reader_create(int fd) {
  fresnel_png_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->fd = fd;
  reader->end = -1;
  // libpng sets its own jump inside this call and returns NULL.
  reader->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reader, on_error, on_warning);
  if (reader->png) reader->info = png_create_info_struct(reader->png);
  if (!reader->info) {
    fresnel_png_reader_destroy(reader);
    return NULL;
  }
  return reader;
}

void fresnel_png_reader_confine(fresnel_png_reader *reader, int64_t start, int64_t end) {
  reader->offset = start;
  reader->end = end;
}

void fresnel_png_reader_retell(fresnel_png_reader *reader, const fresnel_png_piece *pieces,
                               size_t count) {
  reader->pieces = pieces;
  reader->piece_count = count;
}

const char *fresnel_png_library_version(void) { return png_get_libpng_ver(NULL); }

void fresnel_png_reader_destroy(fresnel_png_reader *reader) {
  png_destroy_read_struct(&reader->png, &reader->info, NULL);
  free(reader->skipped);
  free(reader);
}

const char *fresnel_png_reader_message(const fresnel_png_reader *reader) {
  return reader->message;
}

uint64_t fresnel_png_reader_rows_read(const fresnel_png_reader *reader) {
  return reader->rows_read;
}

// Chunks that no viewer needs are ignored.
static const png_byte ignored[] = "bKGD\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0tEXt\0"
                                  "tIME\0zTXt";

// cICP, which libpng keeps as an unknown chunk: primaries, transfer, matrix (0 is RGB), and true
// for full range.
static void get_code_points(fresnel_png_reader *reader, fresnel_png_header *header) {
  png_unknown_chunkp chunks;
  int count = png_get_unknown_chunks(reader->png, reader->info, &chunks);
  for (int index = 0; index < count; index++) {
    const png_unknown_chunk *chunk = &chunks[index];
    if (memcmp(chunk->name, "cICP", 4) != 0 || chunk->size != 4 || header->has_code_points) continue;
    header->has_code_points = chunk->data[2] == 0 && chunk->data[3] == 1;
    header->primaries = chunk->data[0];
    header->transfer = chunk->data[1];
  }
}

static void get_color(fresnel_png_reader *reader, fresnel_png_header *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  png_charp name;
  png_bytep bytes;
  png_uint_32 count;
  int number;
  if (png_get_iCCP(png, info, &name, &number, &bytes, &count)) {
    header->icc = bytes;
    header->icc_count = count;
  }
  get_code_points(reader, header);
  header->has_srgb = png_get_sRGB(png, info, &number) != 0;
  header->has_gamma = png_get_gAMA(png, info, &header->gamma) != 0;
  double *xy = header->chromaticities;
  header->has_chromaticities = png_get_cHRM(png, info, &xy[0], &xy[1], &xy[2], &xy[3], &xy[4],
                                            &xy[5], &xy[6], &xy[7]) != 0;
  if (png_get_eXIf_1(png, info, &count, &bytes)) {
    header->exif = bytes;
    header->exif_count = count;
  }
}

fresnel_png_status fresnel_png_reader_read_header(fresnel_png_reader *reader,
                                                  fresnel_png_header *header) {
  png_structp png = reader->png;
  png_infop info = reader->info;
  if (setjmp(png_jmpbuf(png))) return reader->status;
  png_set_read_fn(png, reader, read_file);
  // The caller limits the size itself, with a better message than libpng's.
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_cache_max(png, 64);
  png_set_chunk_malloc_max(png, 16 << 20);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, ignored, sizeof ignored / 5);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (const png_byte *)"cICP", 1);
  png_read_info(png, info);
  *header = (fresnel_png_header){0};
  header->has_alpha = (png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) != 0 ||
                      png_get_valid(png, info, PNG_INFO_tRNS) != 0;
  header->is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  get_color(reader, header);
  png_set_expand(png); // palettes, grey below 8 bits and tRNS, all exactly
  const uint16_t one = 1;
  if (*(const uint8_t *)&one) png_set_swap(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  header->width = png_get_image_width(png, info);
  header->height = png_get_image_height(png, info);
  header->channels = png_get_channels(png, info);
  header->depth = png_get_bit_depth(png, info);
  header->row_bytes = png_get_rowbytes(png, info);
  return FRESNEL_PNG_OK;
}

fresnel_png_status fresnel_png_reader_read_rows(fresnel_png_reader *reader, uint8_t *rows,
                                                size_t stride, uint32_t count) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  for (uint32_t row = 0; row < count; row++) {
    png_read_row(reader->png, rows + row * stride, NULL);
    reader->rows_read++;
  }
  return FRESNEL_PNG_OK;
}

fresnel_png_status fresnel_png_reader_skip_rows(fresnel_png_reader *reader, uint32_t count) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  if (!reader->skipped) reader->skipped = malloc(png_get_rowbytes(reader->png, reader->info));
  if (!reader->skipped) png_error(reader->png, "out of memory");
  for (uint32_t row = 0; row < count; row++) {
    png_read_row(reader->png, reader->skipped, NULL);
    reader->rows_read++;
  }
  return FRESNEL_PNG_OK;
}

fresnel_png_status fresnel_png_reader_finish(fresnel_png_reader *reader) {
  if (setjmp(png_jmpbuf(reader->png))) return reader->status;
  png_read_end(reader->png, NULL);
  return FRESNEL_PNG_OK;
}
