// Saturation multiplies the distance from the grey of the same luminance: the saturate matrix of
// W3C's Filter Effects Module Level 1 with Rec. 709's weights, in linear light. Vibrance does the
// same, but less for colours that are saturated already: its factor is 1 + vibrance * (1 - S), with
// S of HSV (A. R. Smith, Color Gamut Transform Pairs, 1978).
//!DESC Saturation and vibrance
//!LIGHT linear

//!PARAM saturation
//!DESC 0 is grey, 1 changes nothing
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 4
1

//!PARAM vibrance
//!DESC Saturation of pale colours
//!TYPE float
//!MINIMUM -1
//!MAXIMUM 1
0

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  float most = max(color.r, max(color.g, color.b));
  float least = min(color.r, min(color.g, color.b));
  // A channel below 0 must not count as more than pure.
  float purity = most > 0.0 ? 1.0 - max(least, 0.0) / most : 1.0;
  float factor = saturation * (1.0 + vibrance * (1.0 - purity));
  return vec4(mix(vec3(luminance(color.rgb)), color.rgb, factor), color.a);
}
