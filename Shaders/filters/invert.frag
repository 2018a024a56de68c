// The negative: each channel c becomes 1 - c, with linear interpolation between the two, like
// invert() in W3C's Filter Effects Module Level 1. With encoded values equal steps stay equal; with
// linear light the picture and its negative add up to white.
//!DESC Invert

//!PARAM amount
//!DESC Blend from the picture to its negative
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!PARAM light
//!DESC Values that are subtracted from white
//!TYPE enum
encoded
linear

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec3 negative = light == light_linear ? to_encoded(1.0 - to_linear(color.rgb)) : 1.0 - color.rgb;
  return vec4(mix(color.rgb, negative, amount), color.a);
}
