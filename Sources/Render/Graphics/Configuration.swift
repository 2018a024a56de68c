import CGLES

/// The pixel format of a display's contexts and surfaces.
///
/// It has 8 bits per channel, or 10 for windows of servers that have them.
package struct Configuration {
  let handle: EGLConfig?
  /// The bits per colour channel.
  package let bits: Int
  /// True if it supports pixel buffer surfaces.
  package let makesPixelBuffers: Bool

  /// Returns the configuration for windows with an X visual.
  package init(of display: borrowing Display, visual: UInt) throws(EGLError) {
    let found = try Self.choose(display, surfaces: EGL_WINDOW_BIT, bits: 8...10)
    let matching = found.first { config in
      Self.attribute(EGL_NATIVE_VISUAL_ID, of: config, display) == Int32(truncatingIfNeeded: visual)
    }
    guard let matching else { throw EGLError(code: .badMatch, call: "eglChooseConfig") }
    self.init(matching, display)
  }

  /// Returns a configuration for drawing without a window.
  package init(offscreen display: borrowing Display) throws(EGLError) {
    // EGL sorts larger sizes first, but 10 bits per channel would round differently.
    let found = try Self.choose(display, surfaces: EGL_PBUFFER_BIT, bits: 8...8)
    guard let first = found.first else {
      throw EGLError(code: .badMatch, call: "eglChooseConfig")
    }
    self.init(first, display)
  }

  private init(_ config: EGLConfig, _ display: borrowing Display) {
    handle = config
    bits = Int(Self.attribute(EGL_RED_SIZE, of: config, display))
    let surfaces = Self.attribute(EGL_SURFACE_TYPE, of: config, display)
    makesPixelBuffers = surfaces & EGL_PBUFFER_BIT != 0
  }

  private static func attribute(
    _ name: Int32, of config: EGLConfig, _ display: borrowing Display
  ) -> Int32 {
    var value: EGLint = 0
    eglGetConfigAttrib(display.handle, config, name, &value)
    return value
  }

  private static func choose(
    _ display: borrowing Display, surfaces: Int32, bits: ClosedRange<Int32>
  ) throws(EGLError) -> [EGLConfig] {
    let attributes: [EGLint] = [
      EGL_SURFACE_TYPE, surfaces, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_RED_SIZE, 8,
      EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8, EGL_NONE,
    ]
    var found = [EGLConfig?](repeating: nil, count: 256)
    var count: EGLint = 0
    guard eglChooseConfig(display.handle, attributes, &found, 256, &count) == EGL_TRUE else {
      throw .last("eglChooseConfig")
    }
    return found.prefix(Int(count)).compactMap { config in
      guard let config, bits.contains(Self.attribute(EGL_RED_SIZE, of: config, display)),
        Self.attribute(EGL_SAMPLES, of: config, display) == 0
      else { return nil }
      return config
    }
  }
}
