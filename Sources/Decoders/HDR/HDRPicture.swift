import CSTB
import DecoderKit
import DecoderProtocol
import Geometry

/// A decoded Radiance file: light, in floats or clipped to what an ordinary display shows.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class HDRPicture: WholePicture, @unchecked Sendable {
  let missing: String?
  let headroom: Double?
  private let pixels: UnsafeMutablePointer<Float>
  private let width: Int

  /// Decodes; that takes as long as it takes.
  init(_ reader: HDRReader, _ header: PictureHeader) throws(CodecError) {
    let size = header.size
    let pixels = try reader.pixels(of: size)
    if header.isLight {
      var meter = LightMeter()
      meter.add(pixels, count: size.width * size.height, step: 3)
      headroom = meter.headroom
    } else {
      headroom = nil
    }
    self.pixels = pixels
    width = size.width
    missing = reader.isCut ? "the file ends too early: the rest of the picture is missing" : nil
  }

  deinit { stbi_image_free(pixels) }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    let line = pixels + row * width * 3
    if headroom != nil {
      target.copyMemory(from: line, byteCount: width * 12)
      return
    }
    let samples = target.assumingMemoryBound(to: UInt16.self)
    for index in 0..<width * 3 { samples[index] = lightSample(line[index]) }
  }
}
