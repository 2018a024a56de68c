import Geometry
import Graphics

/// What frames are drawn on: a window's surface, or a framebuffer.
final class GLCanvas {
  private let target: RenderConfiguration.Target
  private var surface: SurfaceBox?
  private var framebuffer: FramebufferBox?
  private var hasSwapped = false
  private let isHosted: Bool

  /// How often a frame is drawn again because the window changed its size meanwhile.
  private static let mostAttempts = 4

  init(
    _ target: RenderConfiguration.Target, _ session: GLSession, isHosted: Bool = false
  ) throws(GLError) {
    self.target = target
    self.isHosted = isHosted
    if case .offscreen(let size) = target {
      framebuffer = try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        FramebufferBox(try Framebuffer(size: size, on: gl))
      }
    }
  }

  /// Draws and shows a frame in the target's own size, which it returns.
  func present(
    _ session: GLSession,
    draw: (borrowing Current, PixelSize, _ isFlipped: Bool) throws(GLError) -> Void
  ) throws(GLError) -> PixelSize {
    if let framebuffer {
      return try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        try gl.checkReset()
        framebuffer.framebuffer.bind(on: gl)
        try draw(gl, framebuffer.framebuffer.size, false)
        gl.finish()
        try gl.check("glDrawArrays")
        try gl.checkReset()
        return framebuffer.framebuffer.size
      }
    }
    // From before the window is looked for until it has been drawn on: as `isHosted` has it.
    let holdsServer = isHosted && !hasSwapped
    if holdsServer { session.display.display.holdServer(true) }
    defer { if holdsServer { session.display.display.holdServer(false) } }
    var size = PixelSize.zero
    for _ in 0..<Self.mostAttempts {
      let box: SurfaceBox
      if let surface { box = surface } else { box = try makeSurface(session) }
      surface = box
      let isDone = try session.context.withCurrent(drawingOn: box.surface) {
        (gl: borrowing Current) throws(GLError) -> Bool in
        try gl.checkReset()
        size = try Self.egl { () throws(EGLError) in try box.surface.size() }
        gl.drawOnSurface(size: size)
        try draw(gl, size, true)
        if !hasSwapped {
          // A surface whose window has changed since it was made swaps black, once.
          let now = try Self.egl { () throws(EGLError) in try box.surface.size() }
          if now != size { return false }
        }
        try Self.egl { () throws(EGLError) in try box.surface.swap() }
        hasSwapped = true
        try gl.checkReset()
        return try Self.egl { () throws(EGLError) in try box.surface.size() } == size
      }
      if isDone { return size }
      if !hasSwapped {
        session.context.resign()
        surface = nil
      }
    }
    return size
  }

  /// The pixels of the last frame, where they can be read back.
  func capture(_ session: GLSession) -> CapturedPixels? {
    guard let framebuffer else { return nil }
    return try? session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      framebuffer.framebuffer.bind(on: gl)
      let size = framebuffer.framebuffer.size
      return CapturedPixels(size: size, bytes: try gl.readPixels(PixelRect(size)))
    }
  }

  /// Gives the framebuffer back while its context is current.
  func dropFramebuffer() { framebuffer = nil }

  private func makeSurface(_ session: GLSession) throws(GLError) -> SurfaceBox {
    guard case .window(_, let window, _) = target else { throw .contextLost }
    return try Self.egl { () throws(EGLError) in
      SurfaceBox(
        try Surface(window: window, of: session.display.display, session.configuration))
    }
  }

  private static func egl<Result>(
    _ body: () throws(EGLError) -> Result
  ) throws(GLError) -> Result {
    do throws(EGLError) { return try body() } catch {
      throw error.code == .contextLost ? .contextLost : .notCurrent(error)
    }
  }
}

/// Holds a framebuffer where a class must be able to let it go.
final class FramebufferBox {
  let framebuffer: Framebuffer
  init(_ framebuffer: consuming Framebuffer) { self.framebuffer = framebuffer }
}
