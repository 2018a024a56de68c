// One pixel of a tile: sampled, converted to light if necessary, filtered, over the checkerboard if
// there is one.
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
