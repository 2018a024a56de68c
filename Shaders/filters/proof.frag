// How a picture would look on a medium that an ICC profile describes, a printer's paper as a rule:
// its colours go to the medium by an intent, and back to the screen. Colours that the medium has
// not can be marked; the rule for that is the gamut check of Little CMS.
//!DESC Soft proof

//!PARAM file
//!DESC The medium's profile, an .icc file
//!TYPE profile

//!PARAM intent
//!DESC How colours are met that the medium has not; absolute shows the paper, too
//!TYPE enum
relative
perceptual
saturation
absolute

//!PARAM gamut
//!DESC Colour over what the medium has not
//!TYPE color
#ff00ff00

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  int number = intent == intent_relative ? 1 : intent == intent_perceptual ? 0 : intent;
  vec4 shown = file(color.rgb, number);
  float mark = shown.a >= 1.0 ? gamut.a : 0.0;
  return vec4(mix(shown.rgb, gamut.rgb, mark), color.a);
}
