// How libjpeg's errors come back: shared by the reader and the writer.
#pragma once
#include "CJPEG.h"
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr manager; // first: libjpeg hands back a pointer to it
  jmp_buf jump;
  fresnel_jpeg_status status;
  char message[JMSG_LENGTH_MAX];
} fresnel_jpeg_failure;

// Makes `failure` the error manager: an error fills it in and jumps; nothing is printed.
struct jpeg_error_mgr *fresnel_jpeg_failure_prepare(fresnel_jpeg_failure *failure);
// Ends the call at once with a failure of our own.
_Noreturn void fresnel_jpeg_fail(fresnel_jpeg_failure *failure, fresnel_jpeg_status status,
                                 const char *message);
