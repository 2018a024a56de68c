import DecoderProtocol
import TilePlaces

extension Decoder {
  /// The most bytes of a description.
  package static let longestDescription = 1 << 20
  /// Address space that reading one may take.
  private static let descriptionAllowance = 128 << 20

  /// Locks the process down, reads a description of tiles that lie elsewhere, and tells what it
  /// says.
  ///
  /// `read` is called once, after the lock-down, with all bytes of the file; what it throws is told
  /// in one sentence.
  package static func serveDescriptions(
    library: String, version: String,
    _ read: ([UInt8]) throws(CodecError) -> TileDescription
  ) -> Never {
    let control = ControlChannel(descriptor: WireFormat.controlDescriptor)
    do throws(CodecError) {
      let lockedDown = try Sandbox.lockDown()
      control.send(.hello(Hello(library: library, libraryVersion: version)))
      guard case .open(let request) = control.receive() else { ControlChannel.exit(0) }
      lockedDown.limits.setAddressSpace(
        allowance: descriptionAllowance, arenaBytes: request.arenaBytes)
      let file = PictureInput(file: WireFormat.pictureDescriptor)
      guard file.byteCount <= longestDescription else {
        throw CodecError(
          .tooLarge, "a description of tiles has at most \(longestDescription >> 20) MiB")
      }
      control.send(.tiles(try read(try file.bytes(at: 0, count: longestDescription))))
      // The viewer ends the process.
      while control.receive() != .close {}
      ControlChannel.exit(0)
    } catch {
      control.fail(error)
    }
  }
}
