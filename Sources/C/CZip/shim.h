// libzip, in the process that reads archives of tiles.
#pragma once
#include <zip.h>

// What a source can do that is read from any place: a macro that makes a number of many.
static const zip_int64_t fresnel_zip_seekable = ZIP_SOURCE_SUPPORTS_SEEKABLE;
