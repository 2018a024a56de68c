// Lets OpenSlide open files by name inside the sandbox, where no file can be opened.
//
// OpenSlide opens its file again for every read, and passes file names to other libraries. A
// program linked with this target handles those calls itself: `fopen` and `g_file_test` of a
// registered name, and SQLite's opening of such a file. Data is read from a descriptor with pread.
// All other names are passed to the system, which refuses them in the sandbox.
#pragma once
#include <stdint.h>

/// The maximum number of registered names.
enum { fresnel_slide_most_files = 512 };

/// Registers a name for a descriptor; 1, or 0 if there is no room for more names, or the name is
/// longer than 511 bytes.
///
/// The descriptor must stay open. Register names before calling OpenSlide.
int fresnel_slide_name_file(const char *path, int descriptor);

/// Makes SQLite open only named files, read-only; call it once, before entering the sandbox.
void fresnel_slide_take_sqlite(void);

/// Announces how to draw the region that OpenSlide reads next: shifted by a fraction of a pixel,
/// and directly to the target if no tiles overlap and the target is empty.
///
/// Regions start at whole pixels of the largest level only. Pixels of smaller levels lie between
/// those if the sizes are not multiples of each other, and would be mixed with their neighbours.
void fresnel_slide_begin_region(double shift_x, double shift_y, int has_no_overlaps);

/// Ends the announced region.
void fresnel_slide_end_region(void);

/// Keeps the memory of freed tiles up to 512 pixels wide for further ones.
///
/// Memory from the system must be cleared first, which takes 20 % of the time until a view is
/// sharp. Call it after entering the sandbox, which sets the opposite.
void fresnel_slide_keep_tiles(void);
