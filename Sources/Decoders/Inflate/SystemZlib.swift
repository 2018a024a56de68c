import CISAL
import Glibc

/// libz's own functions, which this module's hide.
struct SystemZlib: Sendable {
  typealias Stream = UnsafeMutablePointer<z_stream>
  typealias Initialize =
    @convention(c) @Sendable (Stream, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  typealias OfStream = @convention(c) @Sendable (Stream) -> Int32
  typealias OfStreamAndNumber = @convention(c) @Sendable (Stream, Int32) -> Int32

  let initialize: Initialize
  let inflate: OfStreamAndNumber
  let reset: OfStream
  let resetWindow: OfStreamAndNumber
  let validate: OfStreamAndNumber
  let end: OfStream

  /// Looked up on first use; `nil` if the program has no libz.
  static let calls: SystemZlib? = {
    guard let initialize = call("inflateInit2_", as: Initialize.self),
      let inflate = call("inflate", as: OfStreamAndNumber.self),
      let reset = call("inflateReset", as: OfStream.self),
      let resetWindow = call("inflateReset2", as: OfStreamAndNumber.self),
      let validate = call("inflateValidate", as: OfStreamAndNumber.self),
      let end = call("inflateEnd", as: OfStream.self)
    else { return nil }
    return SystemZlib(
      initialize: initialize, inflate: inflate, reset: reset, resetWindow: resetWindow,
      validate: validate, end: end)
  }()

  /// The next function of this name after the program's own: RTLD_NEXT.
  private static func call<Call>(_ name: String, as type: Call.Type) -> Call? {
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), name).map { unsafeBitCast($0, to: type) }
  }
}
