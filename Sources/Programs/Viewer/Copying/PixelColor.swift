import DecoderProtocol
import Decoding
import Geometry
import Platform

/// The colour of one pixel in sRGB, with straight alpha.
struct PixelColor: Hashable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8 = 255

  /// As CSS writes it: `#rrggbb`, or `#rrggbbaa` unless it is opaque.
  var text: String {
    let bytes = [red, green, blue] + (alpha == 255 ? [] : [alpha])
    return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// A request for the colour of one pixel of a picture.
struct PixelRequest: Sendable {
  /// The picture's name in error messages.
  var name: String
  /// The open file.
  var file: OpenedPicture
  /// The page or frame of the file.
  var frame = 0
  /// How the picture is read.
  var choices = PictureChoices()
  /// The point of the upright picture, in image pixels.
  var point: Point

  /// Decodes what is needed of the picture on the calling thread, and returns the colour without
  /// filters and exposure.
  func read() throws(UserError) -> PixelColor {
    let job = RenderJob(name: name, file: file, frame: frame, choices: choices)
    var bytes: [UInt8] = []
    try job.forEachBand(
      { (info) throws(UserError) in
        guard let area = Self.area(of: point, in: info.size) else {
          throw UserError(sentence: "\(name): there is no pixel")
        }
        var view = RenderView.whole(info.size)
        view.area = area
        return view
      }, mostTiles: { _ in RenderBands.Limits().tiles }, { rows, _ in bytes = rows })
    guard bytes.count == 4 else { throw UserError(sentence: "\(name): there is no pixel") }
    StraightAlpha.convert(&bytes)
    return PixelColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }

  /// Returns the pixel at a point; `nil` if the point is outside of the picture.
  static func area(of point: Point, in size: PixelSize) -> PixelRect? {
    // A point that lies on a pixel's corner must not count as the one before by a rounding error.
    let slack = 1e-6
    let (x, y) = ((point.x + slack).rounded(.down), (point.y + slack).rounded(.down))
    guard x >= 0, y >= 0, x < Double(size.width), y < Double(size.height) else { return nil }
    return PixelRect(minX: Int(x), minY: Int(y), maxX: Int(x) + 1, maxY: Int(y) + 1)
  }
}
