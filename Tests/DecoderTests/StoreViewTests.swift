import CJPEG
import DecoderProtocol
import Geometry
import Glibc
import TestSupport
import Testing
import Tiles

/// Random views, cut from the cache or read from a pyramid, compared with a reduction of the whole
/// picture.
@Suite struct StoreViewTests {
  enum Kind: CaseIterable { case photograph, zonePlate, transparent }

  private static let size = PixelSize(width: 2400, height: 1800)

  /// Gradients, edges, texture and some noise; or rings as fine as pixels can show.
  private static func samples(_ kind: Kind) -> [UInt8] {
    var numbers = SeededNumbers(seed: 5)
    let channels = kind == .transparent ? 4 : 3
    return [UInt8](
      unsafeUninitializedCapacity: size.width * size.height * channels
    ) { samples, count in
      var next = 0
      for y in 0..<size.height {
        let v = Double(y) / Double(size.height)
        let wave = sin(Double(y) * 0.31)
        for x in 0..<size.width {
          let u = Double(x) / Double(size.width)
          var value: (Double, Double, Double)
          if kind == .zonePlate {
            let (dx, dy) = (Double(x - size.width / 2), Double(y - size.height / 2))
            let ring = 0.5 + 0.5 * cos(.pi * (dx * dx + dy * dy) / Double(size.width))
            value = (ring, ring, ring)
          } else {
            let isSky = v < 0.45 + 0.12 * sin(7 * u)
            let texture = isSky ? 0 : 0.1 * sin(Double(x) * 0.9 + 3 * wave)
            let noise = Double(numbers.next() & 255) / 255 * 0.05
            let shade = (isSky ? 0.8 - 0.4 * v : 0.25 + 0.3 * v) + texture + noise
            value = (shade, shade * 0.9, isSky ? shade : shade * 0.5)
          }
          for part in [value.0, value.1, value.2] {
            samples[next] = UInt8(max(0, min(1, part)) * 255)
            next += 1
          }
          if channels == 4 {
            // Holes with hard and soft edges.
            samples[next] = x / 90 % 3 == 0 && y / 70 % 2 == 0 ? UInt8(x * 255 / 90 & 255) : 255
            next += 1
          }
        }
      }
      count = next
    }
  }

  /// Compares random parts at random scales with the reference and with their neighbours.
  private func look(
    _ client: DecoderClient, _ samples: [UInt8], _ kind: Kind, isHalvedByBox: Bool
  ) throws {
    var numbers = SeededNumbers()
    print(numbers.origin)
    let channels = kind == .transparent ? 4 : 3
    let reference = LanczosReference(samples, size: Self.size, channels: channels)
    // A pyramid's versions went through one more reduction than the reference.
    let lowest = kind == .zonePlate && !isHalvedByBox ? 40.0 : 45
    let halved = reference.halved
    let quartered = halved.halved
    for index in 0..<10 {
      let scale = index == 0 ? 1 : exp(Double.random(in: log(0.12)...0, using: &numbers))
      let level = Level(of: Self.size, scale: scale)
      let side = 90
      // Every second one lies across the corner of four tiles.
      let edge = TileShape.usual.edge
      let (right, below) = (level.size.width - side, level.size.height - side)
      var x = Int.random(in: 0...right, using: &numbers)
      var y = Int.random(in: 0...below, using: &numbers)
      if index % 2 == 0, level.size.height > edge + side {
        x = min(right, max(1, x / edge) * edge - side / 2)
        y = min(below, max(1, y / edge) * edge - side / 2)
      }
      let area = PixelRect(minX: x, minY: y, maxX: x + side, maxY: y + side)
      let seen = try client.pixels(of: level, in: area)
      // Only test charts reveal that large ratios begin with a box filter.
      let expected =
        kind != .zonePlate || !isHalvedByBox || scale > 0.25
        ? reference : scale > 0.125 ? halved : quartered
      let quality = seen.psnr(expected.pixels(of: level, in: area))
      #expect(quality >= lowest, "\(kind) at \(scale), \(x), \(y): \(quality) dB")
      #expect(try client.overlapDifference(of: level, in: area) == 0, "\(kind) at \(scale)")
    }
  }

  @Test(arguments: Kind.allCases)
  func viewsFromTheStoreEqualAReductionOfTheWhole(_ kind: Kind) throws {
    let samples = Self.samples(kind)
    let file = PictureFile.png(
      samples, width: Self.size.width, height: Self.size.height,
      channels: kind == .transparent ? 4 : 3)
    let client = try DecoderClient(.png, file, scratch: 1 << 30)
    _ = try client.open()
    _ = try client.pixels(
      of: Level(size: Self.size), in: PixelRect(minX: 0, minY: 0, maxX: 9, maxY: 9))
    try client.awaitCached()
    try look(client, samples, kind, isHalvedByBox: true)
  }

  @Test(arguments: [Kind.photograph, .zonePlate])
  func viewsFromAPyramidEqualAReductionOfTheWhole(_ kind: Kind) throws {
    let samples = Self.samples(kind)
    let reference = LanczosReference(samples, size: Self.size, channels: 3)
    let writer = TIFFWriter()
    for shift in 0..<3 {
      var layout = TIFFWriter.Layout()
      layout.size = PixelSize(width: Self.size.width >> shift, height: Self.size.height >> shift)
      layout.tile = 256
      layout.isReduction = shift > 0
      // Views of a pyramid are only as good as its writer's filter: use a good one.
      let level =
        shift == 0
        ? samples.map { Int($0) }
        : Self.opaque(reference.pixels(of: Level(size: layout.size), in: PixelRect(layout.size)))
      writer.add(layout, samples: level)
    }
    let client = try DecoderClient(.tiff, writer.finish())
    _ = try client.open()
    try look(client, samples, kind, isHalvedByBox: false)
  }

  private static func opaque(_ pixels: Pixels) -> [Int] {
    pixels.bytes.enumerated().filter { $0.offset % 4 != 3 }.map { Int($0.element) }
  }

  @Test func aLargeTruncatedPictureShowsItsRows() throws {
    let size = PixelSize(width: 6800, height: 4500)
    var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
    options.quality = 60
    let row = (0..<size.width * 3).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let samples = Array(repeatElement(row, count: size.height).joined())
    let whole = PictureFile.jpeg(samples, options).bytes
    let file = PictureFile(Array(whole[..<(whole.count * 7 / 10)]))
    let client = try DecoderClient(.jpeg, file, scratch: 1 << 30)
    let plain = try DecoderClient(.jpeg, PictureFile(whole))
    let info = try client.open()
    #expect(try plain.open() == info)
    let level = Level(size: info.size)
    // Rows before the cut, requested repeatedly while the rest is cached.
    for y in [100, 900, 1700, 2500] {
      let area = PixelRect(minX: 3000, minY: y, maxX: 3300, maxY: y + 200)
      #expect(try client.pixels(of: level, in: area) == plain.pixels(of: level, in: area), "\(y)")
    }
    do {
      let area = PixelRect(minX: 3000, minY: 4400, maxX: 3300, maxY: 4500)
      for _ in 0..<2 {
        _ = try client.pixels(of: level, in: area)
        try client.awaitCached()
      }
    } catch let failure as CodecError {
      #expect(failure.code == .corrupt && !failure.sentence.isEmpty)
    }
  }
}
