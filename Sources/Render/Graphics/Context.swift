import CGLES
import Geometry

/// An OpenGL ES 3 context, destroyed with its owner.
///
/// It may be moved between threads while it is current on none; its display must outlive it.
package struct Context: ~Copyable, @unchecked Sendable {
  // EGL treats the handles as plain names and locks its own tables; the single owner ensures that
  // only one thread uses the context at a time.
  private let display: EGLDisplay
  private let handle: EGLContext
  private let stand: EGLSurface?
  private let faults: FaultInjector?

  /// Creates a context with a share group of its own.
  package init(
    of display: borrowing Display, _ configuration: Configuration, faults: FaultInjector? = nil
  ) throws(EGLError) {
    try self.init(display, configuration, sharing: nil, faults: faults)
  }

  /// Creates a context for another thread, which shares the textures of `other`.
  package init(
    sharing other: borrowing Context, of display: borrowing Display, _ configuration: Configuration
  ) throws(EGLError) {
    try self.init(display, configuration, sharing: other.handle, faults: other.faults)
  }

  private init(
    _ display: borrowing Display, _ configuration: Configuration, sharing other: EGLContext?,
    faults: FaultInjector?
  ) throws(EGLError) {
    if let faults, faults.refusesContext(isShared: other != nil) {
      throw EGLError(code: .badAllocation, call: "eglCreateContext")
    }
    eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
    var attributes: [EGLint] = [EGL_CONTEXT_MAJOR_VERSION, 3]
    if display.offers("EGL_EXT_create_context_robustness") {
      attributes += [
        EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
      ]
    }
    attributes.append(EGL_NONE)
    guard
      let handle = eglCreateContext(display.handle, configuration.handle, other, attributes)
    else { throw .last("eglCreateContext") }
    var stand: EGLSurface?
    if !display.offers("EGL_KHR_surfaceless_context") {
      // Such a driver needs a surface to make a context current.
      let size: [EGLint] = [EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE]
      stand = eglCreatePbufferSurface(display.handle, configuration.handle, size)
      if stand == nil {
        let error = EGLError.last("eglCreatePbufferSurface")
        eglDestroyContext(display.handle, handle)
        throw error
      }
    }
    self.display = display.handle
    self.handle = handle
    self.stand = stand
    self.faults = faults
  }

  deinit {
    if eglGetCurrentContext() == handle {
      eglMakeCurrent(
        display, fresnel_egl_no_surface(), fresnel_egl_no_surface(), fresnel_egl_no_context())
    }
    if let stand { eglDestroySurface(display, stand) }
    eglDestroyContext(display, handle)
  }

  /// Runs `body` with the context current on any surface.
  package borrowing func withCurrent<Result: ~Copyable>(
    _ body: (borrowing Current) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    if eglGetCurrentContext() != handle { try makeCurrent(stand) }
    return try body(Current(faults: faults))
  }

  /// Runs `body` with the context current and drawing on a surface.
  package borrowing func withCurrent<Result: ~Copyable>(
    drawingOn surface: borrowing Surface, _ body: (borrowing Current) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    try makeCurrent(surface.handle)
    return try body(Current(faults: faults))
  }

  /// Releases the calling thread's current context, so that another thread can use it.
  package borrowing func resign() {
    eglMakeCurrent(
      display, fresnel_egl_no_surface(), fresnel_egl_no_surface(), fresnel_egl_no_context())
  }

  // The context stays current afterwards: switching costs a flush, and a thread has one context.
  private borrowing func makeCurrent(_ surface: EGLSurface?) throws(GLError) {
    if eglGetCurrentContext() == handle && eglGetCurrentSurface(EGL_DRAW) == surface { return }
    guard eglMakeCurrent(display, surface, surface, handle) == EGL_TRUE else {
      throw .notCurrent(.last("eglMakeCurrent"))
    }
  }
}
