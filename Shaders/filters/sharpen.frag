// Unsharp masking (Gonzalez and Woods, "Digital Image Processing"): the difference between a pixel
// and its Gaussian blur is added to it, multiplied by amount. Differences are reduced by the
// threshold, and smaller ones vanish (soft thresholding; Donoho, IEEE Transactions on Information
// Theory 41, 1995), so that grain is left alone without a visible boundary. It uses encoded values,
// like darkrooms and editors, so that light and dark halos look equally strong. The blur ends at 3
// radii or 256 device pixels. Its samples are one image pixel apart, or one device pixel if that is
// more: a magnified picture is sharpened as at 100 %. The radius is limited because every pixel
// needs all samples of a disc: after a pass that blurs rows, the original values would be gone.
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
  // In samples; slightly more, so that rounding does not miss one at the limit.
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
