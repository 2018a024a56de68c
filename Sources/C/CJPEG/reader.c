#include "failure.h"
#include "pins.h"
#include <errno.h>
#include <jerror.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// libjpeg walks its whole list of saved markers to add one: a file of nothing else would take
// hours. Profiles and EXIF need at most about 260.
enum { buffer_size = 65536, most_scans = 500, most_markers = 1024 };

struct fresnel_jpeg_reader {
  struct jpeg_decompress_struct info; // first: libjpeg passes a pointer to it
  fresnel_jpeg_failure failure;
  struct jpeg_source_mgr source;
  int fd;
  off_t start, offset;
  off_t end;        // after the picture; negative means the end of the file
  const uint8_t *memory; // the picture, if it is not in a file
  off_t header_end; // where the first scan's data starts
  int next_marker;  // the number of the first restart marker, if the picture is entered later
  bool is_inverted; // CMYK as Adobe stores it: 255 for no ink
  bool is_output_started;
  bool has_means; // the first scans of all components have been read
  bool is_cut; // the file ended before the picture
  JOCTET *icc;
  JOCTET buffer[buffer_size];
};

// MARK: The source

static void init_source(j_decompress_ptr info) { (void)info; }
static void term_source(j_decompress_ptr info) { (void)info; }

static void keep_markers(j_decompress_ptr info, unsigned longest) {
  jpeg_save_markers(info, JPEG_APP0 + 1, longest);
  jpeg_save_markers(info, JPEG_APP0 + 2, longest);
}

static void limit_markers(j_decompress_ptr info) {
  int count = 0;
  for (jpeg_saved_marker_ptr marker = info->marker_list; marker; marker = marker->next)
    if (++count > most_markers) return keep_markers(info, 0);
}

static boolean fill_input_buffer(j_decompress_ptr info) {
  fresnel_jpeg_reader *reader = (fresnel_jpeg_reader *)info;
  limit_markers(info);
  size_t most = buffer_size;
  if (reader->end >= 0) {
    off_t left = reader->end - reader->offset;
    if (left < 0) left = 0;
    if (left < buffer_size) most = (size_t)left;
  }
  ssize_t got = 0;
  if (reader->memory) {
    memcpy(reader->buffer, reader->memory + (most > 0 ? reader->offset : 0), most);
    got = (ssize_t)most;
  } else if (most > 0) {
    do got = pread(reader->fd, reader->buffer, most, reader->offset);
    while (got < 0 && errno == EINTR);
  }
  if (got < 0) fresnel_jpeg_fail(&reader->failure, FRESNEL_JPEG_UNREADABLE, strerror(errno));
  if (got == 0) {
    if (reader->offset == reader->start) ERREXIT(info, JERR_INPUT_EMPTY);
    if (reader->header_end == reader->offset)
      fresnel_jpeg_fail(&reader->failure, FRESNEL_JPEG_CORRUPT, "the file ends after its header");
    // Show what was decoded: the rest becomes grey, as in other programs.
    WARNMS(info, JWRN_JPEG_EOF);
    reader->is_cut = true;
    reader->buffer[0] = 0xFF;
    reader->buffer[1] = JPEG_EOI;
    reader->source.next_input_byte = reader->buffer;
    reader->source.bytes_in_buffer = 2;
    return TRUE;
  }
  reader->offset += got;
  reader->source.next_input_byte = reader->buffer;
  reader->source.bytes_in_buffer = (size_t)got;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr info, long count) {
  fresnel_jpeg_reader *reader = (fresnel_jpeg_reader *)info;
  if (count <= 0) return;
  size_t here = reader->source.bytes_in_buffer;
  if ((size_t)count <= here) {
    reader->source.next_input_byte += count;
    reader->source.bytes_in_buffer -= (size_t)count;
  } else {
    reader->offset += count - (long)here;
    reader->source.bytes_in_buffer = 0;
  }
}

// Called for an unexpected restart marker. libjpeg counts from where it began.
static boolean resync_to_restart(j_decompress_ptr info, int desired) {
  const fresnel_jpeg_reader *reader = (const fresnel_jpeg_reader *)info;
  int own = (desired + reader->next_marker) & 7;
  if (info->unread_marker != JPEG_RST0 + own) return jpeg_resync_to_restart(info, own);
  info->unread_marker = 0;
  return TRUE;
}

