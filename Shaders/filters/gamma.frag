// A power law on encoded values: each channel to the power of 1 / gamma (C. Poynton, Digital Video
// and HDTV, 2003, chapter 23). Black and white are unchanged; below 0 the curve continues as an odd
// function.
//!DESC Gamma

//!PARAM gamma
//!DESC Above 1 lightens the middle tones, below 1 darkens them
//!TYPE float
//!MINIMUM 0.1
//!MAXIMUM 10
1

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  return vec4(sign(color.rgb) * pow(abs(color.rgb), vec3(1.0 / gamma)), color.a);
}
