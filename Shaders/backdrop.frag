// The backdrop of translucent pixels, or the opacity of pixels drawn over others.
uniform vec3 first_field;  // the checkerboard's colours
uniform vec3 second_field;
uniform float field_edge;  // in device pixels
uniform vec3 device;       // device position = device.xy + (x, device.z * y) of the fragment
#ifdef OPACITY
uniform float opacity;
#endif

vec2 device_position() { return device.xy + gl_FragCoord.xy * vec2(1.0, device.z); }

#ifdef DITHER
uniform float steps;  // from black to white, per channel of the framebuffer
// The fraction from which a value is rounded up: ordered dithering on 8 by 8 pixels (Bayer, "An
// Optimum Method for Two-Level Rendition of Continuous-Tone Pictures"). Without it, tones finer
// than the display's steps would show as bands.
float threshold() {
  uvec2 place = uvec2(ivec2(floor(device_position())));
  uint cross = place.x ^ place.y;
  uint rank = 0u;
  for (uint bit = 0u; bit < 3u; bit++) {
    rank |= (((cross >> bit) & 1u) << 1u | ((place.y >> bit) & 1u)) << (4u - 2u * bit);
  }
  return (float(rank) + 0.5) / 64.0;
}
#else
const float steps = 255.0;
float threshold() { return 0.5; }
#endif

vec4 over_backdrop(vec4 color) {
#ifdef CHECKER
  vec2 field = floor(device_position() / field_edge);
  vec3 behind = mod(field.x + field.y, 2.0) < 0.5 ? first_field : second_field;
  // Round here, once: drivers may round stored values either way, and the software renderer must
  // draw exactly the same pixels.
  vec3 mixed = floor((color.rgb + behind * (1.0 - color.a)) * steps + threshold());
  return vec4(min(mixed, steps) / steps, 1.0);
#elif defined(OPACITY)
  return color * opacity;
#elif defined(DITHER)
  if (color.a < 1.0) return color;
  return vec4(min(floor(color.rgb * steps + threshold()), steps) / steps, 1.0);
#else
  return color;
#endif
}
