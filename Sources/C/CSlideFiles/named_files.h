// Declarations shared within this target.
#pragma once
#include <stdint.h>

/// The descriptor of a name, or -1.
int slide_descriptor(const char *path);

/// The size of a file in bytes, or -1.
int64_t slide_file_size(int descriptor);