// MARK: Life

fresnel_jpeg_reader *fresnel_jpeg_reader_create(int fd) {
  fresnel_jpeg_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  reader->info.err = fresnel_jpeg_failure_prepare(&reader->failure);
  if (setjmp(reader->failure.jump)) {
    free(reader);
    return NULL;
  }
  jpeg_create_decompress(&reader->info);
  reader->fd = fd;
  reader->end = -1;
  reader->header_end = -1;
  reader->source.init_source = init_source;
  reader->source.fill_input_buffer = fill_input_buffer;
  reader->source.skip_input_data = skip_input_data;
  reader->source.resync_to_restart = resync_to_restart;
  reader->source.term_source = term_source;
  reader->info.src = &reader->source;
  // There is no file to swap coefficients to.
  reader->info.mem->max_memory_to_use = 1L << 30;
  return reader;
}

void fresnel_jpeg_reader_confine(fresnel_jpeg_reader *reader, int64_t start, int64_t end) {
  reader->start = reader->offset = start;
  reader->end = end;
}

void fresnel_jpeg_reader_lend(fresnel_jpeg_reader *reader, const uint8_t *bytes, size_t count) {
  reader->memory = bytes;
  reader->start = reader->offset = 0;
  reader->end = (off_t)count;
}

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *fresnel_jpeg_library_version(void) {
  // The version can't be queried at run time; this is that of the headers.
  return TEXT(LIBJPEG_TURBO_VERSION);
}

bool fresnel_jpeg_reader_is_cut(const fresnel_jpeg_reader *reader) { return reader->is_cut; }

void fresnel_jpeg_reader_destroy(fresnel_jpeg_reader *reader) {
  jpeg_destroy_decompress(&reader->info);
  free(reader->icc);
  free(reader);
}

const char *fresnel_jpeg_reader_message(const fresnel_jpeg_reader *reader) {
  return reader->failure.message;
}

uint64_t fresnel_jpeg_reader_offset(const fresnel_jpeg_reader *reader) {
  return (uint64_t)(reader->offset - reader->start);
}

// MARK: The header

static void set_color(fresnel_jpeg_reader *reader, fresnel_jpeg_header *header) {
  struct jpeg_decompress_struct *info = &reader->info;
  switch (info->jpeg_color_space) {
  case JCS_GRAYSCALE:
    info->out_color_space = JCS_GRAYSCALE;
    header->channels = 1;
    header->color = FRESNEL_JPEG_GRAY;
    break;
  case JCS_RGB:
  case JCS_YCbCr:
    info->out_color_space = JCS_RGB;
    header->channels = 3;
    header->color = info->jpeg_color_space == JCS_RGB ? FRESNEL_JPEG_RGB : FRESNEL_JPEG_YCBCR;
    break;
  case JCS_CMYK:
  case JCS_YCCK:
    info->out_color_space = JCS_CMYK;
    header->channels = 4;
    header->color = info->jpeg_color_space == JCS_CMYK ? FRESNEL_JPEG_CMYK : FRESNEL_JPEG_YCCK;
    // With or without Adobe's marker, as in browsers, ImageMagick and libvips: files written the
    // other way look wrong nearly everywhere.
    reader->is_inverted = header->is_inverted = true;
    break;
  default:
    fresnel_jpeg_fail(&reader->failure, FRESNEL_JPEG_UNSUPPORTED, "an unknown number of colours");
  }
}

static void get_metadata(fresnel_jpeg_reader *reader, fresnel_jpeg_header *header) {
  unsigned count;
  if (jpeg_read_icc_profile(&reader->info, &reader->icc, &count)) {
    header->icc = reader->icc;
    header->icc_count = count;
  }
  static const char exif[6] = "Exif\0";
  static const char xmp[] = "http://ns.adobe.com/xap/1.0/";
  for (jpeg_saved_marker_ptr marker = reader->info.marker_list; marker; marker = marker->next) {
    if (marker->marker != JPEG_APP0 + 1 || marker->data_length <= sizeof xmp ||
        memcmp(marker->data, xmp, sizeof xmp) != 0)
      continue;
    header->xmp = marker->data + sizeof xmp;
    header->xmp_count = marker->data_length - sizeof xmp;
    break;
  }
  for (jpeg_saved_marker_ptr marker = reader->info.marker_list; marker; marker = marker->next) {
    bool found = marker->marker == JPEG_APP0 + 1 && marker->data_length > sizeof exif &&
                 memcmp(marker->data, exif, sizeof exif) == 0;
    if (!found) continue;
    header->exif = marker->data + sizeof exif;
    header->exif_count = marker->data_length - sizeof exif;
    break;
  }
}

