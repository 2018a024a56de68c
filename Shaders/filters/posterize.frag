// A few tones a channel: the range of encoded values in equal parts, each drawn as one of as
// many equally spaced tones from black to white (feComponentTransfer's type discrete in W3C's
// Filter Effects Module Level 1).
//!DESC Posterize

//!PARAM tones
//!DESC Tones of each channel
//!TYPE int
//!MINIMUM 2
//!MAXIMUM 64
4

//!HOOK COLOR
vec4 filter_color(vec4 color) {
  float count = float(tones);
  // Arithmetic must not make a value fall below a limit that is its own.
  vec3 tone = clamp(floor(color.rgb * count + 1e-4), 0.0, count - 1.0);
  return vec4(tone / (count - 1.0), color.a);
}
