// zlib's deflate and checksums, for pictures written in pieces.
#pragma once
#include <zlib.h>
