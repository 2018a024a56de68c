// The negative: each channel c becomes 1 - c, and on the way there a line between the two, as
// invert() is in W3C's Filter Effects Module Level 1. Of encoded values equal steps stay equal;
// of linear light the sum of picture and negative is white.
//!DESC Invert

//!PARAM amount
//!DESC From the picture to its negative
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!PARAM light
//!DESC What is subtracted from white
//!TYPE enum
encoded
linear

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec3 negative = light == light_linear ? to_encoded(1.0 - to_linear(color.rgb)) : 1.0 - color.rgb;
  return vec4(mix(color.rgb, negative, amount), color.a);
}
