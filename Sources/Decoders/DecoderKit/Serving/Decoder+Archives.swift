import DecoderProtocol
import Glibc
import Platform

/// An archive whose parts can be had one by one.
package protocol MemberArchive {
  /// Unpacks a part: the description of its picture where the path is empty, else what lies at a
  /// path below the tiles.
  ///
  /// The answer is how many bytes there are, at most as many as there is room for; `nil` where
  /// there is no such part.
  func member(
    _ path: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Int?
}

/// Tells the viewer that a long table of contents is still being read.
package final class ArchiveProgress {
  private let control: ControlChannel
  private var last = MonotonicClock.now()
  private var count = 0

  /// Seconds between two messages.
  private static let interval = 0.25

  init(_ control: ControlChannel) { self.control = control }

  /// Says so, if it has not lately; to be called often.
  package func tell() {
    count += 1
    let now = MonotonicClock.now()
    guard now - last >= Self.interval else { return }
    last = now
    // Nobody knows how many there are; it moves on while more come.
    control.send(.progress(fraction: Float(count) / Float(count + 1_000_000)))
  }
}

extension Decoder {
  /// Address space that an archive's table of contents may take: enough for some three million
  /// parts.
  private static let archiveAllowance = 1 << 30

  /// Locks the process down, opens an archive, and unpacks what of it the viewer asks for.
  package static func serveArchive(
    library: String, version: String,
    _ open: (PictureInput, ArchiveProgress) throws(CodecError) -> any MemberArchive
  ) -> Never {
    let control = ControlChannel(descriptor: WireFormat.controlDescriptor)
    do throws(CodecError) {
      let lockedDown = try Sandbox.lockDown()
      control.send(.hello(Hello(library: library, libraryVersion: version)))
      guard case .open(let request) = control.receive() else { ControlChannel.exit(0) }
      lockedDown.limits.lower(
        allowance: archiveAllowance, arenaBytes: request.arenaBytes)
      let arena = try map(request)
      let archive = try open(
        PictureInput(file: WireFormat.pictureDescriptor), ArchiveProgress(control))
      while true {
        switch control.receive() {
        case .member(let id, let path):
          do throws(CodecError) {
            let room = UnsafeMutableRawBufferPointer(start: arena.base, count: arena.count)
            let count = try archive.member(path, into: room)
            control.send(ArchiveReport.member(id: id, byteCount: count))
          } catch {
            control.send(ArchiveReport.memberFailed(id: id, error))
          }
        case .close: ControlChannel.exit(0)
        default: throw CodecError(.other, "the viewer asked an archive for what it has not")
        }
      }
    } catch {
      control.fail(error)
    }
  }

  /// All of the arena: what is unpacked goes to its beginning.
  private static func map(_ request: OpenRequest) throws(CodecError) -> SharedMemory {
    // Not fstat, which is one of the calls that the lock-down refuses.
    guard request.arenaBytes > 0,
      Int(lseek(WireFormat.arenaDescriptor, 0, SEEK_END)) >= request.arenaBytes
    else { throw CodecError(.other, "the viewer's arena is smaller than it says") }
    do throws(Errno) {
      return try SharedMemory(
        mapping: FileDescriptor(adopting: WireFormat.arenaDescriptor), count: request.arenaBytes)
    } catch {
      throw CodecError(.other, "the viewer's arena could not be mapped (\(error))")
    }
  }
}
