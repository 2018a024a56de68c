import CHEIF
import DecoderKit
import DecoderProtocol
import Glibc

/// Reads the file for libheif.
///
/// Use it with one context, on one thread at a time: libheif locks its own reads.
final class HEICReader {
  /// libheif's interface to this reader; it must not outlive it.
  let functions: UnsafeMutablePointer<heif_reader>
  /// The read error behind libheif's failure, if there was one.
  private(set) var failure: CodecError?
  /// True if libheif asked for data beyond the end of the file.
  private(set) var hasSoughtMore = false
  /// True if the file's boxes extend beyond its end.
  var isFileCut: Bool { items.isCut }
  private let items: ISOItems
  private let input: PictureInput
  private let progress: DecodingProgress?
  private let size: Int64
  private var position: Int64 = 0
  private let thread = pthread_self()
  private var tilesRead = 0

  /// A reader that derives `progress` from the number of grid tiles read.
  ///
  /// libheif does not report progress, but a phone's picture is a grid whose tiles are read one by
  /// one, each by the thread that then decodes it. Before that, the thread that creates the reader
  /// reads all of them, which does not count.
  init(_ input: PictureInput, _ items: ISOItems, progress: DecodingProgress? = nil) {
    self.input = input
    self.items = items
    self.progress = progress
    size = Int64(input.byteCount)
    functions = .allocate(capacity: 1)
    functions.initialize(to: heif_reader())
    functions.pointee.reader_api_version = 1
    functions.pointee.get_position = { HEICReader.of($0)?.position ?? -1 }
    functions.pointee.read = { HEICReader.of($2)?.read($1, into: $0) ?? -1 }
    functions.pointee.seek = { HEICReader.of($1)?.seek(to: $0) ?? -1 }
    functions.pointee.wait_for_file_size = { target, data in
      guard let reader = HEICReader.of(data) else { return heif_reader_grow_status_size_beyond_eof }
      if target <= reader.size { return heif_reader_grow_status_size_reached }
      reader.hasSoughtMore = true
      return heif_reader_grow_status_size_beyond_eof
    }
  }

  deinit { functions.deallocate() }

  /// The user data for libheif's callbacks.
  var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func of(_ handle: UnsafeMutableRawPointer?) -> HEICReader? {
    handle.map { Unmanaged<HEICReader>.fromOpaque($0).takeUnretainedValue() }
  }

  /// libheif aborts if bytes that were announced as available can't be read, so they become zeros,
  /// and `failure` says why.
  private func read(_ count: Int, into target: UnsafeMutableRawPointer?) -> Int32 {
    // libheif also requests 0 bytes, with a null pointer.
    if count == 0 { return 0 }
    guard count > 0, let target else { return -1 }
    let isTold = Int64(count) <= size - position
    let buffer = UnsafeMutableRawBufferPointer(start: target, count: count)
    do throws(CodecError) {
      let done = try input.readBytes(at: Int(position), into: buffer)
      position += Int64(done)
      if pthread_equal(pthread_self(), thread) == 0 {
        // Not counting the tile just read, which is not decoded yet.
        progress?.fraction = Double(tilesRead) / Double(max(1, items.partCount))
        tilesRead += 1
      }
      if done == count { return 0 }
      guard isTold else {
        hasSoughtMore = true
        return -1
      }
      // The file has become shorter.
      failure = .changed
    } catch {
      failure = error
    }
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
    return isTold ? 0 : -1
  }

  private func seek(to place: Int64) -> Int32 {
    guard place >= 0, place <= size else {
      hasSoughtMore = true
      return -1
    }
    position = place
    return 0
  }
}
