#include "failure.h"
#include <jerror.h>
#include <string.h>

static fresnel_jpeg_status status_of(int code) {
  switch (code) {
  case JERR_OUT_OF_MEMORY:
  case JERR_NO_BACKING_STORE:
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
    return FRESNEL_JPEG_NO_MEMORY;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_PRECISION:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_NOTIMPL:
  case JERR_SOF_UNSUPPORTED:
    return FRESNEL_JPEG_UNSUPPORTED;
  default:
    return FRESNEL_JPEG_CORRUPT;
  }
}

static void on_error(j_common_ptr info) {
  fresnel_jpeg_failure *failure = (fresnel_jpeg_failure *)info->err;
  failure->status = status_of(info->err->msg_code);
  info->err->format_message(info, failure->message);
  longjmp(failure->jump, 1);
}

static void on_message(j_common_ptr info) { (void)info; }

struct jpeg_error_mgr *fresnel_jpeg_failure_prepare(fresnel_jpeg_failure *failure) {
  jpeg_std_error(&failure->manager);
  failure->manager.error_exit = on_error;
  failure->manager.output_message = on_message;
  return &failure->manager;
}

_Noreturn void fresnel_jpeg_fail(fresnel_jpeg_failure *failure, fresnel_jpeg_status status,
                                 const char *message) {
  failure->status = status;
  snprintf(failure->message, sizeof failure->message, "%s", message);
  longjmp(failure->jump, 1);
}
