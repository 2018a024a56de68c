// Gaussian blur: the mean of the light around a pixel, weighted by exp(-d^2 / 2 s^2) at distance d
// (Gonzalez and Woods, "Digital Image Processing", smoothing in the spatial domain). s is the
// radius in image pixels, so the blur grows with the zoom. The kernel ends with the first device
// pixel at or beyond 3 s, or after 256 of them. It is separable: rows are blurred first, then
// columns. Light is averaged, as by a lens out of focus; averaging encoded values would be too
// dark. Two neighbours take one linear sample, placed between them by their weights.
//!DESC Gaussian blur
//!LIGHT linear

//!PARAM radius
//!DESC Standard deviation, in image pixels
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 100
2

//!HOOK IMAGE
//!MARGIN 3 * radius
vec4 filter_image(vec2 position) {
  float last = ceil(reach(3.0 * radius));
  float fall = -0.5 / max(radius * zoom * radius * zoom, 1e-12);
  vec4 sum = source_premultiplied(position);
  float weights = 1.0;
  for (float i = 1.0; i <= last; i += 2.0) {
    float near = exp(fall * i * i);
    float far = i < last ? exp(fall * (i + 1.0) * (i + 1.0)) : 0.0;
    float weight = near + far;
    vec2 step = vec2(i + far / max(weight, 1e-30), 0.0);
    sum += weight * (source_premultiplied(position - step) + source_premultiplied(position + step));
    weights += 2.0 * weight;
  }
  return vec4(sum.rgb / max(sum.a, 1e-9), sum.a / weights);
}

//!HOOK IMAGE
//!MARGIN 3 * radius
vec4 filter_image(vec2 position) {
  float last = ceil(reach(3.0 * radius));
  float fall = -0.5 / max(radius * zoom * radius * zoom, 1e-12);
  vec4 sum = source_premultiplied(position);
  float weights = 1.0;
  for (float i = 1.0; i <= last; i += 2.0) {
    float near = exp(fall * i * i);
    float far = i < last ? exp(fall * (i + 1.0) * (i + 1.0)) : 0.0;
    float weight = near + far;
    vec2 step = vec2(0.0, i + far / max(weight, 1e-30));
    sum += weight * (source_premultiplied(position - step) + source_premultiplied(position + step));
    weights += 2.0 * weight;
  }
  return vec4(sum.rgb / max(sum.a, 1e-9), sum.a / weights);
}
