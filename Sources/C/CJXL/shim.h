// libjxl, for its decoder; the encoder is for tests.
#pragma once
#include <jxl/decode.h>
#include <jxl/encode.h>
#include <jxl/version.h>

// From libjxl 0.9 on these functions have no pixel format parameter, which was never used.
#if JPEGXL_NUMERIC_VERSION >= JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define FRESNEL_JXL_FORMAT
#else
#define FRESNEL_JXL_FORMAT NULL,
#endif

static inline JxlDecoderStatus fresnel_jxl_encoding(
    const JxlDecoder *decoder, JxlColorProfileTarget target, JxlColorEncoding *encoding) {
  return JxlDecoderGetColorAsEncodedProfile(decoder, FRESNEL_JXL_FORMAT target, encoding);
}

static inline JxlDecoderStatus fresnel_jxl_icc_size(
    const JxlDecoder *decoder, JxlColorProfileTarget target, size_t *size) {
  return JxlDecoderGetICCProfileSize(decoder, FRESNEL_JXL_FORMAT target, size);
}

static inline JxlDecoderStatus fresnel_jxl_icc(
    const JxlDecoder *decoder, JxlColorProfileTarget target, uint8_t *bytes, size_t size) {
  return JxlDecoderGetColorAsICCProfile(decoder, FRESNEL_JXL_FORMAT target, bytes, size);
}
