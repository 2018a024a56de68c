import CGLES
import Geometry

/// An OpenGL ES 3 context, destroyed when its owner goes away.
///
/// It may be handed from one thread to another while no thread has it current; its display must
/// outlive it.
package struct Context: ~Copyable, @unchecked Sendable {
  // The handles are plain names to EGL, which locks its own tables; that only one thread works with
  // a context at a time follows from its single owner.
  private let display: EGLDisplay
  private let handle: EGLContext
  private let stand: EGLSurface?
  private let faults: FaultInjector?

  /// A context of a display, in the share group of no other.
  package init(
    of display: borrowing Display, _ configuration: Configuration, faults: FaultInjector? = nil
  ) throws(EGLError) {
    try self.init(display, configuration, sharing: nil, faults: faults)
  }

  /// A second context that has all textures of another one, for another thread.
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
      // Such a driver wants something to draw on even while nothing is drawn.
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

  /// Works with the context current, and no matter which surface.
  package borrowing func withCurrent<Result: ~Copyable>(
    _ body: (borrowing Current) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    if eglGetCurrentContext() != handle { try makeCurrent(stand) }
    return try body(Current(faults: faults))
  }

  /// Works with the context current and a surface to draw on.
  package borrowing func withCurrent<Result: ~Copyable>(
    drawingOn surface: borrowing Surface, _ body: (borrowing Current) throws(GLError) -> Result
  ) throws(GLError) -> Result {
    try makeCurrent(surface.handle)
    return try body(Current(faults: faults))
  }

  /// Lets go of whatever the calling thread has current, so that another thread may take it.
  package borrowing func resign() {
    eglMakeCurrent(
      display, fresnel_egl_no_surface(), fresnel_egl_no_surface(), fresnel_egl_no_context())
  }

  // It stays current afterwards: switching costs a flush, and a thread has one context.
  private borrowing func makeCurrent(_ surface: EGLSurface?) throws(GLError) {
    if eglGetCurrentContext() == handle && eglGetCurrentSurface(EGL_DRAW) == surface { return }
    guard eglMakeCurrent(display, surface, surface, handle) == EGL_TRUE else {
      throw .notCurrent(.last("eglMakeCurrent"))
    }
  }
}
