import Geometry
import Glibc
import Graphics
import Platform
import Windowing

/// A window whose only content is one textured quad.
struct QuadWindow: ~Copyable {
  private let size: PixelSize
  private let connection: DisplayConnection
  private let window: Window
  // Members go in the order in which they stand: what depends on others first.
  private let program: Program
  private let texture: Texture
  private let surface: Surface
  private let context: Context
  private let display: Display

  private static let vertex = """
    #version 300 es
    out highp vec2 place;
    void main() {
      place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
      gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
    }
    """
  private static let fragment = """
    #version 300 es
    precision highp float;
    uniform sampler2D picture;
    uniform float shift;
    in vec2 place;
    out vec4 color;
    void main() { color = texture(picture, place + vec2(shift, 0.0)); }
    """

  /// Makes the window, waits until it is on the screen, and makes a texture of some size.
  init(size: PixelSize, texture edge: PixelSize) throws {
    let connection = try DisplayConnection()
    let window = try Window(
      connection, Window.Configuration(title: "quad", size: size, geometry: WindowGeometry("+0+0")))
    window.map()
    // What is drawn before that is lost.
    while !window.readEvents().contains(.exposed) {
      var poll = PollSet()
      poll.add(connection.descriptor)
      poll.wait(timeout: 1)
    }
    let display = try Display(x11: nil)
    let configuration = try Configuration(of: display, visual: window.visualID)
    let context = try Context(of: display, configuration)
    let surface = try Surface(window: window.id, of: display, configuration)
    let pixels = (0..<edge.width * edge.height).map {
      UInt32(truncatingIfNeeded: $0 &* 0x9E37_79B1)
    }
    let texture = try context.withCurrent(drawingOn: surface) { gl throws(GLError) in
      let texture = try Texture(size: edge, on: gl)
      pixels.withUnsafeBytes { texture.replace(with: $0, on: gl) }
      return texture
    }
    let program = try context.withCurrent(drawingOn: surface) { gl throws(GLError) in
      try Program(vertex: Array(Self.vertex.utf8), fragment: Array(Self.fragment.utf8), on: gl)
    }
    self.size = size
    self.connection = connection
    self.window = window
    self.program = program
    self.texture = texture
    self.surface = surface
    self.context = context
    self.display = display
  }

  /// Draws the quad, shifted by a share of its width, and shows it.
  borrowing func draw(shift: Float = 0) throws {
    try context.withCurrent(drawingOn: surface) { gl throws(GLError) in
      gl.drawOnSurface(size: size)
      program.use(on: gl)
      texture.bind(on: gl)
      program.uniform("shift", on: gl).set(shift)
      gl.drawQuad()
    }
    try surface.swap()
  }

  /// Seconds from each frame to the next, for so many seconds.
  borrowing func intervals(seconds: Double, hertz: Double?) throws -> [Double] {
    // The first frames compile and allocate.
    for _ in 0..<5 { try draw() }
    let began = MonotonicClock.now()
    var intervals: [Double] = []
    var last = began
    while last - began < seconds {
      if let hertz {
        let next = began + Double(intervals.count + 1) / hertz
        let rest = next - MonotonicClock.now()
        if rest > 0 { usleep(UInt32(rest * 1_000_000)) }
      }
      try draw(shift: Float(intervals.count % 100) / 100)
      let now = MonotonicClock.now()
      intervals.append(now - last)
      last = now
    }
    return intervals
  }
}
