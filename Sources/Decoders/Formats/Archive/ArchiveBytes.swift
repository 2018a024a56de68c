import CZip
import DecoderKit
import DecoderProtocol

/// Reads an archive for libzip with `pread` only.
final class ArchiveBytes {
  private let input: PictureInput
  private let count: Int
  private let progress: ArchiveProgress
  private var place = 0
  /// A read-ahead buffer and its range: libzip reads a table of contents in pieces of about forty
  /// bytes.
  private var ahead = [UInt8](repeating: 0, count: aheadCount)
  private var aheadRange = 0..<0
  private var error = zip_error_t()

  private static let aheadCount = 1 << 16

  init(_ input: PictureInput, _ progress: ArchiveProgress) {
    self.input = input
    self.progress = progress
    count = input.byteCount
  }

  /// Creates libzip's source; this object must outlive it.
  func makeSource() throws(CodecError) -> OpaquePointer {
    var error = zip_error_t()
    let source = zip_source_function_create(
      { context, data, length, command in
        guard let context else { return -1 }
        return Unmanaged<ArchiveBytes>.fromOpaque(context).takeUnretainedValue()
          .answer(command, data, length)
      }, Unmanaged.passUnretained(self).toOpaque(), &error)
    guard let source else { throw CodecError(.other, "there is not enough memory for the archive") }
    return source
  }

  private func answer(
    _ command: zip_source_cmd_t, _ data: UnsafeMutableRawPointer?, _ length: UInt64
  ) -> Int64 {
    switch command {
    case ZIP_SOURCE_OPEN:
      place = 0
      return 0
    case ZIP_SOURCE_READ: return read(into: data, length)
    case ZIP_SOURCE_CLOSE, ZIP_SOURCE_FREE: return 0
    case ZIP_SOURCE_STAT: return describe(into: data, length)
    case ZIP_SOURCE_ERROR:
      guard let data else { return -1 }
      return zip_error_to_data(&error, data, length)
    case ZIP_SOURCE_SEEK:
      guard let data else { return -1 }
      let target = zip_source_seek_compute_offset(
        UInt64(place), UInt64(count), data, length, &error)
      guard target >= 0 else { return -1 }
      place = Int(target)
      return 0
    case ZIP_SOURCE_TELL: return Int64(place)
    case ZIP_SOURCE_SUPPORTS: return fresnel_zip_seekable
    default:
      zip_error_set(&error, ZIP_ER_OPNOTSUPP, 0)
      return -1
    }
  }

  private func read(into data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
    let buffer = UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length))
    do throws(CodecError) {
      let got: Int
      if buffer.count < Self.aheadCount {
        got = try readAhead(buffer)
      } else {
        got = try input.readBytes(at: place, into: buffer)
      }
      place += got
      return Int64(got)
    } catch {
      zip_error_set(&self.error, ZIP_ER_READ, 0)
      return -1
    }
  }

  /// Copies from the read-ahead buffer, and refills it when needed.
  private func readAhead(_ buffer: UnsafeMutableRawBufferPointer) throws(CodecError) -> Int {
    let end = min(place + buffer.count, count)
    guard place < end else { return 0 }
    if place < aheadRange.lowerBound || end > aheadRange.upperBound {
      progress.report()
      aheadRange = 0..<0
      let outcome = ahead.withUnsafeMutableBytes { bytes in
        Result { () throws(CodecError) in try input.readBytes(at: place, into: bytes) }
      }
      aheadRange = place..<place + (try outcome.get())
    }
    let got = min(end, aheadRange.upperBound) - place
    ahead.withUnsafeBytes { bytes in
      let first = place - aheadRange.lowerBound
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + got]))
    }
    return got
  }

  private func describe(into data: UnsafeMutableRawPointer?, _ length: UInt64) -> Int64 {
    let size = MemoryLayout<zip_stat_t>.size
    guard let data, length >= size else {
      zip_error_set(&error, ZIP_ER_INVAL, 0)
      return -1
    }
    let status = data.bindMemory(to: zip_stat_t.self, capacity: 1)
    zip_stat_init(status)
    status.pointee.valid = UInt64(ZIP_STAT_SIZE)
    status.pointee.size = UInt64(count)
    return Int64(size)
  }
}
