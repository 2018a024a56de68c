import CJPEG
import DecoderProtocol
import Geometry
import Glibc
import Testing
import Tiles

/// Ultra HDR JPEG: an ordinary picture followed by a map of how much brighter it may be.
@Suite struct GainMapTests {
  private static let size = PixelSize(width: 96, height: 64)
  private static let mapSize = PixelSize(width: 24, height: 16)

  /// The second picture's metadata.
  private struct Said {
    var minimum = "-0.5"
    var maximum = "2.5"
    var gamma = "1.0"
    var capacity = ("0.25", "2.25")
    var isList = false
    var isBaseBright = false

    var packet: [UInt8] {
      let open =
        "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
        + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
        + "xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\" "
        + "hdrgm:GainMapMin=\"\(minimum)\" hdrgm:Gamma=\"\(gamma)\" hdrgm:OffsetSDR=\"0.015625\" "
        + "hdrgm:OffsetHDR=\"0.03125\" hdrgm:HDRCapacityMin=\"\(capacity.0)\" "
        + "hdrgm:HDRCapacityMax=\"\(capacity.1)\" "
        + "hdrgm:BaseRenditionIsHDR=\"\(isBaseBright ? "True" : "False")\""
      let close = "</rdf:Description></rdf:RDF></x:xmpmeta>"
      guard isList else {
        return Array("\(open) hdrgm:GainMapMax=\"\(maximum)\">\(close)".utf8)
      }
      let items = maximum.split(separator: ",").map { "<rdf:li>\($0)</rdf:li>\n" }.joined()
      return Array(
        "\(open)><hdrgm:GainMapMax><rdf:Seq>\n\(items)</rdf:Seq></hdrgm:GainMapMax>\(close)".utf8)
    }
  }

  private static let announcement = Array(
    ("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
      + "xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\" hdrgm:Version=\"1.0\"/>"
      + "</rdf:RDF></x:xmpmeta>").utf8)

