// What this target's files share.
#pragma once
#include <stdint.h>

/// The descriptor of a name, or -1.
int slide_descriptor(const char *path);

/// How many bytes a file has, or -1.
int64_t slide_file_size(int descriptor);
