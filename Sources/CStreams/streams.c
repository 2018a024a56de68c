// Here alone: in a header it would give the system's own types other members for one module.
#define _GNU_SOURCE
#include "CStreams.h"

FILE *fresnel_stream(void *cookie, ssize_t (*read)(void *, char *, size_t),
                     int (*seek)(void *, int64_t *, int)) {
  const cookie_io_functions_t functions = {.read = read, .seek = seek};
  return fopencookie(cookie, "rb", functions);
}
