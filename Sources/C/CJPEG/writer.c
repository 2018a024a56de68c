#include "failure.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { buffer_size = 65536, first_kept_size = 8192, rows_at_once = 16 };

struct fresnel_jpeg_writer {
  struct jpeg_compress_struct info; // first: libjpeg passes a pointer to it
  fresnel_jpeg_failure failure;
  struct jpeg_destination_mgr destination;
  jpeg_scan_info scans[2 * MAX_COMPONENTS];
  int fd; // negative to write to memory
  JOCTET *buffer;
  size_t capacity;
  size_t count; // of the bytes in memory, once finished
};

static void write_all(fresnel_jpeg_writer *writer, size_t count) {
  const JOCTET *bytes = writer->buffer;
  while (count > 0) {
    ssize_t put = write(writer->fd, bytes, count);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fresnel_jpeg_fail(&writer->failure, FRESNEL_JPEG_UNREADABLE, strerror(errno));
    bytes += put;
    count -= (size_t)put;
  }
}

static void init_destination(j_compress_ptr info) {
  fresnel_jpeg_writer *writer = (fresnel_jpeg_writer *)info;
  writer->destination.next_output_byte = writer->buffer;
  writer->destination.free_in_buffer = writer->capacity;
}

static void grow(fresnel_jpeg_writer *writer) {
  size_t before = writer->capacity;
  JOCTET *larger = realloc(writer->buffer, 2 * before);
  if (!larger) fresnel_jpeg_fail(&writer->failure, FRESNEL_JPEG_NO_MEMORY, "out of memory");
  writer->buffer = larger;
  writer->capacity = 2 * before;
  writer->destination.next_output_byte = larger + before;
  writer->destination.free_in_buffer = before;
}

static boolean empty_output_buffer(j_compress_ptr info) {
  fresnel_jpeg_writer *writer = (fresnel_jpeg_writer *)info;
  if (writer->fd < 0) {
    grow(writer);
    return TRUE;
  }
  write_all(writer, writer->capacity);
  init_destination(info);
  return TRUE;
}

static void term_destination(j_compress_ptr info) {
  fresnel_jpeg_writer *writer = (fresnel_jpeg_writer *)info;
  writer->count = writer->capacity - writer->destination.free_in_buffer;
  if (writer->fd >= 0) write_all(writer, writer->count);
}

static fresnel_jpeg_writer *create(int fd, size_t capacity) {
  fresnel_jpeg_writer *writer = calloc(1, sizeof *writer);
  if (!writer) return NULL;
  writer->buffer = malloc(capacity);
  if (!writer->buffer) {
    free(writer);
    return NULL;
  }
  writer->capacity = capacity;
  writer->info.err = fresnel_jpeg_failure_prepare(&writer->failure);
  if (setjmp(writer->failure.jump)) {
    free(writer->buffer);
    free(writer);
    return NULL;
  }
  jpeg_create_compress(&writer->info);
  writer->fd = fd;
  writer->destination.init_destination = init_destination;
  writer->destination.empty_output_buffer = empty_output_buffer;
  writer->destination.term_destination = term_destination;
  writer->info.dest = &writer->destination;
  return writer;
}

fresnel_jpeg_writer *fresnel_jpeg_writer_create(int fd) { return create(fd, buffer_size); }

fresnel_jpeg_writer *fresnel_jpeg_writer_create_in_memory(void) {
  return create(-1, first_kept_size);
}

const uint8_t *fresnel_jpeg_writer_bytes(const fresnel_jpeg_writer *writer, size_t *count) {
  *count = writer->count;
  return writer->buffer;
}

void fresnel_jpeg_writer_destroy(fresnel_jpeg_writer *writer) {
  jpeg_destroy_compress(&writer->info);
  free(writer->buffer);
  free(writer);
}

const char *fresnel_jpeg_writer_message(const fresnel_jpeg_writer *writer) {
  return writer->failure.message;
}

