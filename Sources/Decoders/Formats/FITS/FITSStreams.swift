import CFITSIO
import DecoderKit
import DecoderProtocol
import Glibc
import Synchronization

/// A cfitsio driver that reads files through this program.
///
/// cfitsio identifies an open file by a number, which it passes to each callback.
enum FITSStreams {
  /// A file, and its read position.
  private struct Stream {
    let input: PictureInput
    var place = 0
  }

  private struct Table {
    var streams: [Int32: Stream] = [:]
    var last: Int32 = 0
  }

  private static let table = Mutex(Table())

  /// The prefix of such files' names.
  private static let prefix = "fresnel://"

  /// cfitsio's status codes: success, end of file, and read error.
  private static let (fine, endOfFile, unreadable): (Int32, Int32, Int32) = (0, 107, 108)

  /// True if cfitsio knows the driver.
  private static let isRegistered: Bool = {
    // Drivers registered before cfitsio's own are lost.
    guard fits_init_cfitsio() == fine else { return false }
    return prefix.withCString { name in
      fits_register_driver(
        UnsafeMutablePointer(mutating: name), nil, nil, nil, nil, nil, nil, open, nil, nil, close,
        nil, size, nil, seek, read, nil) == fine
    }
  }()

  /// The name by which cfitsio can open a file, once.
  static func name(for input: PictureInput) -> String? {
    guard isRegistered else { return nil }
    let number = table.withLock { table in
      table.last &+= 1
      table.streams[table.last] = Stream(input: input)
      return table.last
    }
    return "\(prefix)\(number)"
  }

  /// Removes a file that cfitsio did not open.
  static func forget(_ name: String) {
    guard let number = Int32(name.dropFirst(prefix.count)) else { return }
    table.withLock { _ = $0.streams.removeValue(forKey: number) }
  }

  // MARK: Driver callbacks

  private static let open:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int32, UnsafeMutablePointer<Int32>?) -> Int32 = {
      name, mode, handle in
      guard mode == READONLY, let name, let handle, let number = Int32(String(cString: name)),
        table.withLock({ $0.streams[number] != nil })
      else { return unreadable }
      handle.pointee = number
      return fine
    }

  private static let close: @convention(c) (Int32) -> Int32 = { number in
    table.withLock { _ = $0.streams.removeValue(forKey: number) }
    return fine
  }

  private static let size: @convention(c) (Int32, UnsafeMutablePointer<LONGLONG>?) -> Int32 = {
    number, size in
    guard let input = table.withLock({ $0.streams[number]?.input }), let size else {
      return unreadable
    }
    size.pointee = LONGLONG(input.byteCount)
    return fine
  }

  private static let seek: @convention(c) (Int32, LONGLONG) -> Int32 = { number, place in
    guard place >= 0 else { return unreadable }
    return table.withLock { table in
      guard table.streams[number] != nil else { return unreadable }
      table.streams[number]?.place = Int(place)
      return fine
    }
  }

  private static let read: @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int32 = {
    number, target, count in
    guard let target, count >= 0, let stream = table.withLock({ $0.streams[number] }) else {
      return unreadable
    }
    let buffer = UnsafeMutableRawBufferPointer(start: target, count: count)
    guard let got = try? stream.input.readBytes(at: stream.place, into: buffer) else {
      return unreadable
    }
    table.withLock { $0.streams[number]?.place += got }
    // The last block that cfitsio reads may be incomplete.
    guard got > 0 || count == 0 else { return endOfFile }
    memset(target + got, 0, count - got)
    return fine
  }
}
