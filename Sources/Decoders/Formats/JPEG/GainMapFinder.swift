import CJPEG
import DecoderKit
import DecoderProtocol
import Geometry
import JPEGReading

/// Finds a JPEG file's gain map: another JPEG after the picture, identified by its XMP.
enum GainMapFinder {
  /// The pictures after the first to examine: previews may precede the map.
  private static let mostPictures = 4

  /// The maximum number of bytes in a map: cameras make it a quarter of the picture's width and
  /// height, with three channels, so this suffices for 268 megapixels.
  private static let mostBytes = 48 << 20

  /// The conversion to light of a picture with a gain map; `nil` if it has no usable one, or the
  /// display has no headroom.
  ///
  /// If the map is invalid, the picture is shown without it.
  static func light(
    for header: fresnel_jpeg_header, color: SourceColor, in input: PictureInput
  ) -> GainLight? {
    guard input.gainStops > 0, header.channels == 3, let xmp = header.xmp else { return nil }
    let salt = UInt(bitPattern: xmp.hashValue)
    let packet = Array(UnsafeBufferPointer(start: xmp, count: header.xmp_count))
    guard GainMetadata(xmp: packet, salt: salt).isThere, let light = color.lightOfCodes() else {
      return nil
    }
    let most = Int(header.width) * Int(header.height)
    guard let found = try? find(in: input, mostPixels: most, salt: salt) else { return nil }
    return GainLight(
      found.map, samples: found.samples, channels: found.channels, light: light,
      stops: Double(input.gainStops))
  }

  private struct Found {
    var map: GainMap
    var samples: [UInt8]
    var channels: Int
  }

  private static func find(
    in input: PictureInput, mostPixels: Int, salt: UInt
  ) throws(CodecError) -> Found? {
    var start = 0
    for _ in 0..<mostPictures {
      // The end of a picture is only found by parsing it.
      let whole = input.part(from: start)
      let length = try JPEGReader(whole, .first, withMetadata: false).readToEnd()
      start += length
      guard length > 0, start < input.byteCount else { return nil }
      let part = input.part(from: start)
      let reader = try JPEGReader(part, .first, withMetadata: true)
      guard let xmp = reader.header.xmp else { continue }
      let size = PixelSize(
        width: Int(reader.header.width), height: Int(reader.header.height))
      let packet = Array(UnsafeBufferPointer(start: xmp, count: reader.header.xmp_count))
      guard let map = GainMetadata(xmp: packet, salt: salt).map(of: size) else { continue }
      let channels = Int(reader.header.channels)
      guard channels == 1 || channels == 3, let area = size.area,
        area <= max(mostPixels, 1 << 20), area * channels <= mostBytes
      else { return nil }
      return Found(
        map: map, samples: try samples(of: reader, size: size, channels: channels),
        channels: channels)
    }
    return nil
  }

  private static func samples(
    of reader: JPEGReader, size: PixelSize, channels: Int
  ) throws(CodecError) -> [UInt8] {
    _ = try reader.start(eighths: 8, columns: 0..<size.width)
    while try !reader.prepare(units: 1 << 16) {}
    var samples = [UInt8](repeating: 0, count: size.width * size.height * channels)
    var outcome = Result<Int, CodecError>.success(0)
    samples.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      outcome = Result { () throws(CodecError) in
        try reader.readRows(into: base, stride: size.width * channels, count: size.height)
      }
    }
    guard try outcome.get() == size.height, !reader.isCut else {
      throw CodecError(.corrupt, "the gain map ends too early")
    }
    return samples
  }
}
