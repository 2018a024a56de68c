// OpenSlide, for its decoder.
#pragma once
#include <openslide.h>
#include <stddef.h>

// Declarations of the GLib functions in use; GLib's headers are in two folders from pkg-config.
typedef int (*fresnel_slide_log_writer)(int level, const void *fields, size_t count, void *data);
void g_log_set_writer_func(
    fresnel_slide_log_writer writer, void *data, void (*destroy)(void *data));

static inline int fresnel_slide_log_nothing(
    int level, const void *fields, size_t count, void *data) {
  return 1;
}

// Discards OpenSlide's warnings: GLib's log writer uses system calls that a decoder may not make.
static inline void fresnel_slide_log_nowhere(void) {
  g_log_set_writer_func(fresnel_slide_log_nothing, NULL, NULL);
}
