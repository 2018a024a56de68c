// Exposure in photographic stops: each doubles or halves the light, like one step of the aperture
// or time value in the APEX system (ASA PH2.5-1960; Exif 2.3, annex C).
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
