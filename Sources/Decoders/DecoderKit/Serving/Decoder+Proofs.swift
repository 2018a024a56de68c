import DecoderProtocol
import Geometry
import Glibc
import Platform
import Tiles

extension Decoder {
  /// Address space for a profile and lcms2's transforms of it.
  private static let proofAllowance = 512 << 20

  /// Enters the sandbox, reads a medium's profile, and sends its soft-proofing tables for the
  /// display in the `open` message.
  package static func serveSoftProofs(library: String, version: String) -> Never {
    let control = ControlChannel(descriptor: WireFormat.controlDescriptor)
    do throws(CodecError) {
      let sandbox = try Sandbox.enter()
      control.send(.hello(Hello(library: library, libraryVersion: version)))
      guard case .open(let request) = control.receive() else { ControlChannel.exit(0) }
      let display = try TileArena(request).bytes(in: request.profile)
      sandbox.limits.lower(
        allowance: proofAllowance, arenaBytes: request.arenaBytes)
      let file = PictureInput(file: WireFormat.pictureDescriptor)
      guard file.byteCount <= SoftProof.mostBytes else {
        throw CodecError(
          .tooLarge, "the profile is larger than \(SoftProof.mostBytes >> 20) MiB")
      }
      let proof = try SoftProof(
        profile: try file.bytes(at: 0, count: SoftProof.mostBytes), display: display,
        compensatesBlackPoint: request.choices.rendering.compensatesBlackPoint)
      for report in try proof.table().reports { control.send(report) }
      // The viewer ends the process.
      while control.receive() != .close {}
      ControlChannel.exit(0)
    } catch {
      control.fail(error)
    }
  }
}
