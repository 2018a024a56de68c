// Unsharp masking (Gonzalez and Woods, "Digital Image Processing"): what a Gaussian blur takes away
// from a pixel is added to it, amount times. Differences are lessened by the threshold, and smaller
// ones vanish (soft thresholding; Donoho, IEEE Transactions on Information Theory 41, 1995), so that
// grain is left alone without a visible limit. Encoded values, as darkrooms and editors do it: light
// and dark halos look equally strong. The blur is cut off beyond 3 radii or 256 device pixels. Its
// samples are an image pixel apart, or a device pixel where that is more: a magnified picture is
// sharpened as it would be unmagnified. The radius is small since every pixel needs all samples of
// a disc: a function that sees rows already blurred no longer knows what they were.
//!DESC Sharpen (unsharp mask)

//!PARAM amount
//!DESC How much of the difference is added
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 5
0.5

//!PARAM radius
//!DESC Standard deviation of the blur, in image pixels
//!TYPE float
//!MINIMUM 0.4
//!MAXIMUM 3
1

//!PARAM threshold
//!DESC The smallest difference that counts
//!TYPE float
//!MINIMUM 0
//!MAXIMUM 1
0

//!HOOK IMAGE
//!MARGIN 3 * radius
vec4 filter_image(vec2 position) {
  vec4 color = source(position);
  if (amount == 0.0) return color;
  float apart = max(zoom, 1.0);
  // In samples; a little more, so that arithmetic does not lose one that lies on the limit.
  float limit = reach(3.0 * radius) / apart + 1e-3;
  float deviation = radius * zoom / apart;
  float fall = -0.5 / (deviation * deviation);
  vec4 sum = vec4(0.0);
  for (float y = -floor(limit); y <= limit; y += 1.0) {
    float width = floor(sqrt(max(limit * limit - y * y, 0.0)));
    for (float x = -width; x <= width; x += 1.0) {
      sum += exp(fall * (x * x + y * y)) * source_premultiplied(position + vec2(x, y) * apart);
    }
  }
  vec3 detail = color.rgb - sum.rgb / max(sum.a, 1e-9);
  detail = sign(detail) * max(abs(detail) - threshold, 0.0);
  return vec4(color.rgb + amount * detail, color.a);
}
