// The tone curve: exposure, mapping of light above the display's white, encoding.
uniform float gain;        // the factor of the exposure
#ifdef MAPPED
uniform int tone_mapping;  // 0 BT.2390, 1 Reinhard
uniform vec2 tone_peak;    // the brightest light after exposure, and its PQ signal
#endif
#ifdef CURVES
uniform sampler2D display_curves;  // codes, indexed by the square root of light
#endif

vec4 straight_light(vec4 color) {
  return color.a > 0.0 ? vec4(color.rgb / color.a, color.a) : vec4(0.0);
}

// Converts a tile's colour to exposed linear light, premultiplied.
vec4 lit(vec4 color) {
#ifdef ENCODED
  vec3 code = straight_light(color).rgb;
  vec3 light = mix(
      pow((code + 0.055) / 1.055, vec3(2.4)), code / 12.92, lessThanEqual(code, vec3(0.04045)));
  return vec4(light * color.a * gain, color.a);
#else
  return vec4(color.rgb * gain, color.a);
#endif
}

#ifdef MAPPED
// SMPTE ST 2084: from linear light, where 1 is 203 cd/m2 (Report ITU-R BT.2408), to the signal, and
// back.
float signal_of(float light) {
  float root = pow(light * 0.0203, 0.1593017578125);
  return pow((0.8359375 + 18.8515625 * root) / (1.0 + 18.6875 * root), 78.84375);
}

float light_of(float signal) {
  float root = pow(signal, 1.0 / 78.84375);
  float share = max(root - 0.8359375, 0.0) / (18.8515625 - 18.6875 * root);
  return pow(share, 1.0 / 0.1593017578125) / 0.0203;
}

// Maps the largest of a colour's three lights; white is 1.
float toned(float most) {
  // Reinhard et al., "Photographic Tone Reproduction for Digital Images", equation 4.
  if (tone_mapping == 1) return most * (1.0 + most / (tone_peak.x * tone_peak.x)) / (1.0 + most);
  // Report ITU-R BT.2390, section 5.4.1.
  float top = signal_of(1.0) / tone_peak.y;
  float knee = 1.5 * top - 0.5;
  float signal = min(signal_of(most) / tone_peak.y, 1.0);
  if (signal <= knee) return most;
  float t = (signal - knee) / (1.0 - knee);
  float t2 = t * t;
  float t3 = t2 * t;
  float shown = (2.0 * t3 - 3.0 * t2 + 1.0) * knee + (t3 - 2.0 * t2 + t) * (1.0 - knee)
      + (3.0 * t2 - 2.0 * t3) * top;
  return light_of(shown * tone_peak.y);
}
#endif

// Encodes a colour's linear light for the display: takes it straight, returns it premultiplied. NaN
// becomes 0.
vec4 shown_light(vec4 color) {
  color = mix(color, vec4(0.0), isnan(color));
  float alpha = clamp(color.a, 0.0, 1.0);
#ifdef MAPPED
  float most = max(color.r, max(color.g, color.b));
  // The same factor for all channels, so that colours keep their hue.
  if (most > 0.0) color.rgb *= toned(most) / most;
#endif
  vec3 light = clamp(color.rgb, 0.0, 1.0);
#ifdef CURVES
  float entries = float(textureSize(display_curves, 0).x);
  vec3 place = (sqrt(light) * (entries - 1.0) + 0.5) / entries;
  vec3 code = vec3(
      texture(display_curves, vec2(place.r, 0.5)).r, texture(display_curves, vec2(place.g, 0.5)).g,
      texture(display_curves, vec2(place.b, 0.5)).b);
#else
  vec3 code = mix(
      1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055, light * 12.92,
      lessThanEqual(light, vec3(0.0031308)));
#endif
  return vec4(code * alpha, alpha);
}
