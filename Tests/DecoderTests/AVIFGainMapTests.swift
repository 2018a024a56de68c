import CAVIF
import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// AVIF with a gain map (ISO 21496-1), compared with its formula in Double.
@Suite(.enabled(if: AVIFGainMap.canBeWritten, "libavif is older than 1.2 and writes no gain maps"))
struct AVIFGainMapTests {
  private func writer(_ map: AVIFGainMap?) -> AVIFWriter {
    var writer = AVIFWriter()
    writer.size = PixelSize(width: 56, height: 32)
    writer.layout = AVIF_PIXEL_FORMAT_YUV444
    writer.points.matrix = 0
    writer.isLossless = true
    writer.gainMap = map
    return writer
  }

  private func opened(_ bytes: [UInt8], stops: Double) throws -> (DecoderClient, SourceInfo) {
    let client = try DecoderClient(.avif, PictureFile(bytes))
    let info = try client.open(choices: PictureChoices(gainStops: stops), acceptsLight: true)
    return (client, info)
  }

  /// (base + offset) · 2^(gain · weight) − offset, in linear light.
  private func wanted(
    _ base: Double, _ map: AVIFGainMap, x: Int, _ channel: Int, weight: Double
  ) -> Double {
    let place = min(max((Double(x) + 0.5) / 4 - 0.5, 0), Double(map.size.width - 1))
    let first = Int(place)
    let second = min(first + 1, map.size.width - 1)
    let ends = [first, second].map { Double(map.value($0, channel)) / 255 }
    let share = pow(ends[0] + (ends[1] - ends[0]) * (place - Double(first)), 1 / map.gamma)
    let code = base / 255
    let light = code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    let gain = map.minimum[channel] * (1 - share) + map.maximum[channel] * share
    return (light + map.offsets.base) * exp2(gain * weight) - map.offsets.alternate
  }

  private func check(_ map: AVIFGainMap, depth: Int = 8, stops: Double) throws {
    var writer = writer(map)
    writer.depth = depth
    let bytes = writer.bytes()
    let base = AVIFReference(bytes)
    let (client, info) = try opened(bytes, stops: stops)
    #expect(info.levels.shape.format == .rgba16f && info.size == writer.size)
    let weight = min(
      (stops - map.headrooms.base) / (map.headrooms.alternate - map.headrooms.base), 1)
    #expect(abs(info.headroom - exp2((map.maximum.max() ?? 0) * weight)) < 1e-3)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    for y in [0, 17, 31] {
      for x in 0..<writer.size.width {
        for channel in 0..<3 {
          let expected = wanted(
            base.pixel(x, y)[channel], map, x: x, channel, weight: weight)
          let shown = Double(light[y * writer.size.width + x][channel])
          // One step of a half float, and one of the 4095 steps of the map's interpolation.
          #expect(abs(shown - expected) <= abs(expected) * 0.003 + 0.0005, "\(x), \(y), \(channel)")
        }
      }
    }
  }

  @Test(arguments: [1.25, 2.25, 10], [8, 10, 12])
  func theMapAppliesForTheRequestedHeadroom(stops: Double, depth: Int) throws {
    try check(AVIFGainMap(), depth: depth, stops: stops)
  }

  @Test func aGreyMapWithGammaApplies() throws {
    var map = AVIFGainMap()
    map.isGray = true
    map.gamma = 2
    map.minimum = [0, 0, 0]
    map.maximum = [3, 3, 3]
    try check(map, stops: 1.5)
  }

  @Test func anOrdinaryDisplayGetsTheBaseImage() throws {
    let bytes = writer(AVIFGainMap()).bytes()
    let (client, info) = try opened(bytes, stops: 0)
    #expect(info.levels.shape.format == .rgba8 && info.headroom == 1)
    let pixels = try client.pixels(of: Level(size: info.size))
    #expect(AVIFReference(bytes).difference(pixels) < 1)
  }

  @Test func anUnusableMapLeavesTheBaseImage() throws {
    var (bright, elsewhere, equal) = (AVIFGainMap(), AVIFGainMap(), AVIFGainMap())
    bright.headrooms = (base: 3, alternate: 0)
    // The closest pair of values in Float.
    equal.headrooms = (base: 2.25, alternate: 2.2500001)
    elsewhere.usesBaseColors = false
    elsewhere.primaries = 9
    var translucent = writer(AVIFGainMap())
    translucent.hasAlpha = true
    let files = [writer(bright), writer(elsewhere), writer(equal), writer(nil), translucent].map {
      $0.bytes()
    }
    for (index, file) in files.enumerated() {
      let (client, info) = try opened(file, stops: 3)
      #expect(info.levels.shape.format == .rgba8, "file \(index)")
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(AVIFReference(file).difference(pixels) <= 1, "file \(index)")
    }
  }

  /// Whatever is wrong with a file or its map, the decoder survives.
  @Test func aDamagedMapNeverEndsTheDecoder() throws {
    let good = writer(AVIFGainMap()).bytes()
    var numbers = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &numbers)
    var random = SeededNumbers(seed: seed)
    for _ in 0..<40 {
      var bytes = good
      for _ in 0..<3 { bytes[Int.random(in: 0..<good.count, using: &random)] ^= 0x55 }
      let client = try DecoderClient(.avif, PictureFile(bytes))
      // Either a picture or an error sentence, never the end of the process.
      if let info = try? client.open(choices: PictureChoices(gainStops: 3), acceptsLight: true) {
        _ = try? client.light(of: info.levels.exactLevel(scale: 1))
      }
      client.send(.close)
      let (_, end) = client.process.finish()
      #expect(end == .status(0) || end == .status(1), "seed \(seed)")
    }
  }
}
