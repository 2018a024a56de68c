import CISAL
import Glibc

// zlib's functions under zlib's names. Dynamically linked libraries find the program's functions
// before libz's, so libpng is unchanged and ISA-L inflates its pixels. This covers the functions
// that libpng calls; zlib's others reject streams that are not its own.

/// Starts a zlib stream; raw and gzip streams are left to zlib itself.
@_cdecl("inflateInit2_")
package func inflateInit2(
  _ stream: UnsafeMutablePointer<z_stream>?, _ windowBits: Int32,
  _ version: UnsafePointer<CChar>?, _ size: Int32
) -> Int32 {
  guard let stream else { return Z_STREAM_ERROR }
  guard isOurs(windowBits) else {
    return SystemZlib.calls?.initialize(stream, windowBits, version, size) ?? Z_STREAM_ERROR
  }
  guard version?.pointee == ZLIB_VERSION.utf8CString[0],
    size == Int32(MemoryLayout<z_stream>.size)
  else { return Z_VERSION_ERROR }
  stream.pointee.msg = nil
  guard let inflating = InflateStream(windowBits: windowBits) else { return Z_MEM_ERROR }
  stream.pointee.state = OpaquePointer(Unmanaged.passRetained(inflating).toOpaque())
  stream.pointee.total_in = 0
  stream.pointee.total_out = 0
  stream.pointee.adler = 1
  return Z_OK
}

/// Inflates as much as input and output space allow.
@_cdecl("inflate")
package func inflate(_ stream: UnsafeMutablePointer<z_stream>?, _ flush: Int32) -> Int32 {
  guard let stream, let state = stream.pointee.state else { return Z_STREAM_ERROR }
  guard let inflating = inflating(state, stream) else {
    return SystemZlib.calls?.inflate(stream, flush) ?? Z_STREAM_ERROR
  }
  return inflating.inflate(stream, flush: flush)
}

/// Restarts a stream.
@_cdecl("inflateReset")
package func inflateReset(_ stream: UnsafeMutablePointer<z_stream>?) -> Int32 {
  guard let stream, let state = stream.pointee.state else { return Z_STREAM_ERROR }
  guard let inflating = inflating(state, stream) else {
    return SystemZlib.calls?.reset(stream) ?? Z_STREAM_ERROR
  }
  return restart(stream, inflating, windowBits: nil)
}

/// Restarts a stream, possibly with another window.
@_cdecl("inflateReset2")
package func inflateReset2(
  _ stream: UnsafeMutablePointer<z_stream>?, _ windowBits: Int32
) -> Int32 {
  guard let stream, let state = stream.pointee.state else { return Z_STREAM_ERROR }
  guard let inflating = inflating(state, stream) else {
    return SystemZlib.calls?.resetWindow(stream, windowBits) ?? Z_STREAM_ERROR
  }
  guard isOurs(windowBits) else { return Z_STREAM_ERROR }
  return restart(stream, inflating, windowBits: windowBits)
}

/// Enables or disables the final checksum test.
@_cdecl("inflateValidate")
package func inflateValidate(_ stream: UnsafeMutablePointer<z_stream>?, _ check: Int32) -> Int32 {
  guard let stream, let state = stream.pointee.state else { return Z_STREAM_ERROR }
  guard let inflating = inflating(state, stream) else {
    return SystemZlib.calls?.validate(stream, check) ?? Z_STREAM_ERROR
  }
  inflating.validates = check != 0
  return Z_OK
}

/// Frees a stream's state.
@_cdecl("inflateEnd")
package func inflateEnd(_ stream: UnsafeMutablePointer<z_stream>?) -> Int32 {
  guard let stream, let state = stream.pointee.state else { return Z_STREAM_ERROR }
  guard inflating(state, stream) != nil else {
    return SystemZlib.calls?.end(stream) ?? Z_STREAM_ERROR
  }
  Unmanaged<InflateStream>.fromOpaque(UnsafeRawPointer(state)).release()
  stream.pointee.state = nil
  return Z_OK
}

/// The CRC-32 of PNG chunks, continued from `sum`; the initial value, 0, if there are no bytes.
@_cdecl("crc32")
package func crc32(_ sum: UInt, _ bytes: UnsafePointer<UInt8>?, _ count: UInt32) -> UInt {
  guard let bytes else { return 0 }
  return UInt(crc32_gzip_refl(UInt32(truncatingIfNeeded: sum), bytes, UInt64(count)))
}

/// True if the window size means a zlib stream.
private func isOurs(_ windowBits: Int32) -> Bool {
  windowBits == 0 || (8...15).contains(windowBits)
}

/// The stream behind a state from `inflateInit2`; `nil` if it is zlib's, whose states start with
/// their stream's address.
private func inflating(
  _ state: OpaquePointer, _ stream: UnsafeMutablePointer<z_stream>
) -> InflateStream? {
  let state = UnsafeRawPointer(state)
  guard state.load(as: UnsafeRawPointer?.self) != UnsafeRawPointer(stream) else { return nil }
  return Unmanaged<InflateStream>.fromOpaque(state).takeUnretainedValue()
}

private func restart(
  _ stream: UnsafeMutablePointer<z_stream>, _ inflating: InflateStream, windowBits: Int32?
) -> Int32 {
  inflating.reset(windowBits: windowBits)
  stream.pointee.msg = nil
  stream.pointee.total_in = 0
  stream.pointee.total_out = 0
  stream.pointee.adler = 1
  return Z_OK
}