  private static func jpeg(
    _ size: PixelSize, channels: Int, xmp: [UInt8]?, isProgressive: Bool = false,
    _ sample: (Int, Int, Int) -> UInt8
  ) -> [UInt8] {
    var options = fresnel_jpeg_options()
    options.width = UInt32(size.width)
    options.height = UInt32(size.height)
    options.color = channels == 1 ? FRESNEL_JPEG_GRAY : FRESNEL_JPEG_RGB
    options.quality = 100
    options.horizontal = 1
    options.vertical = 1
    options.is_progressive = isProgressive
    var rows: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { for channel in 0..<channels { rows.append(sample(x, y, channel)) } }
    }
    guard let writer = fresnel_jpeg_writer_create_in_memory() else { return [] }
    defer { fresnel_jpeg_writer_destroy(writer) }
    let packet = xmp ?? []
    return packet.withUnsafeBufferPointer { packet in
      options.xmp = packet.isEmpty ? nil : packet.baseAddress
      options.xmp_count = packet.count
      _ = fresnel_jpeg_writer_start(writer, &options)
      _ = fresnel_jpeg_writer_write_rows(
        writer, rows, size.width * channels, UInt32(size.height))
      _ = fresnel_jpeg_writer_finish(writer)
      var count = 0
      guard let bytes = fresnel_jpeg_writer_bytes(writer, &count) else { return [] }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  private static func base(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
    UInt8(40 + 2 * x + channel * 4)
  }

  private static func base(isProgressive: Bool = false, isAnnounced: Bool = true) -> [UInt8] {
    jpeg(
      size, channels: 3, xmp: isAnnounced ? announcement : nil, isProgressive: isProgressive,
      base)
  }

  /// A map of columns, which makes interpolated values easy to state.
  private static func map(_ said: Said, channels: Int = 1) -> [UInt8] {
    jpeg(mapSize, channels: channels, xmp: said.packet) { x, _, channel in
      UInt8(x * 10 + channel * 6)
    }
  }

  private func opened(_ bytes: [UInt8], stops: Double) throws -> (DecoderClient, SourceInfo) {
    let client = try DecoderClient(.jpeg, PictureFile(bytes))
    let info = try client.open(choices: PictureChoices(gainStops: stops), acceptsLight: true)
    return (client, info)
  }

  /// Android's formula in Double, at the centre of a pixel.
  private func wanted(
    _ x: Int, _ channel: Int, maximum: Double = 2.5, gamma: Double = 1, weight: Double,
    step: Double = 0
  ) -> Double {
    let place = min(max((Double(x) + 0.5) / 4 - 0.5, 0), 23)
    let value = (place * 10 + step) / 255
    let share = pow(value, 1 / gamma)
    let code = Double(Self.base(x, 0, channel)) / 255
    let light = code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
    let gain = exp2((-0.5 * (1 - share) + maximum * share) * weight)
    return (light + 0.015625) * gain - 0.03125
  }

  @Test(arguments: [1.25, 2.25, 10], [false, true])
  func theMapAppliesForTheRequestedHeadroom(stops: Double, isProgressive: Bool) throws {
    let file = Self.base(isProgressive: isProgressive) + Self.map(Said())
    let (client, info) = try opened(file, stops: stops)
    #expect(info.levels.shape.format == .rgba16f && info.size == Self.size)
    let weight = min((stops - 0.25) / 2, 1)
    #expect(abs(info.headroom - exp2(2.5 * weight)) < 1e-4)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    #expect(client.gainMap?.size == Self.mapSize && client.gainMap?.maximum.red == 2.5)
    for x in 0..<Self.size.width {
      for channel in 0..<3 {
        let expected = wanted(x, channel, weight: weight)
        let shown = Double(light[30 * Self.size.width + x][channel])
        // One step of JPEG's 8 bits in the picture or in the map.
        #expect(abs(shown - expected) <= expected * 0.05 + 0.004, "\(x), \(channel)")
      }
    }
  }

  @Test func aColourMapWithRangesAndGammaApplies() throws {
    var said = Said()
    said.maximum = "1,2,3"
    said.isList = true
    said.gamma = "2.0"
    let (client, info) = try opened(Self.base() + Self.map(said, channels: 3), stops: 8)
    #expect(abs(info.headroom - 8) < 1e-4)
    let light = try client.light(of: info.levels.exactLevel(scale: 1))
    for x in 8..<Self.size.width - 8 {
      for channel in 0..<3 {
        let expected = wanted(
          x, channel, maximum: Double(channel + 1), gamma: 2, weight: 1, step: Double(channel * 6))
        let shown = Double(light[10 * Self.size.width + x][channel])
        #expect(abs(shown - expected) <= expected * 0.07 + 0.004, "\(x), \(channel)")
      }
    }
  }

  @Test func smallerLevelsHaveTheSameLight() throws {
    let (client, info) = try opened(Self.base() + Self.map(Said()), stops: 4)
    let half = try client.light(of: info.levels.exactLevel(scale: 0.5))
    let whole = try client.light(of: info.levels.exactLevel(scale: 1))
    for x in 4..<44 {
      let mean =
        (whole[20 * 96 + 2 * x] + whole[20 * 96 + 2 * x + 1] + whole[21 * 96 + 2 * x]
          + whole[21 * 96 + 2 * x + 1]) / 4
      #expect(abs(half[10 * 48 + x].x - mean.x) <= mean.x * 0.02, "\(x)")
    }
  }

  @Test func anOrdinaryDisplayGetsTheBaseImage() throws {
    let plain = Self.base(isAnnounced: false)
    let client = try DecoderClient(.jpeg, PictureFile(plain))
    let level = Level(size: try client.open().size)
    let wanted = try client.pixels(of: level)
    let (bright, info) = try opened(Self.base() + Self.map(Said()), stops: 0)
    #expect(info.levels.shape.format == .rgba8 && info.headroom == 1)
    #expect(try bright.pixels(of: level) == wanted)
  }

  @Test func anUnusableMapLeavesTheBaseImage() throws {
    var (bright, backward, odd) = (Said(), Said(), Said())
    bright.isBaseBright = true
    backward.capacity = ("3", "1")
    odd.maximum = "nan"
    let base = Self.base()
    let map = Self.map(Said())
    let files = [
      base, base + [1, 2, 3], base + base, base + map.prefix(map.count / 2),
      base + Self.map(bright), base + Self.map(backward), base + Self.map(odd),
      Self.base(isAnnounced: false) + map,
      base + Self.jpeg(Self.mapSize, channels: 1, xmp: Array("<no xml".utf8)) { _, _, _ in 9 },
    ]
    for (index, file) in files.enumerated() {
      let (client, info) = try opened(file, stops: 3)
      #expect(info.levels.shape.format == .rgba8, "file \(index)")
      let red = try client.pixels(of: Level(size: info.size)).pixel(50, 9)[0]
      #expect((139...141).contains(red), "file \(index): \(red)")
    }
  }

  @Test func aPreviewMayPrecedeTheMap() throws {
    let preview = Self.jpeg(Self.mapSize, channels: 3, xmp: nil) { _, _, _ in 77 }
    let (_, info) = try opened(Self.base() + preview + Self.map(Said()), stops: 3)
    #expect(info.levels.shape.format == .rgba16f)
  }
}
