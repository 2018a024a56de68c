// Hue: linear light turned about the axis of greys, and then moved along it until it has its
// luminance (Rec. 709) again, by P. Haeberli, Matrix Operations for Image Processing, 1993. Greys
// stay, and 120 degrees lead from red to green.
//!DESC Hue
//!LIGHT linear

//!PARAM angle
//!DESC Degrees from red towards green
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
