// Sobel's operator (Sobel and Feldman, "An Isotropic 3x3 Image Gradient Operator", 1968): the
// length of the gradient, divided by 4 so that a straight step from black to white is white. It
// uses encoded values, since edges are perceptual: the gradient of Rec. 709's luma (ITU-R BT.709-6,
// 3), or of each channel. Samples are one image pixel apart, or one device pixel if that is more,
// so that magnified edges look the same. Neighbours are blended over this pixel's own colour, so
// that translucency itself is not an edge.
//!DESC Edges (Sobel)

//!PARAM strength
//!DESC Multiplies the gradient
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 10
1

//!PARAM mode
//!DESC Grey edges of the luma, or each channel's own
//!TYPE enum
luma
channels

//!PARAM negative
//!DESC Dark edges on white
//!TYPE bool
off

//!HOOK IMAGE
//!MARGIN 1
vec3 value(vec2 position, vec3 behind) {
  vec4 color = source_premultiplied(position);
  return color.rgb + (1.0 - color.a) * behind;
}

vec4 filter_image(vec2 position) {
  vec4 color = source(position);
  vec2 x = vec2(max(zoom, 1.0), 0.0);
  vec2 y = x.yx;
  vec3 left_top = value(position - x - y, color.rgb);
  vec3 right_top = value(position + x - y, color.rgb);
  vec3 left_bottom = value(position - x + y, color.rgb);
  vec3 right_bottom = value(position + x + y, color.rgb);
  vec3 across = right_top + right_bottom - left_top - left_bottom
      + 2.0 * (value(position + x, color.rgb) - value(position - x, color.rgb));
  vec3 down = left_bottom + right_bottom - left_top - right_top
      + 2.0 * (value(position + y, color.rgb) - value(position - y, color.rgb));
  vec3 edge = sqrt(across * across + down * down);
  if (mode == mode_luma) edge = vec3(length(vec2(luminance(across), luminance(down))));
  edge *= 0.25 * strength;
  return vec4(negative ? 1.0 - edge : edge, color.a);
}
