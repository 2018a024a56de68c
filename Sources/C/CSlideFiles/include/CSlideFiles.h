// Files that OpenSlide opens by name, while no file can be opened any more.
//
// OpenSlide opens its file anew for every read, and gives other libraries names of files. A program
// that is linked with this answers those calls itself: `fopen` and `g_file_test` of a name that it
// was told, and SQLite's opening of such a file. What is read comes from a descriptor, by pread.
// All other names go to the system, which refuses them once the process is locked down.
#pragma once
#include <stdint.h>

/// The most files that have names.
enum { fresnel_slide_most_files = 512 };

/// Gives a descriptor a name: 1, or 0 where there is no room for more names, or the name is longer
/// than 511 bytes.
///
/// The descriptor must stay open. Names are to be told before OpenSlide is called.
int fresnel_slide_name_file(const char *path, int descriptor);

/// Makes SQLite open named files alone, for reading: to be called once, before the lock-down.
void fresnel_slide_take_sqlite(void);

/// Says how the region is drawn that OpenSlide reads next: moved by a part of a pixel, and whether
/// none of its tiles overlap and its memory is empty, so that it can be drawn there at once.
///
/// Regions begin at whole pixels of the largest version only. Pixels of smaller ones lie between
/// those wherever the sizes are no multiples of each other: they would be mixed with their
/// neighbours.
void fresnel_slide_begin_region(double shift_x, double shift_y, int has_no_overlaps);

/// Says that the region has been read.
void fresnel_slide_end_region(void);

/// Leaves the memory of tiles that OpenSlide forgets to the next ones, up to 512 pixels wide.
///
/// What comes from the system must be cleared first, which takes a fifth of the time in which a
/// view becomes sharp. To be called after the lock-down, which says otherwise.
void fresnel_slide_keep_tiles(void);
