// A few tones per channel: the range of encoded values is divided into equal parts, each drawn as
// one of as many equally spaced tones from black to white (type discrete of feComponentTransfer in
// W3C's Filter Effects Module Level 1).
//!DESC Posterize

//!PARAM tones
//!DESC Number of tones per channel
//!TYPE int
//!MINIMUM 2
//!MAXIMUM 64
4

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  float count = float(tones);
  // Rounding must not move a value below a limit that it equals.
  vec3 tone = clamp(floor(color.rgb * count + 1e-4), 0.0, count - 1.0);
  return vec4(tone / (count - 1.0), color.a);
}
