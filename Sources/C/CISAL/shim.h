// ISA-L, which inflates and computes checksums faster than zlib, and zlib's own types.
#pragma once
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <zlib.h>