// The MCUs at which a picture's data can be entered.
static void set_units(const fresnel_jpeg_reader *reader, fresnel_jpeg_header *header) {
  const struct jpeg_decompress_struct *info = &reader->info;
  // The blocks of a single component are stored one by one, whatever its sampling factors.
  bool has_units = info->comps_in_scan > 1 || (info->max_h_samp_factor == 1 && info->max_v_samp_factor == 1);
  uint32_t width = (uint32_t)info->max_h_samp_factor * DCTSIZE;
  header->unit_width = width;
  header->unit_height = (uint32_t)info->max_v_samp_factor * DCTSIZE;
  header->columns = (info->image_width + width - 1) / width;
  header->rows = info->total_iMCU_rows;
  header->data_offset = (uint64_t)(reader->header_end - reader->start);
  if (has_units && !jpeg_has_multiple_scans((j_decompress_ptr)info) && !info->arith_code)
    header->restart_interval = info->restart_interval;
}

fresnel_jpeg_status fresnel_jpeg_reader_read_header(fresnel_jpeg_reader *reader, bool with_metadata,
                                                    fresnel_jpeg_header *header) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  if (with_metadata) keep_markers(info, 0xFFFF);
  jpeg_read_header(info, TRUE);
  const JOCTET *next = reader->source.next_input_byte;
  size_t left = reader->source.bytes_in_buffer;
  if (left >= 2 && next[0] == 0xFF && next[1] == JPEG_EOI)
    fresnel_jpeg_fail(&reader->failure, FRESNEL_JPEG_CORRUPT, "the file ends after its header");
  reader->header_end = reader->offset - (off_t)left;
  *header = (fresnel_jpeg_header){.width = info->image_width, .height = info->image_height};
  set_color(reader, header);
  set_units(reader, header);
  header->is_whole = jpeg_has_multiple_scans(info);
  header->is_progressive = info->progressive_mode;
  for (int index = 0; index < info->num_components; index++) {
    const jpeg_component_info *component = &info->comp_info[index];
    header->whole_bytes +=
        (uint64_t)component->width_in_blocks * component->height_in_blocks * sizeof(JBLOCK);
  }
  if (with_metadata) get_metadata(reader, header);
  return FRESNEL_JPEG_OK;
}

// MARK: Rows

void fresnel_jpeg_reader_enter(fresnel_jpeg_reader *reader, uint32_t row, uint32_t marker,
                               uint64_t offset) {
  struct jpeg_decompress_struct *info = &reader->info;
  // For libjpeg it is a picture without the rows above. Its other sizes are computed at the start.
  uint32_t unit_height = (uint32_t)info->max_v_samp_factor * DCTSIZE;
  info->image_height -= row * unit_height;
  info->total_iMCU_rows -= row;
  for (int index = 0; index < info->num_components; index++) {
    jpeg_component_info *component = &info->comp_info[index];
    uint32_t share = (uint32_t)component->v_samp_factor;
    component->height_in_blocks = (info->image_height * share + unit_height - 1) / unit_height;
  }
  reader->next_marker = (int)marker + 1;
  reader->offset = reader->start + (off_t)offset;
  reader->source.bytes_in_buffer = 0;
}

// Crops the columns before the first row is read, if that is cheaper.
static void crop(fresnel_jpeg_reader *reader, uint32_t first, uint32_t count,
                 fresnel_jpeg_layout *layout) {
  struct jpeg_decompress_struct *info = &reader->info;
  // Chroma is interpolated from its neighbours: one more MCU on each side keeps the edges exact.
  uint32_t unit = (uint32_t)(info->max_h_samp_factor * DCTSIZE);
  JDIMENSION left = first > unit ? first - unit : 0;
  JDIMENSION right = info->output_width;
  if (count < right - first && right - first - count > unit) right = first + count + unit;
  JDIMENSION width = right - left;
  if (width < info->output_width) jpeg_crop_scanline(info, &left, &width);
  layout->first_column = left;
  layout->column_count = width;
}

