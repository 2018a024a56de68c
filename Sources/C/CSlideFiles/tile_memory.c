// Controls where the memory of tiles comes from.
#include <malloc.h>

#include "CSlideFiles.h"

/// The bytes of a 512 × 512 tile, and the overhead of GLib and the heap.
enum { largest_kept = (512 * 512 * 4) + 4096 };

void fresnel_slide_keep_tiles(void) { mallopt(M_MMAP_THRESHOLD, largest_kept); }
