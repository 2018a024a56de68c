// Mosaic: square cells, aligned to the picture's upright top left corner, each with the mean light
// of the picture below it; device pixels are weighted by the part that lies in the cell. Light is
// averaged, as by a coarser sensor. The picture's rows are averaged first, then its columns. Two
// pixels take one linear sample, placed between them by their weights. A cell is at most 256 device
// pixels wide, so at higher zoom the cells cover less of the picture. Cells no larger than a device
// pixel change nothing.
//!DESC Pixelate
//!LIGHT linear

//!PARAM size
//!DESC Width and height of a cell, in image pixels
//!TYPE int
//!MINIMUM 1
//!MAXIMUM 200
8

//!HOOK IMAGE
//!MARGIN size
vec4 mean(vec2 position, vec2 from, vec2 to) {
  // In a rotated picture, rows are the view's columns.
  vec2 axis = abs(to.x - from.x) > abs(to.y - from.y) ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  float low = min(dot(from, axis), dot(to, axis));
  float high = max(dot(from, axis), dot(to, axis));
  position -= axis * dot(position, axis);
  vec4 sum = vec4(0.0);
  for (float pixel = floor(low); pixel < high; pixel += 2.0) {
    float first = min(pixel + 1.0, high) - max(pixel, low);
    float second = clamp(high - pixel - 1.0, 0.0, 1.0);
    float place = pixel + 0.5 + second / (first + second);
    sum += (first + second) * source_premultiplied(position + axis * place);
  }
  return vec4(sum.rgb / max(sum.a, 1e-9), sum.a / (high - low));
}

vec4 filter_image(vec2 position) {
  float edge = reach(float(size)) / zoom;
  if (edge * zoom <= 1.0) return source(position);
  vec2 here = image_from_view(position);
  // A hundredth of a device pixel, so that a centre on a border is always on the same side.
  float start = floor((here.x + 0.01 / zoom) / edge) * edge;
  float end = min(start + edge, image_size.x);
  return mean(
      position, view_from_image(vec2(start, here.y)), view_from_image(vec2(end, here.y)));
}

//!HOOK IMAGE
//!MARGIN size
vec4 mean(vec2 position, vec2 from, vec2 to) {
  vec2 axis = abs(to.x - from.x) > abs(to.y - from.y) ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
  float low = min(dot(from, axis), dot(to, axis));
  float high = max(dot(from, axis), dot(to, axis));
  position -= axis * dot(position, axis);
  vec4 sum = vec4(0.0);
  for (float pixel = floor(low); pixel < high; pixel += 2.0) {
    float first = min(pixel + 1.0, high) - max(pixel, low);
    float second = clamp(high - pixel - 1.0, 0.0, 1.0);
    float place = pixel + 0.5 + second / (first + second);
    sum += (first + second) * source_premultiplied(position + axis * place);
  }
  return vec4(sum.rgb / max(sum.a, 1e-9), sum.a / (high - low));
}

vec4 filter_image(vec2 position) {
  float edge = reach(float(size)) / zoom;
  if (edge * zoom <= 1.0) return source(position);
  vec2 here = image_from_view(position);
  float start = floor((here.y + 0.01 / zoom) / edge) * edge;
  float end = min(start + edge, image_size.y);
  return mean(
      position, view_from_image(vec2(here.x, start)), view_from_image(vec2(here.x, end)));
}
