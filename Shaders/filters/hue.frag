// Hue: linear light is rotated about the grey axis and then shifted along it to restore its
// luminance (Rec. 709); P. Haeberli, Matrix Operations for Image Processing, 1993. Greys are
// unchanged, and 120 degrees turn red into green.
//!DESC Hue
//!LIGHT linear

//!PARAM angle
//!DESC Rotation in degrees, from red towards green
//!TYPE float
//!MINIMUM -180
//!MAXIMUM 180
0

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec3 chroma = color.rgb - dot(color.rgb, vec3(1.0 / 3.0));
  vec3 across = (chroma.brg - chroma.gbr) * inversesqrt(3.0);
  vec3 turned = chroma * cos(radians(angle)) + across * sin(radians(angle));
  return vec4(turned + luminance(color.rgb) - luminance(turned), color.a);
}
