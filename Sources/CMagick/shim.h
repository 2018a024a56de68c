// GraphicsMagick, in its decoder; its writers are for the tests.
#pragma once
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <magick/api.h>

// The field is an array, which Swift has no way to fill.
static inline void fresnel_magick_set_coder(ImageInfo *info, const char *coder) {
  snprintf(info->magick, sizeof info->magick, "%s", coder);
  snprintf(info->filename, sizeof info->filename, "%s:picture", coder);
}

// The system's own fstat, by the call that a decoder may make; C's library has another name for it.
static inline int fresnel_status(int descriptor, struct stat *status) {
  return (int)syscall(SYS_fstat, descriptor, status);
}
