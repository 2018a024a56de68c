import CGLES

/// An error of an EGL call.
package struct EGLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An EGL error code.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The C constant's value.
    package let rawValue: Int32
    /// Creates a code from its value.
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// No error was recorded.
    ///
    /// The corresponding C constant is `EGL_SUCCESS`.
    package static let success = Code(rawValue: EGL_SUCCESS)
    /// The display can't be used.
    ///
    /// The corresponding C constant is `EGL_NOT_INITIALIZED`.
    package static let notInitialized = Code(rawValue: EGL_NOT_INITIALIZED)
    /// No configuration matches the attributes.
    ///
    /// The corresponding C constant is `EGL_BAD_MATCH`.
    package static let badMatch = Code(rawValue: EGL_BAD_MATCH)
    /// The configuration does not exist.
    ///
    /// The corresponding C constant is `EGL_BAD_CONFIG`.
    package static let badConfiguration = Code(rawValue: EGL_BAD_CONFIG)
    /// The GPU was reset.
    ///
    /// The corresponding C constant is `EGL_CONTEXT_LOST`.
    package static let contextLost = Code(rawValue: EGL_CONTEXT_LOST)
    /// Memory ran out.
    ///
    /// The corresponding C constant is `EGL_BAD_ALLOC`.
    package static let badAllocation = Code(rawValue: EGL_BAD_ALLOC)
    /// The window is gone.
    ///
    /// The corresponding C constant is `EGL_BAD_NATIVE_WINDOW`.
    package static let badNativeWindow = Code(rawValue: EGL_BAD_NATIVE_WINDOW)
    /// The surface is gone.
    ///
    /// The corresponding C constant is `EGL_BAD_SURFACE`.
    package static let badSurface = Code(rawValue: EGL_BAD_SURFACE)
  }

  /// The error code.
  package let code: Code
  /// The call that failed.
  package let call: String

  /// Creates an error from its code.
  package init(code: Code, call: String) {
    self.code = code
    self.call = call
  }

  /// The calling thread's last error.
  static func last(_ call: String) -> EGLError {
    EGLError(code: Code(rawValue: eglGetError()), call: call)
  }

  /// The call and the reason in words.
  package var description: String { "\(call): \(reason)" }

  private var reason: String {
    switch code {
    case .success: "it failed without a reason"
    case .notInitialized: "the display cannot be used for drawing"
    case .badMatch, .badConfiguration: "there is no suitable configuration"
    case .contextLost: "the GPU was reset"
    case .badAllocation: "it ran out of memory"
    case .badNativeWindow, .badSurface: "the window was closed"
    default: "error 0x\(String(code.rawValue, radix: 16))"
    }
  }
}
