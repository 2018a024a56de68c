// Replacements for OpenSlide's file functions: a dynamically linked library finds the program's
// functions before the system's.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "named_files.h"

/// An open stream; a file may have many.
struct place {
  int descriptor;
  off64_t offset;
};

static ssize_t read_place(void *cookie, char *target, size_t count) {
  struct place *place = cookie;
  ssize_t got;
  do {
    got = pread(place->descriptor, target, count, place->offset);
  } while (got < 0 && errno == EINTR);
  if (got > 0) place->offset += got;
  return got;
}

static int seek_place(void *cookie, off64_t *offset, int whence) {
  struct place *place = cookie;
  off64_t base = 0;
  if (whence == SEEK_CUR) base = place->offset;
  if (whence == SEEK_END) base = slide_file_size(place->descriptor);
  off64_t target;
  if (base < 0 || __builtin_add_overflow(base, *offset, &target) || target < 0) {
    errno = EINVAL;
    return -1;
  }
  place->offset = target;
  *offset = target;
  return 0;
}

static int close_place(void *cookie) {
  free(cookie);
  return 0;
}

FILE *fopen(const char *path, const char *mode) {
  int descriptor = slide_descriptor(path);
  // The same system function under its other name.
  if (descriptor < 0) return fopen64(path, mode);
  if (mode[0] != 'r' || strchr(mode, '+')) {
    errno = EACCES;
    return NULL;
  }
  struct place *place = calloc(1, sizeof *place);
  if (!place) return NULL;
  place->descriptor = descriptor;
  FILE *file = fopencookie(
      place, "r",
      (cookie_io_functions_t){.read = read_place, .seek = seek_place, .close = close_place});
  if (!file) free(place);
  return file;
}

/// GLib's; OpenSlide only checks for existence.
int g_file_test(const char *path, int test) {
  (void)test;
  return slide_descriptor(path) >= 0;
}
