#include "CRaw.h"
#include "Stream.h"

#include <libraw/libraw.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>

// LibRaw's loops may use several threads through OpenMP, if it is built with it; a decoder uses
// one.
extern "C" void omp_set_num_threads(int) __attribute__((weak));

namespace {

// Reports LibRaw's progress to a watcher.
struct Watch {
  fresnel_raw_watcher watcher = nullptr;
  void *context = nullptr;
  const Stream *stream = nullptr;
  bool isStopped = false;

  // Reading the samples is almost all of the work before `RAW2_IMAGE`, so the file offset gives the
  // progress.
  int tell(LibRaw_progress stage, int step, int steps) {
    double share = steps > 0 ? double(step) / steps : 0;
    double fraction = 0;
    if (stage < LIBRAW_PROGRESS_RAW2_IMAGE) {
      fraction = 0.25 * stream->fraction();
    } else if (stage < LIBRAW_PROGRESS_INTERPOLATE) {
      fraction = 0.25 + 0.15 * share;
    } else if (stage == LIBRAW_PROGRESS_INTERPOLATE) {
      fraction = 0.4 + 0.4 * share;
    } else {
      fraction = 0.8 + 0.2 * share;
    }
    if (!watcher || watcher(context, fraction) == 0) return 0;
    isStopped = true;
    return 1;
  }
};

// LibRaw, changed to free the sensor's samples once they are in the picture.
class Developer : public LibRaw {
public:
  Developer() {
    callbacks.data_cb = nullptr;
    // LibRaw 0.21 no longer has it.
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
    callbacks.mem_cb = nullptr;
#endif
    // If samples could not be put into the picture, it has been freed, and LibRaw would continue.
    callbacks.pre_subtractblack_cb = [](void *self) {
      if (!static_cast<LibRaw *>(self)->imgdata.image) throw LIBRAW_EXCEPTION_DECODE_RAW;
    };
    callbacks.pre_scalecolors_cb = [](void *self) {
      static_cast<Developer *>(static_cast<LibRaw *>(self))->dropSamples();
    };
  }

  bool isRotated() { return libraw_internal_data.internal_output_params.fuji_width != 0; }

private:
  void dropSamples() {
    libraw_rawdata_t &samples = imgdata.rawdata;
    if (!samples.raw_alloc) return;
    LibRaw::free(samples.raw_alloc);
    samples.raw_alloc = nullptr;
    samples.raw_image = nullptr;
    samples.color4_image = nullptr;
    samples.color3_image = nullptr;
    samples.float_image = nullptr;
    samples.float3_image = nullptr;
    samples.float4_image = nullptr;
  }
};

fresnel_raw_status status(int code) {
  switch (code) {
  case LIBRAW_SUCCESS: return FRESNEL_RAW_OK;
  case LIBRAW_FILE_UNSUPPORTED:
  case LIBRAW_NOT_IMPLEMENTED: return FRESNEL_RAW_UNSUPPORTED;
  case LIBRAW_UNSUFFICIENT_MEMORY:
  case LIBRAW_MEMPOOL_OVERFLOW:
  case LIBRAW_TOO_BIG: return FRESNEL_RAW_NO_MEMORY;
  case LIBRAW_CANCELLED_BY_CALLBACK: return FRESNEL_RAW_STOPPED;
  case ENOMEM: return FRESNEL_RAW_NO_MEMORY;
  default: return FRESNEL_RAW_CORRUPT;
  }
}

// Runs code that may throw; returns its status.
template <typename Body> fresnel_raw_status guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return FRESNEL_RAW_NO_MEMORY;
  } catch (LibRaw_exceptions exception) {
    return exception == LIBRAW_EXCEPTION_ALLOC ? FRESNEL_RAW_NO_MEMORY : FRESNEL_RAW_CORRUPT;
  } catch (...) {
    return FRESNEL_RAW_CORRUPT;
  }
}

