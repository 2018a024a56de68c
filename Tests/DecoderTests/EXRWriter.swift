import CEXRWriter
import Geometry
import Glibc

/// OpenEXR files, written by OpenEXR itself.
struct EXRWriter {
  /// A part of a file.
  struct Part {
    var data = PixelRect(minX: 0, minY: 0, maxX: 70, maxY: 46)
    /// The display window; by default the data window.
    var display: PixelRect?
    /// Names of channels, each with its own samples.
    var channels = ["R", "G", "B"]
    /// 0 unsigned integer, 1 half, 2 float.
    var type = 2
    /// 0 none, 1 RLE, 2 ZIPS, 3 ZIP, 4 PIZ, 8 DWAA, 9 DWAB: as in `ImfCompression.h`.
    var compression = 3
    var tile: Int?
    /// 0 one, 1 mipmap, 2 ripmap.
    var levels = 0
    /// The constant value of the channel `A`; by default it has light like the others.
    var alpha: Float?
    /// x and y of red, green, blue and white.
    var chromaticities: [Float] = []

    /// The light of a channel, by its index, at a position in the data window: up to 1.2.
    func light(_ channel: Int, _ x: Int, _ y: Int) -> Float {
      if let alpha, channels[channel] == "A" { return alpha }
      let value = x * (3 + channel) + y * (7 - channel) + (x > 20 ? 60 : 0) + channel * 40
      // Half floats represent these values exactly.
      return Float(value & 0xFF) / 212.5
        - (Float(value & 0xFF) / 212.5).remainder(
          dividingBy: 1.0 / 1024)
    }

    fileprivate var samples: [[UInt32]] {
      channels.indices.map { channel in
        (0..<data.size.height).flatMap { y in
          (0..<data.size.width).map { light(channel, $0, y).bitPattern }
        }
      }
    }
  }

  static func bytes(_ parts: [Part]) -> [UInt8] {
    var memory: [UnsafeMutableRawPointer] = []
    defer { for place in memory { free(place) } }
    func keep(_ bytes: [UInt8]) -> UnsafeMutableRawPointer? {
      guard let place = malloc(max(1, bytes.count)) else { return nil }
      place.copyMemory(from: bytes, byteCount: bytes.count)
      memory.append(place)
      return place
    }
    var written = parts.map { part -> fresnel_exr_part in
      let channels = zip(part.channels, part.samples).map { name, samples in
        let bytes = samples.flatMap { bits in
          part.type == 1
            ? LongTailWriter.little(Int(half(Float(bitPattern: bits))), 2)
            : LongTailWriter.little(Int(bits), 4)
        }
        return fresnel_exr_channel(
          name: keep(Array(name.utf8) + [0]).map {
            UnsafePointer($0.assumingMemoryBound(to: CChar.self))
          }, type: Int32(part.type), sampling: 1, samples: keep(bytes).map { UnsafeRawPointer($0) })
      }
      let bytes = channels.withUnsafeBytes { Array($0) }
      var result = fresnel_exr_part()
      func edges(_ area: PixelRect) -> (Int32, Int32, Int32, Int32) {
        (Int32(area.minX), Int32(area.minY), Int32(area.maxX), Int32(area.maxY))
      }
      result.data = edges(part.data)
      result.display = edges(part.display ?? part.data)
      result.compression = Int32(part.compression)
      result.tile = Int32(part.tile ?? 0)
      result.levels = Int32(part.levels)
      withUnsafeMutableBytes(of: &result.chromaticities) { target in
        part.chromaticities.withUnsafeBytes { target.copyMemory(from: $0) }
      }
      result.channels = keep(bytes).map {
        UnsafePointer($0.assumingMemoryBound(to: fresnel_exr_channel.self))
      }
      result.channel_count = Int32(channels.count)
      return result
    }
    var count = 0
    guard let file = fresnel_exr_write(&written, Int32(parts.count), &count) else { return [] }
    defer { free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: count))
  }

  /// The bits of a number that a half float represents exactly; from 2⁻¹⁴ to 2¹⁵, or 0.
  private static func half(_ value: Float) -> UInt16 {
    guard value > 0 else { return 0 }
    return UInt16((value.bitPattern >> 23) - 112) << 10 | UInt16(value.bitPattern >> 13 & 1023)
  }

  /// A part with red, green, blue and optional alpha on an sRGB display.
  static func shown(_ part: Part) -> Pixels {
    let display = part.display ?? part.data
    var pixels = Pixels(size: display.size)
    for y in 0..<display.size.height {
      for x in 0..<display.size.width {
        let (column, row) = (x + display.minX - part.data.minX, y + display.minY - part.data.minY)
        guard (0..<part.data.size.width).contains(column),
          (0..<part.data.size.height).contains(row)
        else { continue }
        let stored = part.channels.firstIndex(of: "A").map { part.light($0, column, row) } ?? 1
        // Added light covers what is behind it in proportion to its brightness.
        let light = (0..<3).map { part.light($0, column, row) }.max() ?? 0
        let alpha = stored < 1 ? max(stored, min(light, 1)) : stored
        let shownAlpha = min(alpha, 1)
        for channel in 0..<3 {
          let straight =
            alpha > 0 && alpha < 1
            ? part.light(channel, column, row) / alpha
            : part.light(channel, column, row)
          pixels[x, y, channel] = UInt8((encoded(straight) * Double(shownAlpha)).rounded())
        }
        pixels[x, y, 3] = UInt8((Double(shownAlpha) * 255).rounded())
      }
    }
    return pixels
  }

  /// An sRGB code, 0 to 255 with fractions.
  static func encoded(_ light: Float) -> Double {
    let value = Double(min(max(light, 0), 1))
    return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055)
  }
}
