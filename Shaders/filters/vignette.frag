// Darkens or brightens the corners: the light is multiplied by 2^(amount * w), where w rises from 0
// at `size` to 1 at `size` + `softness` along Hermite's cubic (smoothstep of GLSL ES 3.00, 8.3).
// Distances are from the picture's centre, in image pixels relative to half the diagonal, so that
// the circles don't depend on the zoom. A positive amount corrects a lens's own vignetting.
//!DESC Vignette
//!LIGHT linear

//!PARAM amount
//!DESC Change of exposure at the border, in stops
//!TYPE float
//!MINIMUM -4
//!MAXIMUM 4
-1.5

//!PARAM size
//!DESC Where it begins; the corners are at 1
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0.3

//!PARAM softness
//!DESC The distance over which it reaches its full amount
//!TYPE float
//!MINIMUM 0.01
//!MAXIMUM 1
0.7

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  vec2 middle = 0.5 * image_size;
  float away = distance(image_position, middle) / length(middle);
  return vec4(color.rgb * exp2(amount * smoothstep(size, size + softness, away)), color.a);
}
