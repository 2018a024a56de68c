// Exposure in photographic stops: each doubles or halves the light.
//!DESC Exposure
//!LIGHT linear

//!PARAM stops
//!DESC Change of exposure, in stops
//!TYPE float
//!MINIMUM -5
//!MAXIMUM 5
0

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  return vec4(color.rgb * exp2(stops), color.a);
}
