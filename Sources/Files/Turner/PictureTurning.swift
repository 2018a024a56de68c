import Geometry
import TurnProtocol

/// Turning a file of any format.
enum PictureTurning {
  /// Returns the turned file, and what was done.
  static func turned(
    _ bytes: PictureBytes, _ order: TurnOrder
  ) throws(TurnRefusal) -> (FileEdit, TurnResult) {
    if bytes.begins(with: [0xFF, 0xD8]) { return try JPEGTurning(bytes).turned(order) }
    if bytes.begins(with: PNGTurning.signature) { return try PNGTurning(bytes).turned(order) }
    if bytes.begins(with: "RIFF".utf8), bytes.part(8, count: 4)?.begins(with: "WEBP".utf8) == true {
      return try WebPTurning(bytes).turned(order)
    }
    if bytes.begins(with: [0x49, 0x49, 42, 0]) || bytes.begins(with: [0x4D, 0x4D, 0, 42]) {
      return try TIFFTurning(bytes).turned(order)
    }
    throw .format
  }
}

extension TurnOrder {
  /// Returns the new orientation tag of a file whose pixels stay, and the result.
  func tag(after before: Int) throws(TurnRefusal) -> (Int, TurnResult) {
    let result = TurnResult(pixels: .identity, tagBefore: before)
    switch self {
    case .turn(let orientation, _):
      return (Orientation(exif: before).followed(by: orientation).exif, result)
    case .restore(let pixels, let tag):
      guard pixels == .identity else { throw .protocolBroken }
      return (tag, result)
    }
  }
}
