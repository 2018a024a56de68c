import CISAL
import Glibc
import Inflate

/// The inflate functions, either this project's or zlib's.
struct InflateCalls: Sendable {
  typealias Stream = UnsafeMutablePointer<z_stream>?
  typealias Initialize =
    @convention(c) @Sendable (Stream, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  typealias OfStreamAndNumber = @convention(c) @Sendable (Stream, Int32) -> Int32
  typealias OfStream = @convention(c) @Sendable (Stream) -> Int32

  let initialize: @Sendable (Stream, Int32, UnsafePointer<CChar>?, Int32) -> Int32
  let inflate: @Sendable (Stream, Int32) -> Int32
  let end: @Sendable (Stream) -> Int32

  static let ours = InflateCalls(
    initialize: { Inflate.inflateInit2($0, $1, $2, $3) },
    inflate: { Inflate.inflate($0, $1) }, end: { Inflate.inflateEnd($0) })
  static let zlibs = InflateCalls(
    initialize: Zlib.call("inflateInit2_", as: Initialize.self),
    inflate: Zlib.call("inflate", as: OfStreamAndNumber.self),
    end: Zlib.call("inflateEnd", as: OfStream.self))
}

/// zlib itself, even where the program interposes its functions.
enum Zlib {
  /// Looks up a function in the library only.
  static func call<Call>(_ name: String, as type: Call.Type) -> Call {
    guard let library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL), let call = dlsym(library, name)
    else { fatalError("zlib has no \(name)") }
    return unsafeBitCast(call, to: type)
  }

  /// Compresses bytes with zlib.
  static func deflated(
    _ bytes: [UInt8], level: Int32 = 6, strategy: Int32 = 0, windowBits: Int32 = 15
  ) -> [UInt8] {
    typealias Begin =
      @convention(c) (
        InflateCalls.Stream, Int32, Int32, Int32, Int32, Int32, UnsafePointer<CChar>?, Int32
      ) -> Int32
    var stream = z_stream()
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count * 2 + 1000)
    let size = Int32(MemoryLayout<z_stream>.size)
    let begun = call("deflateInit2_", as: Begin.self)(
      &stream, level, 8, windowBits, 8, strategy, ZLIB_VERSION, size)
    precondition(begun == Z_OK)
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        let status = call("deflate", as: InflateCalls.OfStreamAndNumber.self)(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END)
      }
    }
    _ = call("deflateEnd", as: InflateCalls.OfStream.self)(&stream)
    return Array(output[..<Int(stream.total_out)])
  }
}
