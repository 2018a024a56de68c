// What is in focus, painted over the picture. The measure is the sum-modified Laplacian of Nayar and
// Nakagawa ("Shape from Focus", IEEE PAMI 16, 1994): in 3 x 3 places, how far a sample is from the
// mean of its neighbours, across plus down. Unlike a gradient it vanishes on the soft edges of what
// is out of focus. A sixth of the sum makes a sharp step from black to white 1. Paint begins at the
// threshold and is full at twice that. Encoded values, since sharpness is judged by the eye: Rec.
// 709's luma (ITU-R BT.709-6, 3). Samples are an image pixel apart, or a device pixel where that is
// more: a reduced picture is sharp everywhere, and 100 % or more is where to judge. What lies around
// is seen over this pixel's own colour: translucency itself is no edge.
//!DESC Focus peaking

//!PARAM threshold
//!DESC The measure from which paint is seen
//!TYPE float
//!MINIMUM 0.01
//!MAXIMUM 1
0.1

//!PARAM paint
//!DESC Colour over what is in focus
//!TYPE color
#ff0000

//!PARAM gray
//!DESC The picture without its own colours
//!TYPE bool
off

//!HOOK IMAGE
//!MARGIN 2
float value(vec2 position, vec3 behind) {
  vec4 color = source_premultiplied(position);
  return luminance(color.rgb + (1.0 - color.a) * behind);
}

// Three places along a line.
float bend(vec2 position, vec2 along, vec3 behind) {
  float a = value(position - 2.0 * along, behind);
  float b = value(position - along, behind);
  float c = value(position, behind);
  float d = value(position + along, behind);
  float e = value(position + 2.0 * along, behind);
  return abs(2.0 * b - a - c) + abs(2.0 * c - b - d) + abs(2.0 * d - c - e);
}

vec4 filter_image(vec2 position) {
  vec4 color = source(position);
  vec2 x = vec2(max(zoom, 1.0), 0.0);
  vec2 y = x.yx;
  float measure = 0.0;
  for (float i = -1.0; i <= 1.0; i += 1.0) {
    measure += bend(position + i * y, x, color.rgb) + bend(position + i * x, y, color.rgb);
  }
  float part = clamp((measure / 6.0 - threshold) / threshold, 0.0, 1.0) * paint.a;
  if (gray) color.rgb = to_encoded(vec3(luminance(to_linear(color.rgb))));
  return vec4(mix(color.rgb, paint.rgb, part), color.a);
}
