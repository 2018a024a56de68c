import CGLES
import Geometry

/// What a context draws on: a window, or pixels that nobody sees.
package struct Surface: ~Copyable {
  private let display: EGLDisplay
  let handle: EGLSurface

  /// The surface of an X window; the window stays its owner's.
  package init(
    window: UInt, of display: borrowing Display, _ configuration: Configuration
  ) throws(EGLError) {
    // Mesa's software driver crashes in the first draw on a window that is gone already.
    guard display.hasWindow(window) else {
      throw EGLError(code: .badNativeWindow, call: "XGetGeometry")
    }
    guard
      let handle = eglCreateWindowSurface(display.handle, configuration.handle, window, nil)
    else { throw .last("eglCreateWindowSurface") }
    self.display = display.handle
    self.handle = handle
  }

  /// Pixels without a window, in the same format as a window's.
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

  /// The surface's own size, asked of the window system each time.
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
