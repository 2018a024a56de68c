import CGLES
import Geometry

/// An EGL surface: a window, or an off-screen pixel buffer.
package struct Surface: ~Copyable {
  private let display: EGLDisplay
  let handle: EGLSurface

  /// Creates the surface of an X window, which keeps its owner.
  package init(
    window: UInt, of display: borrowing Display, _ configuration: Configuration
  ) throws(EGLError) {
    // Mesa's software driver crashes in the first draw on a destroyed window.
    guard display.hasWindow(window) else {
      throw EGLError(code: .badNativeWindow, call: "XGetGeometry")
    }
    guard
      let handle = eglCreateWindowSurface(display.handle, configuration.handle, window, nil)
    else { throw .last("eglCreateWindowSurface") }
    self.display = display.handle
    self.handle = handle
  }

  /// Creates a pixel buffer with the same format as a window.
  package init(
    pixelBuffer size: PixelSize, of display: borrowing Display, _ configuration: Configuration
  ) throws(EGLError) {
    let attributes: [EGLint] = [
      EGL_WIDTH, EGLint(size.width), EGL_HEIGHT, EGLint(size.height), EGL_NONE,
    ]
    guard
      let handle = eglCreatePbufferSurface(display.handle, configuration.handle, attributes)
    else { throw .last("eglCreatePbufferSurface") }
    self.display = display.handle
    self.handle = handle
  }

  deinit { eglDestroySurface(display, handle) }

  /// Queries the surface's current size from the window system.
  package borrowing func size() throws(EGLError) -> PixelSize {
    var width: EGLint = 0
    var height: EGLint = 0
    guard eglQuerySurface(display, handle, EGL_WIDTH, &width) == EGL_TRUE,
      eglQuerySurface(display, handle, EGL_HEIGHT, &height) == EGL_TRUE
    else { throw .last("eglQuerySurface") }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// Shows what was drawn; the surface must be current.
  package borrowing func swap() throws(EGLError) {
    guard eglSwapBuffers(display, handle) == EGL_TRUE else { throw .last("eglSwapBuffers") }
  }
}

@available(*, unavailable) extension Surface: Sendable {}
