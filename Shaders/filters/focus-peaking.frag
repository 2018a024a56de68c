// Focus peaking. The measure is the sum-modified Laplacian of Nayar and Nakagawa ("Shape from
// Focus", IEEE PAMI 16, 1994): over 3 x 3 samples, the distance of a sample from the mean of its
// neighbours, horizontally plus vertically. Unlike a gradient it vanishes on soft edges that are
// out of focus. Divided by 6, it is 1 for a sharp step from black to white. Paint begins at the
// threshold and is full at twice that. It uses encoded values, since sharpness is perceptual: Rec.
// 709's luma (ITU-R BT.709-6, 3). Samples are one image pixel apart, or one device pixel if that is
// more: a reduced picture is sharp everywhere, so judge focus at 100 % or more. Neighbours are
// blended over this pixel's own colour, so that translucency itself is not an edge.
//!DESC Focus peaking

//!PARAM threshold
//!DESC The measure at which paint begins
//!TYPE float
//!MINIMUM 0.01
//!MAXIMUM 1
0.1

//!PARAM paint
//!DESC Colour painted over what is in focus
//!TYPE color
#ff0000

//!PARAM gray
//!DESC Show the picture without its own colours
//!TYPE bool
off

//!HOOK IMAGE
//!MARGIN 2
float value(vec2 position, vec3 behind) {
  vec4 color = source_premultiplied(position);
  return luminance(color.rgb + (1.0 - color.a) * behind);
}

// The measure at three samples along a line.
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
