// Declarations for all filters (Documentation/Filters.md).
vec2 view_position;
vec2 image_position;
uniform vec2 image_size;
uniform float zoom;
uniform vec2 image_origin;  // the image position at the view's corner
uniform vec4 image_steps;   // and its steps per device pixel, to the right and down
uniform vec2 view_origin;   // the view position at the image's corner
uniform vec4 view_steps;    // and its steps per image pixel, to the right and down

vec2 image_from_view(vec2 position) {
  return image_origin + position.x * image_steps.xy + position.y * image_steps.zw;
}

vec2 view_from_image(vec2 position) {
  return view_origin + position.x * view_steps.xy + position.y * view_steps.zw;
}

// sRGB's curve (IEC 61966-2-1), extended as an odd function.
vec3 to_linear(vec3 color) {
  vec3 size = abs(color);
  vec3 light = mix(
      pow((size + 0.055) / 1.055, vec3(2.4)), size / 12.92, lessThanEqual(size, vec3(0.04045)));
  return sign(color) * light;
}

vec3 to_encoded(vec3 light) {
  vec3 size = abs(light);
  vec3 color = mix(
      1.055 * pow(size, vec3(1.0 / 2.4)) - 0.055, size * 12.92,
      lessThanEqual(size, vec3(0.0031308)));
  return sign(light) * color;
}

// Rec. 709's weights.
float luminance(vec3 light) { return dot(light, vec3(0.2126, 0.7152, 0.0722)); }

float reach(float distance) { return min(distance * zoom, 256.0); }

// Filters work on colours that are not premultiplied.
vec4 straight_color(vec4 color) {
  return color.a > 0.0 ? vec4(color.rgb / color.a, color.a) : vec4(0.0);
}

// Rounds to the nearest half float. Some drivers truncate, which would make each pass darker.
vec4 nearest_half(vec4 color) {
  uvec4 bits = floatBitsToUint(color);
  return uintBitsToFloat((bits + 0xfffu + ((bits >> 13u) & 1u)) & ~0x1fffu);
}

// NaN becomes 0: one such pixel would spread over its neighbours.
vec4 premultiplied_color(vec4 color) {
  color = mix(color, vec4(0.0), isnan(color));
  float alpha = clamp(color.a, 0.0, 1.0);
#ifdef LIT
  const float most = 65504.0;
#else
  const float most = 64.0;
#endif
  return nearest_half(vec4(clamp(color.rgb, -most, most) * alpha, alpha));
}

// Clamps to what the display can show.
vec4 shown_color(vec4 color) {
  color = mix(color, vec4(0.0), isnan(color));
  float alpha = clamp(color.a, 0.0, 1.0);
  return vec4(clamp(color.rgb, 0.0, 1.0) * alpha, alpha);
}

void place_filters() {
  view_position = device_position();
  image_position = image_from_view(view_position);
}
