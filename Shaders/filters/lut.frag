// A lookup table from a .cube file (Adobe, Cube LUT Specification 1.0, 2013), applied to encoded
// colours and mixed with the picture.
//!DESC Colour table

//!PARAM file
//!DESC The table, a .cube file
//!TYPE file

//!PARAM amount
//!DESC Blend from the picture to the table's colours
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
1

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  return vec4(mix(color.rgb, file(color.rgb), amount), color.a);
}
