// Additional declarations for functions that sample neighbours.
uniform sampler2D pass_input;
uniform vec4 pass_region;  // the input's corner in the view, and 1 / its size
uniform vec4 pass_edge;    // the centres of its outermost pixels: left, top, right, bottom

vec4 source_premultiplied(vec2 position) {
  vec2 place = clamp(position, pass_edge.xy, pass_edge.zw);
  return texture(pass_input, (place - pass_region.xy) * pass_region.zw);
}

vec4 source(vec2 position) { return straight_color(source_premultiplied(position)); }
