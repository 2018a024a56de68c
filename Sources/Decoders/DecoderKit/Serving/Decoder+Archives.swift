import DecoderProtocol
import Glibc
import Platform

extension Decoder {
  /// Address space for an archive's table of contents: enough for about three million members.
  private static let archiveAllowance = 1 << 30

  /// Enters the sandbox, opens an archive, and unpacks the members that the viewer requests.
  package static func serveArchive(
    library: String, version: String,
    _ open: (PictureInput, ArchiveProgress) throws(CodecError) -> any MemberArchive
  ) -> Never {
    begin(library: library, version: version) { (start) throws(CodecError) in
      let control = start.control
      start.sandbox.limits.lower(
        allowance: archiveAllowance, arenaBytes: start.request.arenaBytes)
      let arena = try map(start.request)
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
        default: throw CodecError(.other, "the viewer sent an archive an invalid request")
        }
      }
    }
  }

  /// Maps all of the arena; unpacked members are written to its beginning.
  private static func map(_ request: OpenRequest) throws(CodecError) -> SharedMemory {
    // lseek, since the sandbox refuses fstat.
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
