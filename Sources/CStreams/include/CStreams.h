// Streams of C's library whose bytes the program gives.
#pragma once
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

/// A stream for reading: fopencookie, of which Swift sees nothing.
FILE *fresnel_stream(void *cookie, ssize_t (*read)(void *, char *, size_t),
                     int (*seek)(void *, int64_t *, int));
