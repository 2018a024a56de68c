// libjpeg error handling, shared by the reader and the writer.
#pragma once
#include "CJPEG.h"
#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

typedef struct {
  struct jpeg_error_mgr manager; // first: libjpeg passes a pointer to it
  jmp_buf jump;
  fresnel_jpeg_status status;
  char message[JMSG_LENGTH_MAX];
} fresnel_jpeg_failure;

// Makes `failure` the error manager: an error is stored in it and jumps; nothing is printed.
struct jpeg_error_mgr *fresnel_jpeg_failure_prepare(fresnel_jpeg_failure *failure);
// Ends the current call with an error of our own.
_Noreturn void fresnel_jpeg_fail(fresnel_jpeg_failure *failure, fresnel_jpeg_status status,
                                 const char *message);
