// Soft proof: how a picture would look on the medium of an ICC profile, usually a printer's paper.
// Colours are converted to the medium with a rendering intent, and back to the screen. Colours
// outside the medium's gamut can be marked, by the rule of Little CMS's gamut check.
//!DESC Soft proof

//!PARAM file
//!DESC The medium's profile, an .icc file
//!TYPE profile

//!PARAM intent
//!DESC How colours outside the medium's gamut are mapped; absolute shows the paper, too
//!TYPE enum
relative
perceptual
saturation
absolute

//!PARAM gamut
//!DESC Colour that marks what is outside the medium's gamut
//!TYPE color
#ff00ff00

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  int number = intent == intent_relative ? 1 : intent == intent_perceptual ? 0 : intent;
  vec4 shown = file(color.rgb, number);
  float mark = shown.a >= 1.0 ? gamut.a : 0.0;
  return vec4(mix(shown.rgb, gamut.rgb, mark), color.a);
}
