import CMagick
import DecoderKit
import Glibc
import Synchronization

/// GraphicsMagick as a whole: its start, its limits, and what it is doing on which thread.
enum Magick {
  /// What a thread has GraphicsMagick do.
  enum Work: Sendable {
    /// Reading headers: it stops where pixels begin.
    case header
    /// Decoding, which tells how far it is.
    case decoding(DecodingProgress)
  }

  private static let work = Mutex<[pthread_t: Work]>([:])

  /// Reads GraphicsMagick's configuration and sets its limits, while there are files.
  static func start() {
    MagickPixels.check()
    var exception = ExceptionInfo()
    GetExceptionInfo(&exception)
    _ = InitializeMagickEx(nil, UInt32(MAGICK_OPT_NO_SIGNAL_HANDER), &exception)
    DestroyExceptionInfo(&exception)
    // One thread decodes, and what has no room in memory is to fail, not to look for a disk.
    _ = SetMagickResourceLimit(ThreadsResource, 1)
    _ = SetMagickResourceLimit(DiskResource, 0)
    _ = SetMagickResourceLimit(MapResource, 0)
    _ = SetMagickResourceLimit(MemoryResource, magick_int64_t(MemoryClass.mostReserved))
    SetMonitorHandler { _, part, whole, _ in
      Magick.goesOn(part: part, of: whole) ? UInt32(MagickPass) : UInt32(MagickFail)
    }
  }

  /// Its version, as in `1.3.40`.
  static var version: String {
    let words = String(cString: GetMagickVersion(nil)).split(separator: " ")
    return words.count > 1 ? String(words[1]) : ""
  }

  /// Says what GraphicsMagick is used for on this thread while `body` runs.
  static func doing<Result>(_ work: Work, _ body: () -> Result) -> Result {
    let thread = pthread_self()
    Self.work.withLock { $0[thread] = work }
    defer { _ = Self.work.withLock { $0.removeValue(forKey: thread) } }
    return body()
  }

  /// Whether the coder that tells how far it is should go on.
  private static func goesOn(part: Int, of whole: UInt) -> Bool {
    let thread = pthread_self()
    switch work.withLock({ $0[thread] }) {
    case .header?: return false
    case .decoding(let progress)?:
      progress.fraction = 0.9 * Double(part) / Double(max(1, whole))
      return true
    case nil: return true
    }
  }
}
