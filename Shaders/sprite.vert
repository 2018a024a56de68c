// Instanced rectangles of whole device pixels, and the texels at their corners.
layout(location = 0) in vec4 box;    // left, top, width, height, in pixels of the framebuffer
layout(location = 1) in vec2 corner; // the texel at its top left corner
uniform vec2 scale;                  // from pixels to clip space
uniform vec2 offset;
out vec2 position;

void main() {
  vec2 place = vec2(gl_VertexID & 1, gl_VertexID >> 1) * box.zw;
  position = corner + place;
  gl_Position = vec4((box.xy + place) * scale + offset, 0.0, 1.0);
}
