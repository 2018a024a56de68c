import CTIFF
import DecoderKit
import Glibc
import Platform

/// The file for libtiff: a descriptor, an offset, and the last error message.
struct TIFFSource {
  let descriptor: Int32
  /// The file offset of the picture.
  let start: UInt64
  /// Bytes of the picture.
  let size: UInt64
  var offset: UInt64 = 0
  /// libtiff's last message, zero-terminated.
  var message = [CChar](repeating: 0, count: Self.messageBytes)

  private static let messageBytes = 512

  init(_ input: PictureInput) {
    descriptor = input.descriptor
    start = UInt64(input.start)
    // lseek, since the sandbox forbids glibc's fstat.
    let end = input.end < 0 ? Int64(lseek(descriptor, 0, SEEK_END)) : input.end
    size = UInt64(max(0, end - input.start))
  }

  /// Bytes at an offset; none if they reach beyond the end or can't be read.
  func bytes(at place: UInt64, count: Int) -> [UInt8] {
    guard place + UInt64(count) <= size else { return [] }
    return (try? FileDescriptor.readAll(descriptor, at: Int(start + place), limit: count)) ?? []
  }

  private static func of(_ handle: thandle_t?) -> UnsafeMutablePointer<TIFFSource>? {
    handle?.assumingMemoryBound(to: TIFFSource.self)
  }

  /// Reads from the current offset; less at the end of the file or on error.
  static let read: TIFFReadWriteProc = { handle, buffer, count in
    guard let source = of(handle), let buffer, count > 0 else { return 0 }
    let (offset, size) = (source.pointee.offset, source.pointee.size)
    // A damaged directory may lead so far beyond the end that adding `start` would overflow.
    guard offset < size else { return 0 }
    let most = Int(min(UInt64(count), size - offset))
    let got = try? FileDescriptor.readAll(
      source.pointee.descriptor, at: Int(source.pointee.start + offset),
      into: UnsafeMutableRawBufferPointer(start: buffer, count: most))
    source.pointee.offset += UInt64(got ?? 0)
    return tmsize_t(got ?? 0)
  }

  /// Nothing is ever written.
  static let write: TIFFReadWriteProc = { _, _, _ in -1 }

  /// Moves the offset, possibly beyond the end, where reads return nothing.
  static let seek: TIFFSeekProc = { handle, offset, whence in
    guard let source = of(handle) else { return UInt64.max }
    let base: UInt64 =
      switch whence {
      case SEEK_CUR: source.pointee.offset
      case SEEK_END: source.pointee.size
      default: 0
      }
    let (place, overflows) = base.addingReportingOverflow(offset)
    guard !overflows, place <= UInt64(Int64.max) else { return UInt64.max }
    source.pointee.offset = place
    return place
  }

  /// libtiff must not close the descriptor.
  static let close: TIFFCloseProc = { _ in 0 }

  /// The file's size in bytes.
  static let length: TIFFSizeProc = { handle in of(handle)?.pointee.size ?? 0 }

  /// Keeps an error message for the user's sentence.
  static let complain: TIFFErrorHandlerExtR = { _, handle, _, format, arguments in
    guard let source = of(handle), let format, let arguments else { return 1 }
    _ = source.pointee.message.withUnsafeMutableBufferPointer {
      vsnprintf($0.baseAddress, $0.count, format, arguments)
    }
    return 1
  }

  /// Warnings, as for unknown tags, are ignored.
  static let ignore: TIFFErrorHandlerExtR = { _, _, _, _, _ in 1 }
}
