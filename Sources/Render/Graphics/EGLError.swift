import CGLES

/// The error of an EGL call, with the call's name.
package struct EGLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What EGL answered.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The number.
    package let rawValue: Int32
    /// A code from its number.
    package init(rawValue: Int32) { self.rawValue = rawValue }
    /// No error was recorded.
    ///
    /// The corresponding C constant is `EGL_SUCCESS`.
    package static let success = Code(rawValue: EGL_SUCCESS)
    /// The display cannot be used.
    ///
    /// The corresponding C constant is `EGL_NOT_INITIALIZED`.
    package static let notInitialized = Code(rawValue: EGL_NOT_INITIALIZED)
    /// Nothing suits the attributes.
    ///
    /// The corresponding C constant is `EGL_BAD_MATCH`.
    package static let badMatch = Code(rawValue: EGL_BAD_MATCH)
    /// No such configuration.
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

  /// What EGL answered.
  package let code: Code
  /// The call that failed.
  package let call: String

  /// An error of a known code.
  package init(code: Code, call: String) {
    self.code = code
    self.call = call
  }

  /// The error that the calling thread met last.
  static func last(_ call: String) -> EGLError {
    EGLError(code: Code(rawValue: eglGetError()), call: call)
  }

  /// The call and what went wrong, in words.
  package var description: String { "\(call): \(reason)" }

  private var reason: String {
    switch code {
    case .success: "it gave nothing and no reason"
    case .notInitialized: "the display cannot be used for drawing"
    case .badMatch, .badConfiguration: "no configuration suits"
    case .contextLost: "the GPU was reset"
    case .badAllocation: "memory ran out"
    case .badNativeWindow, .badSurface: "the window is gone"
    default: "error 0x\(String(code.rawValue, radix: 16))"
    }
  }
}
