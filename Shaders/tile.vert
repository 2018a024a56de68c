// A rectangle of whole device pixels, and the texels at its corners.
uniform vec4 rect;         // left, top, right, bottom, in clip space
uniform vec2 texel_origin; // at the top left corner, in texels
uniform vec4 texel_span;   // from there to the top right corner, then to the bottom left one
uniform vec2 texel_size;   // of one texel, in texture coordinates; 1 for texelFetch
out vec2 position;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  position =
      (texel_origin + corner.x * texel_span.xy + corner.y * texel_span.zw) * texel_size;
  gl_Position = vec4(mix(rect.xy, rect.zw, corner), 0.0, 1.0);
}
