// libtiff, in its decoder only.
#pragma once
#include <tiffio.h>
