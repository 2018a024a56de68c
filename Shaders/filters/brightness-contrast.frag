// A straight line through middle grey. Contrast is its slope, like contrast() in W3C's Filter
// Effects Module Level 1; brightness is added to the result.
//!DESC Brightness and contrast

//!PARAM brightness
//!DESC Added to every channel
//!TYPE float
//!MINIMUM -1
//!MAXIMUM 1
0

//!PARAM contrast
//!DESC Slope about middle grey; 1 changes nothing
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 4
1

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  return vec4((color.rgb - 0.5) * contrast + 0.5 + brightness, color.a);
}