// LibRaw's orientation bits: 1 mirrors, 2 flips vertically, 4 transposes.
int orientation(int flip) {
  static const int exif[] = {1, 2, 4, 3, 5, 8, 6, 7};
  switch (((flip % 3600) + 3600) % 360) {
  case 90: return 6;
  case 180: return 3;
  case 270: return 8;
  default: return flip >= 0 && flip < 8 ? exif[flip] : 1;
  }
}

}  // namespace

struct fresnel_raw {
  Stream stream;
  Watch watch;
  // After the stream, from which it reads until destroyed.
  Developer libraw;

  fresnel_raw(fresnel_raw_reader reader, void *context, int64_t size)
      : stream(reader, context, size) {
    watch.stream = &stream;
    libraw.set_progress_handler(
        [](void *watch, LibRaw_progress stage, int step, int steps) {
          return static_cast<Watch *>(watch)->tell(stage, step, steps);
        },
        &watch);
  }
};

extern "C" {

fresnel_raw *fresnel_raw_open(
    fresnel_raw_reader reader, void *context, int64_t size, int64_t most_bytes,
    fresnel_raw_status *result) {
  std::unique_ptr<fresnel_raw> raw;
  *result = guarded([&] {
    raw = std::make_unique<fresnel_raw>(reader, context, size);
    libraw_output_params_t &params = raw->libraw.imgdata.params;
    params.use_camera_wb = 1;
    params.output_color = 1;
    params.output_bps = 16;
    params.no_auto_bright = 1;
    params.user_qual = 0;
    unsigned megabytes = unsigned(most_bytes >> 20);
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
    raw->libraw.imgdata.rawparams.max_raw_memory_mb = megabytes;
#else
    params.max_raw_memory_mb = megabytes;
#endif
    return status(raw->libraw.open_datastream(&raw->stream));
  });
  return *result == FRESNEL_RAW_OK ? raw.release() : nullptr;
}

void fresnel_raw_close(fresnel_raw *raw) {
  guarded([&] {
    delete raw;
    return FRESNEL_RAW_OK;
  });
}

void fresnel_raw_read_shape(const fresnel_raw *raw, fresnel_raw_shape *shape) {
  const libraw_data_t &data = raw->libraw.imgdata;
  const libraw_image_sizes_t &sizes = data.sizes;
  *shape = {};
  shape->sensor_width = sizes.raw_width;
  shape->sensor_height = sizes.raw_height;
  shape->width = sizes.width;
  shape->height = sizes.height;
  shape->flip = uint32_t(sizes.flip);
  shape->filters = data.idata.filters;
  shape->colors = uint32_t(data.idata.colors);
  shape->bits = data.color.raw_bps;
}

fresnel_raw_status fresnel_raw_describe(fresnel_raw *raw, fresnel_raw_picture *picture) {
  return guarded([&] {
    Developer &libraw = raw->libraw;
    const libraw_iparams_t &camera = libraw.imgdata.idata;
    const libraw_image_sizes_t &sizes = libraw.imgdata.sizes;
    *picture = {};
    picture->sensor_width = sizes.raw_width;
    picture->sensor_height = sizes.raw_height;
    picture->is_adobe_rgb = libraw.imgdata.color.ExifColorSpace == LIBRAW_COLORSPACE_AdobeRGB;
    bool isMosaic = camera.filters != 0;
    // Without a mosaic each pixel has all of its colours.
    picture->sensor_bytes = isMosaic || camera.colors == 1 ? 2 : 8;
    bool isPlain = !libraw.isRotated() && sizes.pixel_aspect > 0.995 && sizes.pixel_aspect < 1.005;
    int code = libraw.adjust_sizes_info_only();
    if (code != LIBRAW_SUCCESS) return status(code);
    // LibRaw reports the size after orientation.
    bool isTurned = (sizes.flip & 4) != 0;
    picture->width = isTurned ? sizes.iheight : sizes.iwidth;
    picture->height = isTurned ? sizes.iwidth : sizes.iheight;
    picture->orientation = orientation(sizes.flip);
    if (isMosaic && isPlain) {
      picture->half_width = (picture->width + 1) / 2;
      picture->half_height = (picture->height + 1) / 2;
    }
    return FRESNEL_RAW_OK;
  });
}

fresnel_raw_status fresnel_raw_read_small(fresnel_raw *raw, fresnel_raw_small *small) {
  *small = {};
  return guarded([&] {
    int code = raw->libraw.unpack_thumb();
    if (code == LIBRAW_NO_THUMBNAIL || code == LIBRAW_UNSUPPORTED_THUMBNAIL)
      return FRESNEL_RAW_OK;
    if (code != LIBRAW_SUCCESS) return status(code);
    const libraw_thumbnail_t &thumbnail = raw->libraw.imgdata.thumbnail;
    if (!thumbnail.thumb) return FRESNEL_RAW_OK;
    size_t pixels = size_t(thumbnail.twidth) * thumbnail.theight;
    fresnel_raw_coding coding = FRESNEL_RAW_NOTHING;
    size_t least = 4;
    if (thumbnail.tformat == LIBRAW_THUMBNAIL_JPEG) {
      coding = FRESNEL_RAW_JPEG;
    } else if (thumbnail.tformat == LIBRAW_THUMBNAIL_BITMAP && thumbnail.tcolors == 3) {
      coding = FRESNEL_RAW_BITMAP;
      least = pixels * 3;
    } else if (thumbnail.tformat == LIBRAW_THUMBNAIL_BITMAP16 && thumbnail.tcolors == 3) {
      coding = FRESNEL_RAW_DEEP_BITMAP;
      least = pixels * 6;
    }
    if (coding == FRESNEL_RAW_NOTHING || thumbnail.tlength < least) return FRESNEL_RAW_OK;
    // Some cameras overwrite a JPEG's start marker.
    if (coding == FRESNEL_RAW_JPEG) {
      thumbnail.thumb[0] = char(0xFF);
      thumbnail.thumb[1] = char(0xD8);
    }
    small->coding = coding;
    small->width = thumbnail.twidth;
    small->height = thumbnail.theight;
    small->bytes = reinterpret_cast<const uint8_t *>(thumbnail.thumb);
    small->count = thumbnail.tlength;
    return FRESNEL_RAW_OK;
  });
}

fresnel_raw_status fresnel_raw_develop(
    fresnel_raw *raw, int32_t at_half_size, fresnel_raw_watcher watcher, void *context) {
  if (omp_set_num_threads) omp_set_num_threads(1);
  raw->watch.watcher = watcher;
  raw->watch.context = context;
  fresnel_raw_status result = guarded([&] {
    raw->libraw.imgdata.params.half_size = at_half_size;
    int code = raw->libraw.unpack();
    if (code == LIBRAW_SUCCESS) code = raw->libraw.dcraw_process();
    if (code == LIBRAW_SUCCESS && !raw->libraw.imgdata.image) code = LIBRAW_DATA_ERROR;
    return status(code);
  });
  if (raw->watch.isStopped) result = FRESNEL_RAW_STOPPED;
  raw->watch.watcher = nullptr;
  return result;
}

const uint16_t *fresnel_raw_pixels(
    const fresnel_raw *raw, uint32_t *width, uint32_t *height, int32_t *is_gray) {
  const libraw_data_t &data = raw->libraw.imgdata;
  *width = data.sizes.iwidth;
  *height = data.sizes.iheight;
  *is_gray = data.idata.colors == 1;
  return data.image ? data.image[0] : nullptr;
}

int32_t fresnel_raw_has_gaps(const fresnel_raw *raw) {
  return const_cast<fresnel_raw *>(raw)->libraw.error_count() > 0;
}

const char *fresnel_raw_version(void) {
  static char number[32];
  int version = LibRaw::versionNumber();
  std::snprintf(
      number, sizeof number, "%d.%d.%d", version >> 16, version >> 8 & 255, version & 255);
  return number;
}
}
