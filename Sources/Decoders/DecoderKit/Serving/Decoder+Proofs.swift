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
    begin(library: library, version: version) { (start) throws(CodecError) in
      let request = start.request
      let display = try TileArena(request).bytes(in: request.profile)
      start.sandbox.limits.lower(
        allowance: proofAllowance, arenaBytes: request.arenaBytes)
      let file = PictureInput(file: WireFormat.pictureDescriptor)
      guard file.byteCount <= SoftProof.mostBytes else {
        throw CodecError(
          .tooLarge, "the profile is larger than \(SoftProof.mostBytes >> 20) MiB")
      }
      let proof = try SoftProof(
        profile: try file.bytes(at: 0, count: SoftProof.mostBytes), display: display,
        compensatesBlackPoint: request.choices.rendering.compensatesBlackPoint)
      for report in try proof.table().reports { start.control.send(report) }
    }
  }
}