fresnel_jpeg_status fresnel_jpeg_reader_start(fresnel_jpeg_reader *reader, unsigned eighths,
                                              uint32_t first_column, uint32_t column_count,
                                              fresnel_jpeg_layout *layout) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  info->scale_num = eighths;
  info->scale_denom = 8;
  info->dct_method = JDCT_ISLOW;
  info->do_fancy_upsampling = TRUE;
  // Several scans are read step by step, so that a cancelled picture stops soon.
  info->buffered_image = jpeg_has_multiple_scans(info);
  jpeg_start_decompress(info);
  *layout = (fresnel_jpeg_layout){
      .width = info->output_width,
      .height = info->output_height,
      .column_count = info->output_width,
      .unit_height = (uint32_t)info->max_v_samp_factor * eighths,
  };
  if (!info->buffered_image && eighths == 8) crop(reader, first_column, column_count, layout);
  return FRESNEL_JPEG_OK;
}

// True if a scan with each component's means has begun; right after the end of a scan, if they are
// complete.
static bool all_means(const struct jpeg_decompress_struct *info) {
  for (int index = 0; index < info->num_components; index++)
    if (info->coef_bits[index][0] < 0) return false;
  return true;
}

// True if the scan that has just begun has the picture's last bits: rows can be read during it.
static bool is_last_scan(const struct jpeg_decompress_struct *info) {
  for (int index = 0; index < info->num_components; index++)
    for (int coefficient = 0; coefficient < DCTSIZE2; coefficient++)
      if (info->coef_bits[index][coefficient] != 0) return false;
  return true;
}

fresnel_jpeg_status fresnel_jpeg_reader_prepare(fresnel_jpeg_reader *reader, unsigned units,
                                                bool *ready) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  *ready = !info->buffered_image || reader->is_output_started;
  for (unsigned unit = 0; unit < units && !*ready; unit++) {
    int event = jpeg_consume_input(info);
    if (info->progressive_mode && !reader->has_means) {
      bool is_there = event == JPEG_SCAN_COMPLETED && all_means(info);
      reader->has_means = is_there || event == JPEG_REACHED_EOI;
      if (reader->has_means) break;
    }
    bool is_last = info->progressive_mode && event == JPEG_REACHED_SOS && is_last_scan(info);
    if (event == JPEG_REACHED_EOI || is_last) {
      jpeg_start_output(info, info->input_scan_number);
      reader->is_output_started = true;
      *ready = true;
    }
    // A real file has about ten; thousands are an attack on processor time.
    if (info->input_scan_number > most_scans)
      fresnel_jpeg_fail(&reader->failure, FRESNEL_JPEG_CORRUPT, "too many scans");
  }
  return FRESNEL_JPEG_OK;
}

bool fresnel_jpeg_reader_has_means(const fresnel_jpeg_reader *reader) { return reader->has_means; }

fresnel_jpeg_means fresnel_jpeg_reader_means(const fresnel_jpeg_reader *reader,
                                             unsigned component) {
  const struct jpeg_decompress_struct *info = &reader->info;
  const jpeg_component_info *own = &info->comp_info[component];
  return (fresnel_jpeg_means){
      .width = own->width_in_blocks,
      .height = own->height_in_blocks,
      .horizontal = (uint32_t)own->h_samp_factor,
      .vertical = (uint32_t)own->v_samp_factor,
      .most_horizontal = (uint32_t)info->max_h_samp_factor,
      .most_vertical = (uint32_t)info->max_v_samp_factor,
  };
}

