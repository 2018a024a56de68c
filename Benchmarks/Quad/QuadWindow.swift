import Geometry
import Glibc
import Graphics
import Platform

/// A window whose only content is one textured quad.
struct QuadWindow: ~Copyable {
  // The context must outlive its resources, and members are destroyed in this order.
  private let program: Program
  private let texture: Texture
  private let window: BareWindow

  private static let vertex = """
    #version 300 es
    uniform float shift;
    out highp vec2 place;
    void main() {
      vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      place = vec2(corner.x + shift, 1.0 - corner.y);
      gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
    }
    """
  private static let fragment = """
    #version 300 es
    precision highp float;
    uniform sampler2D picture;
    in vec2 place;
    out vec4 color;
    void main() { color = texture(picture, place); }
    """

  /// Creates the window and a texture of its size.
  init(size: PixelSize) throws {
    let window = try BareWindow(size: size)
    let pixels = (0..<size.width * size.height).map {
      UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B1)
    }
    let texture = try window.context.withCurrent(drawingOn: window.surface) {
      gl throws(GLError) in
      let texture = try Texture(size: size, on: gl)
      pixels.withUnsafeBytes { texture.replace(with: $0, on: gl) }
      return texture
    }
    let program = try window.context.withCurrent(drawingOn: window.surface) {
      gl throws(GLError) in
      try Program(vertex: Array(Self.vertex.utf8), fragment: Array(Self.fragment.utf8), on: gl)
    }
    self.program = program
    self.texture = texture
    self.window = window
  }

  /// Draws the quad, shifted by a fraction of its width, and swaps the buffers.
  private borrowing func draw(shift: Float) throws {
    try window.context.withCurrent(drawingOn: window.surface) { gl throws(GLError) in
      gl.drawOnSurface(size: window.size)
      program.use(on: gl)
      texture.bind(on: gl)
      program.uniform("shift", on: gl).set(shift)
      gl.drawQuad()
    }
    try window.surface.swap()
  }

  /// Draws for `seconds` seconds and returns the intervals between frames in seconds; unpaced, or
  /// at the display's refresh rate.
  borrowing func intervals(seconds: Double, isPaced: Bool) throws -> [Double] {
    // The first frames compile and allocate.
    for _ in 0..<5 { try draw(shift: 0) }
    let began = MonotonicClock.now()
    var intervals: [Double] = []
    var last = began
    while last - began < seconds {
      if isPaced {
        let refresh = ((last - began) * window.hertz).rounded(.down) + 1
        let rest = began + refresh / window.hertz - MonotonicClock.now()
        if rest > 0 { usleep(UInt32(rest * 1_000_000)) }
      }
      try draw(shift: Float(intervals.count % 100) / Float(window.size.width))
      let now = MonotonicClock.now()
      intervals.append(now - last)
      last = now
    }
    return intervals
  }
}
