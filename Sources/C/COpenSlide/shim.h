// OpenSlide, in its decoder.
#pragma once
#include <openslide.h>
#include <stddef.h>

// Of GLib what is called; its headers stand where pkg-config says, in two folders.
typedef int (*fresnel_slide_log_writer)(int level, const void *fields, size_t count, void *data);
void g_log_set_writer_func(
    fresnel_slide_log_writer writer, void *data, void (*destroy)(void *data));

static inline int fresnel_slide_log_nothing(
    int level, const void *fields, size_t count, void *data) {
  return 1;
}

// Has OpenSlide's warnings go nowhere: how GLib writes them takes calls that a decoder has not.
static inline void fresnel_slide_log_nowhere(void) {
  g_log_set_writer_func(fresnel_slide_log_nothing, NULL, NULL);
}
