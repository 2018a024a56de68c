// White where the grey of a colour's luminance (Rec. 709, encoded again, so that a level is the
// value of a grey pixel) is at least the level, black below it. Softness is the width of a smooth
// step between the two (Hermite's cubic, smoothstep of GLSL ES 3.00, 8.3).
//!DESC Threshold

//!PARAM level
//!DESC The darkest grey that becomes white
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0.5

//!PARAM softness
//!DESC Width of the step
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  float grey = to_encoded(vec3(luminance(to_linear(color.rgb)))).r;
  // Rounding must not move a grey below a level that it equals.
  float white = grey >= level - 1e-5 ? 1.0 : 0.0;
  if (softness > 0.0) white = smoothstep(level - 0.5 * softness, level + 0.5 * softness, grey);
  return vec4(vec3(white), color.a);
}
