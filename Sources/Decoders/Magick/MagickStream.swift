import CMagick
import CStreams
import DecoderKit
import Glibc
import Synchronization

/// A picture's file as a stream of C's library, for coders that read by rows.
///
/// So the file does not stand in memory beside its pixels. What is read comes by `pread`; the
/// stream has no descriptor, so that the program answers GraphicsMagick's question for the file's
/// size itself, for the thread on which the stream is used.
final class MagickStream {
  /// The stream, from the picture's first byte.
  let file: UnsafeMutablePointer<FILE>
  private let state: State

  /// Where a stream is.
  private final class State {
    let input: PictureInput
    let count: Int
    var position = 0

    init(_ input: PictureInput) {
      self.input = input
      count = input.byteCount
    }

    static func of(_ cookie: UnsafeMutableRawPointer) -> State {
      Unmanaged<State>.fromOpaque(cookie).takeUnretainedValue()
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> Int {
      guard let done = try? input.readBytes(at: position, into: bytes) else {
        errno = EIO
        return -1
      }
      position += done
      return done
    }

    /// The new place; `nil` before the first byte.
    func seek(to offset: Int, from origin: Int32) -> Int? {
      let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? position : count
      let (place, overflows) = base.addingReportingOverflow(offset)
      guard !overflows, place >= 0 else { return nil }
      position = place
      return place
    }
  }

  /// How many bytes the streams have that threads read from.
  private static let sizes = Mutex<[pthread_t: Int]>([:])

  /// Bytes that are read at once where a row has fewer.
  private static let bufferBytes = 64 << 10

  /// Opens a stream; `nil` where there is no memory for it.
  init?(_ input: PictureInput) {
    state = State(input)
    let cookie = Unmanaged.passUnretained(state).toOpaque()
    let file = fresnel_stream(
      cookie,
      { cookie, target, count in
        guard let cookie, let target else { return -1 }
        let bytes = UnsafeMutableRawBufferPointer(start: target, count: count)
        return State.of(cookie).read(into: bytes)
      },
      { cookie, place, origin in
        guard let cookie, let place else { return -1 }
        guard let position = State.of(cookie).seek(to: Int(place.pointee), from: origin) else {
          return -1
        }
        place.pointee = Int64(position)
        return 0
      })
    guard let file else { return nil }
    self.file = file
    setvbuf(file, nil, _IOFBF, Self.bufferBytes)
  }

  deinit { fclose(file) }

  /// Says how large the file is to whoever asks on this thread while `body` runs.
  func using<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result {
    let thread = pthread_self()
    let count = state.count
    Self.sizes.withLock { $0[thread] = count }
    defer { _ = Self.sizes.withLock { $0.removeValue(forKey: thread) } }
    return body(file)
  }

  /// Bytes of what this thread reads as a stream.
  fileprivate static var sizeHere: Int? { sizes.withLock { $0[pthread_self()] } }
}

/// Answers `fstat`: of a stream without a descriptor how large it is, and of all else as the
/// system does.
///
/// A library that is linked dynamically finds the program's function before the system's.
@_cdecl("fstat")
package func answerStatus(_ descriptor: Int32, _ status: UnsafeMutablePointer<stat>?) -> Int32 {
  guard descriptor < 0, let size = MagickStream.sizeHere else {
    return fresnel_status(descriptor, status)
  }
  var answer = stat()
  answer.st_mode = S_IFREG
  answer.st_size = size
  status?.pointee = answer
  return 0
}
