// zlib's deflate and its sums, for pictures that are written in pieces.
#pragma once
#include <zlib.h>
