import Geometry
import Glibc
import Graphics
import Platform
import Windowing

/// A window that OpenGL draws on, with nothing else.
struct BareWindow: ~Copyable {
  let size: PixelSize
  /// The refresh rate of the window's monitor in hertz, if it is known.
  let hertz: Double
  private let connection: DisplayConnection
  private let window: Window
  // Members are destroyed in declaration order: dependent ones come first.
  let surface: Surface
  let context: Context
  private let display: Display

  /// Creates the window and waits until it is on the screen.
  init(size: PixelSize) throws {
    let connection = try DisplayConnection()
    let window = try Window(
      connection,
      Window.Configuration(title: "floor", size: size, geometry: WindowGeometry("+0+0")))
    window.map()
    // Anything drawn before that is lost.
    while !window.readEvents().contains(.exposed) {
      var poll = PollSet()
      poll.add(connection.descriptor)
      poll.wait(timeout: 1)
    }
    let display = try Display(x11: nil)
    let configuration = try Configuration(of: display, visual: window.visualID)
    let context = try Context(of: display, configuration)
    let surface = try Surface(window: window.id, of: display, configuration)
    self.size = size
    hertz = connection.refreshRate(of: connection.monitorUnderPointer()) ?? 60
    self.connection = connection
    self.window = window
    self.surface = surface
    self.context = context
    self.display = display
  }

  /// Clears the window to a colour.
  borrowing func clear() throws {
    try context.withCurrent(drawingOn: surface) { gl throws(GLError) in
      gl.drawOnSurface(size: size)
      gl.clear(red: 0.2, green: 0.2, blue: 0.2, alpha: 1)
    }
    try surface.swap()
  }
}
