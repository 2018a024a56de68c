// What stands behind translucent pixels, or how much is seen of what lies over others.
uniform vec3 first_field;  // the checkerboard's colours
uniform vec3 second_field;
uniform float field_edge;  // in device pixels
uniform vec3 device;       // device position = device.xy + (x, device.z * y) of the fragment
#ifdef OPACITY
uniform float opacity;
#endif

vec2 device_position() { return device.xy + gl_FragCoord.xy * vec2(1.0, device.z); }

vec4 over_backdrop(vec4 color) {
#ifdef CHECKER
  vec2 field = floor(device_position() / field_edge);
  vec3 behind = mod(field.x + field.y, 2.0) < 0.5 ? first_field : second_field;
  // Rounded here, once: drivers may round what they store either way, and the same picture drawn
  // by the processor must not differ by one step.
  vec3 mixed = floor((color.rgb + behind * (1.0 - color.a)) * 255.0 + 0.5);
  return vec4(min(mixed, 255.0) / 255.0, 1.0);
#elif defined(OPACITY)
  return color * opacity;
#else
  return color;
#endif
}
