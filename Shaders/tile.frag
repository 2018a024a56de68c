// One pixel of a tile: sampled, made light where that is wanted, filtered, laid over the checkerboard where one is given.
uniform sampler2D tile;
in vec2 position;
out vec4 pixel;

void main() {
#ifdef CRISP
  vec4 color = texelFetch(tile, ivec2(floor(position)), 0);
#else
  vec4 color = texture(tile, position);
#endif
#ifdef LIT
  color = lit(color);
#endif
  pixel = over_backdrop(chain(color));
}
