// openjpeg, in its decoder; its encoder is for the tests.
#pragma once
#include <openjpeg.h>

// The parameters hold two names of files, which Swift would copy wherever it sees them.
static inline OPJ_BOOL fresnel_jp2_setup(opj_codec_t *codec, OPJ_UINT32 reduction) {
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  parameters.cp_reduce = reduction;
  return opj_setup_decoder(codec, &parameters);
}
