// Checks of what reader.c assumes about libjpeg beyond its manual. To enter a picture at a restart
// marker (fresnel_jpeg_reader_enter), it reduces the picture's height between header and start,
// when libjpeg has computed only some sizes of the whole picture, and handles markers, which
// libjpeg counts from 0. JPEGEntryCheck.swift checks the same at run time.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#if !defined(LIBJPEG_TURBO_VERSION_NUMBER)
#error "CJPEG needs libjpeg-turbo: other libraries can't pass over rows or columns."
#elif LIBJPEG_TURBO_VERSION_NUMBER < 2000000 || LIBJPEG_TURBO_VERSION_NUMBER >= 4000000
#error "Compare fresnel_jpeg_reader_enter with initial_setup (jdinput.c), per_scan_setup and \
jdmarker.c's read_restart_marker of this libjpeg-turbo, run JPEGSegmentTests, and extend the range."
#endif

#define LOOK "libjpeg has changed: look at fresnel_jpeg_reader_enter and JPEGSegmentTests"

#define PIN_TYPE(structure, field, type) \
  _Static_assert(_Generic(&((structure *)0)->field, type *: 1, default: 0), LOOK)

// The fields that are overwritten, and libjpeg's private fields that are read.
PIN_TYPE(struct jpeg_decompress_struct, image_height, JDIMENSION);
PIN_TYPE(struct jpeg_decompress_struct, total_iMCU_rows, JDIMENSION);
PIN_TYPE(struct jpeg_decompress_struct, input_iMCU_row, JDIMENSION);
PIN_TYPE(struct jpeg_decompress_struct, max_v_samp_factor, int);
PIN_TYPE(struct jpeg_decompress_struct, unread_marker, int);
PIN_TYPE(struct jpeg_decompress_struct, comp_info, jpeg_component_info *);
PIN_TYPE(jpeg_component_info, height_in_blocks, JDIMENSION);
PIN_TYPE(jpeg_component_info, width_in_blocks, JDIMENSION);
PIN_TYPE(jpeg_component_info, v_samp_factor, int);
_Static_assert(sizeof *((struct jpeg_decompress_struct *)0)->coef_bits == DCTSIZE2 * sizeof(int), LOOK);

// The smallest unit of data: a block of 8 × 8 samples of a byte each.
_Static_assert(DCTSIZE == 8 && sizeof(JSAMPLE) == 1 && MAXJSAMPLE == 255 && CENTERJSAMPLE == 128, LOOK);
_Static_assert(sizeof(JBLOCK) == 64 * sizeof(JCOEF) && sizeof(JCOEF) == 2, LOOK);

// No field has been added or moved since this was written.
#if defined(__LP64__) && JPEG_LIB_VERSION == 62
_Static_assert(sizeof(struct jpeg_decompress_struct) == 632, LOOK);
_Static_assert(offsetof(struct jpeg_decompress_struct, image_height) == 52, LOOK);
_Static_assert(offsetof(struct jpeg_decompress_struct, total_iMCU_rows) == 420, LOOK);
_Static_assert(offsetof(struct jpeg_decompress_struct, unread_marker) == 540, LOOK);
_Static_assert(sizeof(jpeg_component_info) == 96, LOOK);
_Static_assert(offsetof(jpeg_component_info, height_in_blocks) == 32, LOOK);
#endif

#undef PIN_TYPE
#undef LOOK
