import CSTB
import DecoderKit
import DecoderProtocol
import Geometry

/// A decoded Radiance file: light, clipped to what an ordinary display shows.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class HDRPicture: WholePicture, @unchecked Sendable {
  let missing: String?
  private let pixels: UnsafeMutablePointer<Float>
  private let width: Int

  /// Decodes; that takes as long as it takes.
  init(_ reader: HDRReader, _ size: PixelSize) throws(CodecError) {
    pixels = try reader.pixels(of: size)
    width = size.width
    missing = reader.isCut ? "the file ends too early: the rest of the picture is missing" : nil
  }

  deinit { stbi_image_free(pixels) }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    let samples = target.assumingMemoryBound(to: UInt16.self)
    let line = pixels + row * width * 3
    for index in 0..<width * 3 { samples[index] = lightSample(line[index]) }
  }
}
