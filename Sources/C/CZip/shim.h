// libzip, for the process that reads archives of tiles.
#pragma once
#include <zip.h>

// The operations of a seekable source: a variadic macro.
static const zip_int64_t fresnel_zip_seekable = ZIP_SOURCE_SUPPORTS_SEEKABLE;
