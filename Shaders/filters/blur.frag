// Gaussian blur: the mean of the light around a pixel, weighted by exp(-d^2 / 2 s^2) at distance d
// (Gonzalez and Woods, "Digital Image Processing", smoothing in the spatial domain), s being the
// radius in image pixels, so that the blur grows with the zoom. Weights end with the first device
// pixel at or beyond 3 s, or 256 of them. The kernel is a product, so rows come first and columns
// after them. Light is averaged, as a lens out of focus does it: means of encoded values are too
// dark. Two neighbours are one sample between them, where their weights balance.
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
