import DecoderProtocol
import TilePlaces

extension Decoder {
  /// The maximum number of bytes in a description of tiles.
  package static let longestDescription = 1 << 20
  /// The maximum number of bytes in a manifest, which may name many pictures.
  package static let longestManifest = 16 << 20
  /// Address space for reading a description.
  private static let descriptionAllowance = 512 << 20

  /// The content of a file that describes tiles or pictures stored elsewhere.
  package enum Description {
    /// The tiles of one picture.
    case tiles(TileDescription)
    /// The pictures that a manifest lists.
    case canvases([CanvasDescription])
  }

  /// Enters the sandbox, reads a description of tiles stored elsewhere, and sends it to the viewer.
  ///
  /// `read` is called once, after entering the sandbox, with the file's bytes; its error is
  /// reported in one sentence.
  package static func serveDescriptions(
    library: String, version: String,
    _ read: ([UInt8]) throws(CodecError) -> Description
  ) -> Never {
    begin(library: library, version: version) { (start) throws(CodecError) in
      start.sandbox.limits.lower(
        allowance: descriptionAllowance, arenaBytes: start.request.arenaBytes)
      let file = PictureInput(file: WireFormat.pictureDescriptor)
      guard file.byteCount <= longestManifest else {
        throw CodecError(.tooLarge, "the manifest is larger than \(longestManifest >> 20) MiB")
      }
      switch try read(try file.bytes(at: 0, count: longestManifest)) {
      case .tiles(let description):
        guard file.byteCount <= longestDescription else {
          throw CodecError(
            .tooLarge, "the tile description is larger than \(longestDescription >> 20) MiB")
        }
        start.control.send(DescriptionReport.tiles(description))
      case .canvases(let canvases): start.control.send(canvases.reports)
      }
    }
  }
}