static void set_color(struct jpeg_compress_struct *info, const fresnel_jpeg_options *options) {
  static const J_COLOR_SPACE given[] = {JCS_GRAYSCALE, JCS_RGB, JCS_RGB,
                                        JCS_CMYK,      JCS_CMYK, JCS_EXT_RGBX};
  static const J_COLOR_SPACE stored[] = {JCS_GRAYSCALE, JCS_YCbCr, JCS_RGB,
                                         JCS_CMYK,      JCS_YCCK,  JCS_YCbCr};
  static const int channels[] = {1, 3, 3, 4, 4, 4};
  info->in_color_space = given[options->color];
  info->input_components = channels[options->color];
  jpeg_set_defaults(info);
  jpeg_set_colorspace(info, stored[options->color]);
  if (options->color != FRESNEL_JPEG_YCBCR && options->color != FRESNEL_JPEG_YCCK &&
      options->color != FRESNEL_JPEG_YCBCR_OF_RGBX)
    return;
  for (int index = 0; index < info->num_components; index++) {
    bool is_chroma = index == 1 || index == 2;
    info->comp_info[index].h_samp_factor = is_chroma ? 1 : options->horizontal;
    info->comp_info[index].v_samp_factor = is_chroma ? 1 : options->vertical;
  }
}

// Each component's means or, without progressive coding, all of it; then the rest of each.
static void separate_scans(fresnel_jpeg_writer *writer, bool is_progressive) {
  struct jpeg_compress_struct *info = &writer->info;
  info->num_scans = 0;
  for (int part = 0; part < (is_progressive ? 2 : 1); part++) {
    for (int index = 0; index < info->num_components; index++) {
      jpeg_scan_info *scan = &writer->scans[info->num_scans++];
      *scan = (jpeg_scan_info){.comps_in_scan = 1, .component_index = {index}};
      scan->Ss = part;
      scan->Se = is_progressive && part == 0 ? 0 : DCTSIZE2 - 1;
    }
  }
  info->scan_info = writer->scans;
}

// The EXIF segment's length field limits it to less than 64 KiB.
static void write_exif(struct jpeg_compress_struct *info, const uint8_t *bytes, size_t count) {
  static const char name[6] = "Exif\0";
  jpeg_write_m_header(info, JPEG_APP0 + 1, (unsigned)(sizeof name + count));
  for (size_t index = 0; index < sizeof name; index++) jpeg_write_m_byte(info, name[index]);
  for (size_t index = 0; index < count; index++) jpeg_write_m_byte(info, bytes[index]);
}

static void write_xmp(struct jpeg_compress_struct *info, const uint8_t *bytes, size_t count) {
  static const char name[] = "http://ns.adobe.com/xap/1.0/";
  jpeg_write_m_header(info, JPEG_APP0 + 1, (unsigned)(sizeof name + count));
  for (size_t index = 0; index < sizeof name; index++) jpeg_write_m_byte(info, name[index]);
  for (size_t index = 0; index < count; index++) jpeg_write_m_byte(info, bytes[index]);
}

fresnel_jpeg_status fresnel_jpeg_writer_start(fresnel_jpeg_writer *writer,
                                              const fresnel_jpeg_options *options) {
  struct jpeg_compress_struct *info = &writer->info;
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  info->image_width = options->width;
  info->image_height = options->height;
  set_color(info, options);
  jpeg_set_quality(info, options->quality, TRUE);
  if (options->is_progressive) jpeg_simple_progression(info);
  if (options->is_separate) separate_scans(writer, options->is_progressive);
  info->arith_code = options->is_arithmetic;
  info->restart_in_rows = options->restart_rows;
  info->restart_interval = (unsigned)options->restart_interval;
  jpeg_start_compress(info, TRUE);
  if (options->exif) write_exif(info, options->exif, options->exif_count);
  if (options->xmp) write_xmp(info, options->xmp, options->xmp_count);
  if (options->icc) jpeg_write_icc_profile(info, options->icc, (unsigned)options->icc_count);
  return FRESNEL_JPEG_OK;
}

fresnel_jpeg_status fresnel_jpeg_writer_write_rows(fresnel_jpeg_writer *writer, const uint8_t *rows,
                                                   size_t stride, uint32_t count) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  JSAMPROW lines[rows_at_once];
  for (uint32_t row = 0; row < count; row += rows_at_once) {
    uint32_t most = count - row < rows_at_once ? count - row : rows_at_once;
    for (uint32_t line = 0; line < most; line++) {
      lines[line] = (JSAMPROW)(rows + (row + line) * stride);
    }
    jpeg_write_scanlines(&writer->info, lines, most);
  }
  return FRESNEL_JPEG_OK;
}

fresnel_jpeg_status fresnel_jpeg_writer_finish(fresnel_jpeg_writer *writer) {
  if (setjmp(writer->failure.jump)) return writer->failure.status;
  jpeg_finish_compress(&writer->info);
  return FRESNEL_JPEG_OK;
}
