import CHEIF
import DecoderProtocol
import Geometry
import Testing
import Tiles

/// HEIF with uncompressed pictures (ISO/IEC 23001-17).
@Suite struct UncompressedHEIFTests {
  /// From 1.19 on, Debian's libheif reads them.
  private static let isRead = heif_get_version_number() >= 0x0113_0000

  private let size = PixelSize(width: 21, height: 13)

  private func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    let content = parts.flatMap { $0 }
    return LongTailWriter.big(8 + content.count, 4) + Array(name.utf8) + content
  }

  private func big(_ value: Int, _ bytes: Int = 4) -> [UInt8] { LongTailWriter.big(value, bytes) }

  /// The samples of a pixel: red, green, blue, and alpha if there are four.
  private func samples(_ channels: Int) -> [[UInt8]] {
    (0..<size.width * size.height).map { (pixel: Int) -> [UInt8] in
      (0..<channels).map { (channel: Int) -> UInt8 in
        let step = 5 + 2 * channel
        return UInt8((pixel * step + 40 * channel) & 255)
      }
    }
  }

  /// A file with interleaved samples, or with planes.
  private func file(_ samples: [[UInt8]], isPlanar: Bool) -> [UInt8] {
    let channels = samples[0].count
    var data = samples.flatMap { $0 }
    if isPlanar {
      data = []
      for channel in 0..<channels { data += samples.map { $0[channel] } }
    }
    let brands = box("ftyp", Array("mif2".utf8), big(0), Array("mif1mif2miaf".utf8))
    let before = brands.count + meta(channels, isPlanar, at: 0, count: data.count).count + 8
    return brands + meta(channels, isPlanar, at: before, count: data.count) + box("mdat", data)
  }

  private func meta(_ channels: Int, _ isPlanar: Bool, at place: Int, count: Int) -> [UInt8] {
    let handler = box(
      "hdlr", big(0), big(0), Array("pict".utf8), [UInt8](repeating: 0, count: 13))
    let item = box("infe", [2, 0, 0, 0, 0, 1, 0, 0], Array("unci".utf8), [0])
    // Offsets and lengths of four bytes, one extent.
    let location = box(
      "iloc", big(0), [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1], big(place), big(count))
    // Red, green, blue and alpha are component types 4 to 7.
    var kinds = big(channels)
    var components: [UInt8] = []
    for channel in 0..<channels {
      kinds += big(4 + channel, 2)
      components += big(channel, 2) + [7, 0, 0]
    }
    // No blocks, no padding, one tile; interleaving 0 is planes, 1 pixels.
    let layout: [UInt8] = [0, isPlanar ? 0 : 1, 0, 0]
    let rest = [UInt8](repeating: 0, count: 20)
    let coding = box("uncC", big(0), big(0), big(channels), components, layout, rest)
    let extents = box("ispe", big(0), big(size.width), big(size.height))
    let properties = box(
      "iprp", box("ipco", extents, box("cmpd", kinds), coding),
      box("ipma", big(0), big(1), [0, 1, 3, 1, 0x82, 0x83]))
    return box(
      "meta", big(0), handler, box("pitm", big(0), [0, 1]),
      box("iinf", big(0), [0, 1], item), properties, location)
  }

  @Test(
    .enabled(if: isRead, "libheif is older than 1.19"), arguments: [3, 4], [false, true])
  func pixelsEqualTheSamples(_ channels: Int, _ isPlanar: Bool) throws {
    let samples = samples(channels)
    let (info, pixels) = try DecoderClient.decode(
      .heic, PictureFile(file(samples, isPlanar: isPlanar)))
    #expect(info.size == size && info.hasAlpha == (channels == 4))
    let straight = samples.flatMap { (pixel: [UInt8]) -> [UInt8] in
      channels == 4 ? pixel : pixel + [255]
    }
    #expect(pixels.difference(Pixels(straight: straight, size: size)) == 0)
  }

  /// Older libraries don't know them, and refuse them with a sentence.
  @Test(.enabled(if: !isRead, "libheif is 1.19 or newer"))
  func olderLibrariesGiveASentence() throws {
    let file = PictureFile(file(samples(3), isPlanar: false))
    do {
      _ = try DecoderClient.decode(.heic, file)
      Issue.record("it was decoded")
    } catch let failure as CodecError {
      #expect(failure.sentence.contains("HEIF"), "\(failure.sentence)")
    }
  }
}
