// libtiff, only for its decoder.
#pragma once
#include <tiffio.h>
