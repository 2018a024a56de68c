import DecoderProtocol
import Geometry
import TilePlaces

/// Helpers for XML and JSON descriptions: numbers within bounds, and names.
enum DescriptionValues {
  /// A side of a picture or tile.
  static func side(_ number: Int?, _ name: String) throws(CodecError) -> Int {
    guard let number, (1...TileDescription.longestSide).contains(number) else {
      throw CodecError(.corrupt, "the description has no valid \(name)")
    }
    return number
  }

  /// A file name extension of tiles.
  static func format(_ text: String?) throws(CodecError) -> String {
    guard let text, TileDescription.isFormat(text) else {
      throw CodecError(.corrupt, "the description names no supported tile format")
    }
    return text
  }

  /// A Deep Zoom description, from XML or JSON.
  static func deepZoom(
    width: Int?, height: Int?, edge: Int?, overlap: Int?, format: String?
  ) throws(CodecError) -> TileDescription {
    guard let overlap, (0...TileDescription.longestSide).contains(overlap) else {
      throw CodecError(.corrupt, "the description has no valid overlap")
    }
    return TileDescription(
      size: PixelSize(width: try side(width, "width"), height: try side(height, "height")),
      layout: .deepZoom(
        edge: try side(edge, "tile size"), overlap: overlap, format: try Self.format(format)))
  }

  /// The error for a well-formed file that describes no tiles.
  static var unknown: CodecError {
    CodecError(.unsupported, "the file is not a known description of tiles")
  }
}
