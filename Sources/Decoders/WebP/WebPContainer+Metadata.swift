import DecoderKit
import DecoderProtocol
import Geometry

extension WebPContainer {
  /// The most bytes that a colour profile may have.
  private static let mostProfileBytes = 16 << 20
  /// The most bytes of an EXIF block that are looked at.
  private static let mostExifBytes = 1 << 20

  /// How the picture is to be laid down, as its EXIF block says.
  var orientation: Orientation {
    get throws(DecodeFailure) {
      guard let exif, exif.count >= 8 else { return .identity }
      let bytes = try input.bytes(at: exif.lowerBound, count: min(exif.count, Self.mostExifBytes))
      // The block as JPEG has it, with a name before it, is not rare either.
      let name = Array("Exif".utf8) + [0, 0]
      return bytes.withUnsafeBytes { block in
        let start = block.starts(with: name) ? name.count : 0
        return Orientation(exifBlock: UnsafeRawBufferPointer(rebasing: block.dropFirst(start)))
      }
    }
  }

  /// What the colours mean: sRGB where there is no profile.
  var color: SourceColor {
    get throws(DecodeFailure) {
      guard let profile, !profile.isEmpty, profile.count <= Self.mostProfileBytes else {
        return .sRGB
      }
      return .icc(try input.bytes(at: profile.lowerBound, count: profile.count))
    }
  }
}
