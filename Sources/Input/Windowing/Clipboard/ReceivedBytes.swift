import Glibc
import Platform

/// Bytes that arrive in pieces: in memory at first, then in an unnamed file.
struct ReceivedBytes {
  private var bytes: [UInt8] = []
  private var file: Shared<FileDescriptor>?
  private(set) var count = 0
  private var isBroken = false

  /// The maximum number of bytes in memory.
  private static let mostInMemory = 1 << 20
  /// The maximum number of bytes that are accepted, regardless of free disk space.
  private let limit: Int

  /// Creates an empty value; by default it accepts 1 GiB.
  init(limit: Int = 1 << 30) { self.limit = limit }

  /// The received bytes; `nil` if they could not be stored.
  var data: ClipboardData? {
    if isBroken { return nil }
    return file.map { .file($0, count: count) } ?? .bytes(bytes)
  }

  /// Adds bytes; returns false if there are too many.
  mutating func append(_ piece: UnsafeRawBufferPointer) -> Bool {
    guard !piece.isEmpty else { return true }
    guard count + piece.count <= limit else { return false }
    if file == nil, count + piece.count <= Self.mostInMemory {
      bytes += piece
      count += piece.count
      return true
    }
    do throws(Errno) {
      if file == nil {
        let new = Shared(try UnnamedFile.create(in: UnnamedFile.folders()))
        try FileDescriptor.writeAll(bytes[...], to: new.value.number, at: 0)
        (file, bytes) = (new, [])
      }
      guard let file, UnnamedFile.freeBytes(at: file.value) / 2 > piece.count else {
        isBroken = true
        return false
      }
      try FileDescriptor.writeAll(piece, to: file.value.number, at: count)
    } catch {
      isBroken = true
      return false
    }
    count += piece.count
    return true
  }
}
