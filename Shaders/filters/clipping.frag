// Zebra stripes on clipped areas, as in cameras: blown where any channel's encoded value is at
// least the high limit, crushed where all are at most the low limit. The stripes are fixed to the
// view while the picture moves under them; between them, and where nothing is clipped, the picture
// is unchanged.
//!DESC Clipping

//!PARAM high
//!DESC A channel is blown from this encoded value up
//!TYPE float
//!MINIMUM 0.5
//!MAXIMUM 1
0.99

//!PARAM low
//!DESC A colour is crushed if all channels are at most this encoded value
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 0.5
0.01

//!PARAM width
//!DESC Horizontal width of a stripe, in device pixels
//!TYPE int
//!MINIMUM 1
//!MAXIMUM 64
6

//!PARAM blown
//!DESC Colour of the stripes over blown parts
//!TYPE color
#ff0000

//!PARAM crushed
//!DESC Colour of the stripes over crushed parts
//!TYPE color
#0060ff

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec2 pixel = floor(view_position);
  if (mod(floor((pixel.x + pixel.y) / float(width)), 2.0) > 0.5) return color;
  float most = max(color.r, max(color.g, color.b));
  vec4 mark = vec4(0.0);
  // A fraction of an 8-bit step, so that rounding does not miss values at the limit.
  if (most <= low + 1e-4) mark = crushed;
  if (most >= high - 1e-4) mark = blown;
  return vec4(mix(color.rgb, mark.rgb, mark.a), color.a);
}
