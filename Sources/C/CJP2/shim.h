// openjpeg, for its decoder; the encoder is for tests.
#pragma once
#include <openjpeg.h>

// The parameters contain two file names, which Swift would copy with each use.
static inline OPJ_BOOL fresnel_jp2_setup(opj_codec_t *codec, OPJ_UINT32 reduction) {
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  parameters.cp_reduce = reduction;
  return opj_setup_decoder(codec, &parameters);
}
