import Geometry
import Graphics
import Platform

/// The target of frames: a window's surface, or a framebuffer.
final class GLCanvas {
  private let target: RenderConfiguration.Target
  private var surface: Shared<Surface>?
  private var framebuffer: Shared<Framebuffer>?
  private var hasSwapped = false
  private let isHosted: Bool

  /// The maximum number of attempts to draw a frame while the window's size keeps changing.
  private static let mostAttempts = 4

  init(
    _ target: RenderConfiguration.Target, _ session: GLSession, isHosted: Bool = false
  ) throws(GLError) {
    self.target = target
    self.isHosted = isHosted
    if case .offscreen(let size) = target {
      framebuffer = try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        Shared<Framebuffer>(try Framebuffer(size: size, on: gl))
      }
    }
  }

  /// Draws and shows a frame in the target's current size, which it returns.
  func present(
    _ session: GLSession,
    draw: (borrowing Current, PixelSize, _ isFlipped: Bool) throws(GLError) -> Void
  ) throws(GLError) -> PixelSize {
    if let framebuffer {
      return try session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
        try gl.checkReset()
        framebuffer.value.bind(on: gl)
        try draw(gl, framebuffer.value.size, false)
        gl.finish()
        try gl.check("glDrawArrays")
        try gl.checkReset()
        return framebuffer.value.size
      }
    }
    // Hold the server from the window's check until its first draw; see `isHosted`.
    let holdsServer = isHosted && !hasSwapped
    if holdsServer { session.display.value.holdServer(true) }
    defer { if holdsServer { session.display.value.holdServer(false) } }
    var size = PixelSize.zero
    for _ in 0..<Self.mostAttempts {
      let box: Shared<Surface>
      if let surface { box = surface } else { box = try makeSurface(session) }
      surface = box
      let isDone = try session.context.withCurrent(drawingOn: box.value) {
        (gl: borrowing Current) throws(GLError) -> Bool in
        try gl.checkReset()
        size = try Self.egl { () throws(EGLError) in try box.value.size() }
        gl.drawOnSurface(size: size)
        try draw(gl, size, true)
        if !hasSwapped {
          // If the window has been resized since its surface was made, the first swap shows black.
          let now = try Self.egl { () throws(EGLError) in try box.value.size() }
          if now != size { return false }
        }
        try Self.egl { () throws(EGLError) in try box.value.swap() }
        hasSwapped = true
        try gl.checkReset()
        return try Self.egl { () throws(EGLError) in try box.value.size() } == size
      }
      if isDone { return size }
      if !hasSwapped {
        session.context.resign()
        surface = nil
      }
    }
    return size
  }

  /// Returns the pixels of the last frame, if they can be read back.
  func capture(_ session: GLSession) -> CapturedPixels? {
    guard let framebuffer else { return nil }
    return try? session.context.withCurrent { (gl: borrowing Current) throws(GLError) in
      framebuffer.value.bind(on: gl)
      let size = framebuffer.value.size
      return CapturedPixels(size: size, bytes: try gl.readPixels(PixelRect(size)))
    }
  }

  /// Frees the framebuffer while its context is current.
  func dropFramebuffer() { framebuffer = nil }

  private func makeSurface(_ session: GLSession) throws(GLError) -> Shared<Surface> {
    guard case .window(_, let window, _) = target else { throw .contextLost }
    return try Self.egl { () throws(EGLError) in
      Shared<Surface>(
        try Surface(window: window, of: session.display.value, session.configuration))
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
