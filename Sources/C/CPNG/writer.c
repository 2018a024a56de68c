#include "CPNG.h"
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct fresnel_png_writer {
  png_structp png;
  png_infop info;
  int fd; // negative to write to memory
  uint8_t *kept;
  size_t count, capacity;
  uint32_t width, height;
  int channels, level;
  fresnel_png_status status;
  char message[200];
};

static void on_error(png_structp png, png_const_charp message) {
  fresnel_png_writer *writer = png_get_error_ptr(png);
  if (writer->status == FRESNEL_PNG_OK) {
    writer->status = FRESNEL_PNG_CORRUPT;
    snprintf(writer->message, sizeof writer->message, "%s", message);
  }
  png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void keep(png_structp png, png_bytep bytes, size_t count) {
  fresnel_png_writer *writer = png_get_io_ptr(png);
  if (writer->capacity - writer->count < count) {
    size_t larger = 2 * writer->capacity + count + 16384;
    uint8_t *kept = realloc(writer->kept, larger);
    if (!kept) {
      writer->status = FRESNEL_PNG_NO_MEMORY;
      png_error(png, "out of memory");
    }
    writer->kept = kept;
    writer->capacity = larger;
  }
  memcpy(writer->kept + writer->count, bytes, count);
  writer->count += count;
}

static void write_file(png_structp png, png_bytep bytes, size_t count) {
  fresnel_png_writer *writer = png_get_io_ptr(png);
  while (count > 0) {
    ssize_t put = write(writer->fd, bytes, count);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) {
      writer->status = FRESNEL_PNG_UNREADABLE;
      snprintf(writer->message, sizeof writer->message, "%s", strerror(errno));
      png_error(png, "write");
    }
    bytes += put;
    count -= (size_t)put;
  }
}

static void flush_file(png_structp png) { (void)png; }

fresnel_png_writer *fresnel_png_writer_create(int fd, uint32_t width, uint32_t height,
                                              int channels, int level) {
  fresnel_png_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->fd = fd;
  writer->width = width;
  writer->height = height;
  writer->channels = channels;
  writer->level = level;
  writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, writer, on_error, on_warning);
  if (writer->png) writer->info = png_create_info_struct(writer->png);
  if (!writer->info) {
    fresnel_png_writer_destroy(writer);
    return NULL;
  }
  return writer;
}

fresnel_png_writer *fresnel_png_writer_create_in_memory(uint32_t width, uint32_t height,
                                                        int channels, int level) {
  return fresnel_png_writer_create(-1, width, height, channels, level);
}

const uint8_t *fresnel_png_writer_bytes(const fresnel_png_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->kept;
}

void fresnel_png_writer_destroy(fresnel_png_writer *writer) {
  png_destroy_write_struct(&writer->png, &writer->info);
  free(writer->kept);
  free(writer);
}

const char *fresnel_png_writer_message(const fresnel_png_writer *writer) {
  return writer->message;
}

fresnel_png_status fresnel_png_writer_start(fresnel_png_writer *writer) {
  png_structp png = writer->png;
  if (setjmp(png_jmpbuf(png))) return writer->status;
  png_set_write_fn(png, writer, writer->fd < 0 ? keep : write_file, flush_file);
  if (writer->fd < 0) png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(png, writer->info, writer->width, writer->height, 8,
               writer->channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_compression_level(png, writer->level);
  png_write_info(png, writer->info);
  return FRESNEL_PNG_OK;
}

fresnel_png_status fresnel_png_writer_write_rows(fresnel_png_writer *writer, const uint8_t *rows,
                                                 size_t stride, uint32_t count) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  for (uint32_t row = 0; row < count; row++) png_write_row(writer->png, rows + row * stride);
  return FRESNEL_PNG_OK;
}

fresnel_png_status fresnel_png_writer_finish(fresnel_png_writer *writer) {
  if (setjmp(png_jmpbuf(writer->png))) return writer->status;
  png_write_end(writer->png, NULL);
  return FRESNEL_PNG_OK;
}
