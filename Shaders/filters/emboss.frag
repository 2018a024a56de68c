// Emboss: Lambert's law on a surface whose height is Rec. 709's luma (ITU-R BT.709-6, 3; encoded,
// since its equal steps look equal), lit from one side as in Schlag's "Fast Embossing Effects on
// Raster Image Data" (Graphics Gems IV, 1994). Slopes are Sobel's, per image pixel. The light is 30
// degrees above the surface, so that flat areas are middle grey. Its angle refers to the screen,
// even when the picture is rotated, since reliefs are perceived as lit from above. Samples are one
// image pixel apart, or one device pixel if that is more. Neighbours are blended over this pixel's
// own colour, so that translucency itself is not a slope.
//!DESC Emboss

//!PARAM angle
//!DESC Direction of the light on the screen, in degrees anticlockwise from the right
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 360
135

//!PARAM height
//!DESC Height of white above black, in image pixels
//!TYPE float
//!MINIMUM -50
//!MAXIMUM 50
3

//!PARAM strength
//!DESC Opacity of the relief over the picture
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!HOOK IMAGE
//!MARGIN 1
float value(vec2 position, vec3 behind) {
  vec4 color = source_premultiplied(position);
  return luminance(color.rgb + (1.0 - color.a) * behind);
}

vec4 filter_image(vec2 position) {
  vec4 color = source(position);
  float apart = max(zoom, 1.0);
  vec2 x = vec2(apart, 0.0);
  vec2 y = x.yx;
  float left_top = value(position - x - y, color.rgb);
  float right_top = value(position + x - y, color.rgb);
  float left_bottom = value(position - x + y, color.rgb);
  float right_bottom = value(position + x + y, color.rgb);
  float across = right_top + right_bottom - left_top - left_bottom
      + 2.0 * (value(position + x, color.rgb) - value(position - x, color.rgb));
  float down = left_bottom + right_bottom - left_top - right_top
      + 2.0 * (value(position + y, color.rgb) - value(position - y, color.rgb));
  vec2 slope = vec2(across, down) * height * zoom / (8.0 * apart);
  // Rows count downwards, angles upwards.
  vec3 light = vec3(cos(radians(30.0)) * vec2(cos(radians(angle)), -sin(radians(angle))), 0.5);
  float shade = max(dot(normalize(vec3(-slope, 1.0)), light), 0.0);
  return vec4(mix(color.rgb, vec3(shade), strength), color.a);
}