fresnel_jpeg_status fresnel_jpeg_reader_read_means(fresnel_jpeg_reader *reader, unsigned component,
                                                   uint32_t row, uint8_t *samples) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  const jpeg_component_info *own = &info->comp_info[component];
  jvirt_barray_ptr blocks = jpeg_read_coefficients(info)[component];
  JBLOCKROW line = *info->mem->access_virt_barray((j_common_ptr)info, blocks, row, 1, FALSE);
  // Without a quantisation table nothing of the component has arrived: it is grey.
  int64_t step = own->quant_table ? own->quant_table->quantval[0] : 0;
  // Missing bits count as half of their range.
  int coming = info->coef_bits[component][0];
  int64_t half = coming > 0 ? ((int64_t)1 << coming) - 1 : 0;
  for (JDIMENSION column = 0; column < own->width_in_blocks; column++) {
    int64_t sample = CENTERJSAMPLE + (((2 * line[column][0] + half) * step + 8) >> 4);
    samples[column] = (uint8_t)(sample < 0 ? 0 : sample > MAXJSAMPLE ? MAXJSAMPLE : sample);
  }
  return FRESNEL_JPEG_OK;
}

fresnel_jpeg_status fresnel_jpeg_reader_rewind(fresnel_jpeg_reader *reader, unsigned units,
                                               bool *ready) {
  struct jpeg_decompress_struct *info = &reader->info;
  *ready = false;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  for (unsigned unit = 0; unit < units && !*ready; unit++) {
    *ready = info->input_scan_number > info->output_scan_number || jpeg_input_complete(info);
    if (!*ready) jpeg_consume_input(info);
  }
  if (!*ready) return FRESNEL_JPEG_OK;
  jpeg_finish_output(info);
  jpeg_start_output(info, info->input_scan_number);
  return FRESNEL_JPEG_OK;
}

fresnel_jpeg_status fresnel_jpeg_reader_read_to_end(fresnel_jpeg_reader *reader, uint64_t *end) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  info->scale_num = 1;
  info->scale_denom = 8;
  info->dct_method = JDCT_IFAST;
  info->do_fancy_upsampling = FALSE;
  jpeg_start_decompress(info);
  // When told to skip to the end, libjpeg-turbo reads nothing.
  if (info->output_height > 1) jpeg_skip_scanlines(info, info->output_height - 1);
  JSAMPARRAY row = (*info->mem->alloc_sarray)(
      (j_common_ptr)info, JPOOL_IMAGE, info->output_width * (JDIMENSION)info->output_components, 1);
  while (info->output_scanline < info->output_height) jpeg_read_scanlines(info, row, 1);
  jpeg_finish_decompress(info);
  *end = (uint64_t)(reader->offset - (off_t)reader->source.bytes_in_buffer - reader->start);
  return FRESNEL_JPEG_OK;
}

fresnel_jpeg_status fresnel_jpeg_reader_skip_rows(fresnel_jpeg_reader *reader, uint32_t count) {
  struct jpeg_decompress_struct *info = &reader->info;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  // Read only these rows' part of a running scan now, not all of it with the first row.
  if (info->buffered_image) {
    JDIMENSION height = (JDIMENSION)(info->max_v_samp_factor * DCTSIZE);
    JDIMENSION end = (info->output_scanline + count) / height;
    while (info->input_scan_number <= info->output_scan_number && info->input_iMCU_row < end &&
           !jpeg_input_complete(info))
      jpeg_consume_input(info);
  }
  jpeg_skip_scanlines(info, count);
  return FRESNEL_JPEG_OK;
}

fresnel_jpeg_status fresnel_jpeg_reader_read_rows(fresnel_jpeg_reader *reader, uint8_t *rows,
                                                  size_t stride, uint32_t count, uint32_t *got) {
  struct jpeg_decompress_struct *info = &reader->info;
  *got = 0;
  if (setjmp(reader->failure.jump)) return reader->failure.status;
  while (*got < count && info->output_scanline < info->output_height) {
    JSAMPROW batch[16];
    uint32_t wanted = count - *got < 16 ? count - *got : 16;
    for (uint32_t row = 0; row < wanted; row++) batch[row] = rows + (*got + row) * stride;
    *got += jpeg_read_scanlines(info, batch, wanted);
  }
  if (reader->is_inverted) {
    size_t width = (size_t)info->output_width * 4;
    for (uint32_t row = 0; row < *got; row++)
      for (size_t index = 0; index < width; index++) rows[row * stride + index] ^= 0xFF;
  }
  return FRESNEL_JPEG_OK;
}
