// LZ4, for the decoders' scratch files.
#pragma once
#include <lz4.h>
