// Where the memory of tiles comes from.
#include <malloc.h>

#include "CSlideFiles.h"

/// The bytes of a tile of 512 pixels a side, and what GLib and the heap add to them.
enum { largest_kept = (512 * 512 * 4) + 4096 };

void fresnel_slide_keep_tiles(void) { mallopt(M_MMAP_THRESHOLD, largest_kept); }
