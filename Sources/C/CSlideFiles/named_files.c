// A table of names and their descriptors.
#define _GNU_SOURCE
#include "named_files.h"

#include <string.h>
#include <unistd.h>

#include "CSlideFiles.h"

static struct {
  char path[512];
  int descriptor;
} files[fresnel_slide_most_files];
static int file_count;

int fresnel_slide_name_file(const char *path, int descriptor) {
  if (file_count >= fresnel_slide_most_files || strlen(path) >= sizeof files[0].path) return 0;
  strcpy(files[file_count].path, path);
  files[file_count].descriptor = descriptor;
  file_count += 1;
  return 1;
}

int slide_descriptor(const char *path) {
  if (!path) return -1;
  for (int index = 0; index < file_count; index += 1) {
    if (strcmp(files[index].path, path) == 0) return files[index].descriptor;
  }
  return -1;
}

int64_t slide_file_size(int descriptor) { return lseek(descriptor, 0, SEEK_END); }
