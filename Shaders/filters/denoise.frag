// Bilateral filter (Tomasi and Manduchi, "Bilateral Filtering for Gray and Color Images", ICCV
// 1998): the mean around a pixel, weighted by exp(-d^2 / 2 s^2) for the distance d in the picture
// times exp(-c^2 / 2 r^2) for the distance c between the colours, so that noise is averaged and
// edges are kept. Colours are encoded RGB: as the paper asks, distances between them should be
// roughly perceptual. Colours are weighted by their opacity, and each pixel keeps its own opacity.
// The kernel ends at 2 s or 256 device pixels. Samples are one image pixel apart, or one device
// pixel if that is more.
//!DESC Denoise (bilateral)

//!PARAM radius
//!DESC Standard deviation in the picture, in image pixels
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 3
1.5

//!PARAM range
//!DESC Standard deviation between colours
//!TYPE float
//!MINIMUM 0.01
//!MAXIMUM 1
0.1

//!HOOK IMAGE
//!MARGIN 2 * radius
vec4 filter_image(vec2 position) {
  vec4 color = source(position);
  if (radius == 0.0 || color.a == 0.0) return color;
  float apart = max(zoom, 1.0);
  // In samples; slightly more, so that rounding does not miss one at the limit.
  float limit = reach(2.0 * radius) / apart + 1e-3;
  float deviation = radius * zoom / apart;
  float fall = -0.5 / max(deviation * deviation, 1e-12);
  float color_fall = -0.5 / (range * range);
  vec3 sum = vec3(0.0);
  float weights = 0.0;
  for (float y = -floor(limit); y <= limit; y += 1.0) {
    float width = floor(sqrt(max(limit * limit - y * y, 0.0)));
    for (float x = -width; x <= width; x += 1.0) {
      vec4 other = source(position + vec2(x, y) * apart);
      vec3 apart_by = other.rgb - color.rgb;
      float weight =
          other.a * exp(fall * (x * x + y * y) + color_fall * dot(apart_by, apart_by));
      sum += weight * other.rgb;
      weights += weight;
    }
  }
  return vec4(sum / weights, color.a);
}
