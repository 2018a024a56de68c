import DecoderKit
import DecoderProtocol
import Geometry

/// A picture developed by LibRaw, at full or half size.
// @unchecked Sendable: immutable once the decoding thread has made it.
final class RawPicture: WholePicture, @unchecked Sendable {
  let missing: String?
  /// The brightness gain; `nil` for none.
  let gain: Float?
  private let file: RawFile
  private let pixels: RawPixels
  private let table: [UInt16]?

  /// The message for an incomplete file.
  static let gaps = "parts of the picture are missing or damaged in the file"

  /// Develops a picture of a known shape, however long that takes.
  ///
  /// `brightness` returns the gain to apply, or `nil`.
  init(
    _ input: PictureInput, _ size: PixelSize, like shape: RowShape, atHalfSize: Bool,
    goesOn: (Double) -> Bool, brightness: (RawPixels) -> Float?
  ) throws(CodecError) {
    file = try RawFile(input, .again(shape))
    try file.develop(atHalfSize: atHalfSize, goesOn: goesOn)
    guard let pixels = file.pixels, pixels.size == size else {
      throw CodecError(.corrupt, "the raw picture is damaged (its size is not that of its header)")
    }
    self.pixels = pixels
    missing = file.hasGaps ? Self.gaps : nil
    gain = brightness(pixels)
    table = gain.map(RawBrightness.table)
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    let width = pixels.size.width
    let source = pixels.samples + row * width * 4
    let samples = target.assumingMemoryBound(to: UInt16.self)
    let (green, blue) = pixels.isGray ? (0, 0) : (1, 2)
    guard let table else {
      for x in 0..<width {
        samples[3 &* x] = source[4 &* x]
        samples[3 &* x &+ 1] = source[4 &* x &+ green]
        samples[3 &* x &+ 2] = source[4 &* x &+ blue]
      }
      return
    }
    table.withUnsafeBufferPointer { table in
      for x in 0..<width {
        samples[3 &* x] = table[Int(source[4 &* x])]
        samples[3 &* x &+ 1] = table[Int(source[4 &* x &+ green])]
        samples[3 &* x &+ 2] = table[Int(source[4 &* x &+ blue])]
      }
    }
  }
}
