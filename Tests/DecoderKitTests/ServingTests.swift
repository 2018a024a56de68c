import DecoderProtocol
import Geometry
import Resampling
import TestSupport
import Testing
import Tiles

@testable import DecoderKit

/// The serve loop's decisions, as values.
@Suite struct ServingTests {
  private let size = PixelSize(width: 12000, height: 9000)

  private func request(_ id: UInt32, _ level: Level) -> TileRequest {
    TileRequest(
      id: id, key: TileKey(level: level, column: 0, row: 0), quality: .exact, slot: Int(id))
  }

  private func header(
    _ size: PixelSize, preview: SourceInfo.Preview = .none, reductions: [PixelSize] = [],
    orientation: Orientation = .identity
  ) -> PictureHeader {
    PictureHeader(
      size: size, orientation: orientation, format: RowFormat(channels: .rgb), color: .sRGB,
      hasAlpha: false, memory: .streaming(rowBytes: size.width * 3),
      preview: preview, reductions: reductions)
  }

  @Test func previewsStartFromASourceLargerThanTheLevel() {
    func source(
      _ scale: Double, _ quality: TileQuality = .preview, _ preview: SourceInfo.Preview = .small
    )
      -> PassSource
    {
      PassScale.source(
        for: Level(of: size, scale: scale), of: size, quality: quality,
        header: header(size, preview: preview))
    }
    #expect(source(0.05) == .eighths(1))
    #expect(source(0.089) == .eighths(1))
    #expect(source(0.09) == .eighths(2))
    #expect(source(0.178) == .eighths(2))
    #expect(source(0.179) == .eighths(4))
    #expect(source(0.357) == .eighths(4))
    #expect(source(0.36) == .picture)
    #expect(source(0.05, .exact) == .picture)
    #expect(source(0.05, .preview, .none) == .picture)
    for scale in [0.01, 0.124, 0.3, 1] {
      #expect(source(scale, .preview, .coarse) == .eighths(1))
      #expect(source(scale, .exact, .coarse) == .picture)
    }
  }

  @Test func theSmallestSufficientVersionServesALevel() {
    // Stored sideways: levels are upright, versions are not.
    let stored = header(
      size.transposed,
      reductions: [
        PixelSize(width: 4500, height: 6000), PixelSize(width: 1125, height: 1500),
        PixelSize(width: 2250, height: 3000),
      ], orientation: Orientation(quarterTurns: 1))
    func source(_ scale: Double) -> PassSource {
      PassScale.source(
        for: Level(of: size, scale: scale), of: size, quality: .exact, header: stored)
    }
    #expect(source(1) == .picture)
    #expect(source(0.51) == .picture)
    #expect(source(0.5) == .reduction(0))
    #expect(source(0.49) == .picture)
    #expect(source(0.3) == .picture)
    #expect(source(0.25) == .reduction(2))
    #expect(source(0.24) == .reduction(0))
    #expect(source(0.13) == .reduction(0))
    #expect(source(0.12) == .reduction(2))
    #expect(source(0.01) == .reduction(1))
    #expect(
      PassScale.size(of: .reduction(1), header: stored) == PixelSize(width: 1125, height: 1500))
  }

  @Test func versionsThatServeAllServeEveryLevelUpToTheirSize() {
    var stored = header(size, reductions: [PixelSize(width: 6000, height: 4500)])
    stored.reductionsServeAll = true
    func source(_ scale: Double) -> PassSource {
      PassScale.source(
        for: Level(of: size, scale: scale), of: size, quality: .exact, header: stored)
    }
    #expect(source(0.51) == .picture)
    #expect([0.5, 0.49, 0.3, 0.01].allSatisfy { source($0) == .reduction(0) })
  }

  @Test func theSmallestVersionThatShowsTheWholePictureIsThePreview() {
    // Stored sideways, and with another aspect ratio than the picture's.
    var stored = header(
      size.transposed, preview: .embedded,
      reductions: [PixelSize(width: 4500, height: 6000)],
      orientation: Orientation(quarterTurns: 1))
    stored.previews = [
      PixelSize(width: 150, height: 200), PixelSize(width: 1200, height: 1600),
      PixelSize(width: 600, height: 800),
    ]
    func source(_ scale: Double, _ quality: TileQuality = .preview) -> PassSource {
      PassScale.source(
        for: Level(of: size, scale: scale), of: size, quality: quality, header: stored)
    }
    #expect(source(0.015) == .preview(0))
    #expect(source(0.05) == .preview(2))
    #expect(source(0.1) == .preview(1))
    #expect(source(1) == .preview(1))
    #expect(source(0.2, .exact) == .reduction(0))
    #expect(
      PassScale.size(of: .preview(1), header: stored) == PixelSize(width: 1200, height: 1600))
  }

  @Test func aPyramidPreviewsFromTheNextFinerVersion() {
    let pyramid = header(
      size, preview: .reduction,
      reductions: (1...5).map { PixelSize(width: 12000 >> $0, height: 9000 >> $0) })
    func source(_ scale: Double, _ quality: TileQuality = .preview) -> PassSource {
      PassScale.source(
        for: Level(of: size, scale: scale), of: size, quality: quality, header: pyramid)
    }
    #expect(source(0.5) == .reduction(0) && source(0.5, .exact) == .reduction(0))
    #expect(source(0.26) == .reduction(0) && source(0.26, .exact) == .picture)
    #expect(source(0.24) == .reduction(1) && source(0.24, .exact) == .reduction(0))
    #expect(source(0.01) == .reduction(4))
    #expect(source(0.6) == .picture, "no version is as large")
  }

  @Test func scaledSizesRoundUp() {
    let small = PixelSize(width: 17, height: 16)
    #expect(
      PassScale.size(of: .eighths(1), header: header(small)) == PixelSize(width: 3, height: 2))
    #expect(PassScale.size(of: .picture, header: header(size)) == size)
  }

  @Test func theOldestRequestChoosesTheGroup() {
    let small = RequestQueue.Group(level: Level(of: size, scale: 0.1), source: .picture)
    let large = RequestQueue.Group(level: Level(of: size, scale: 0.5), source: .picture)
    var queue = RequestQueue()
    queue.add(request(1, large.level), to: large)
    queue.add(request(2, small.level), to: small)
    queue.add(request(3, large.level), to: large)
    #expect(queue.nextGroup == large)
    #expect(queue.groups == [large, small])
    #expect(queue.take(large).requests.map(\.id) == [1, 3])
    #expect(queue.nextGroup == small)
    #expect(queue.groups == [small])
    let isRemoved = queue.remove(id: 2)
    let isRemovedTwice = queue.remove(id: 2)
    #expect(isRemoved && !isRemovedTwice)
    #expect(queue.isEmpty && queue.nextGroup == nil)
  }

  @Test func onlyOnePassAtATimeDecodesAPictureHeldWhole() {
    func allowsOnePass(_ memory: MemoryClass, isShared: Bool = false) -> Bool {
      var header = header(size)
      header.memory = memory
      header.sharesDecoding = isShared
      return header.allowsOnePass
    }
    #expect(!allowsOnePass(.streaming(rowBytes: 36_000)))
    #expect(allowsOnePass(.whole(bytes: 324_000_000)))
    #expect(allowsOnePass(.reserving(bytes: 648_000_000, held: 324_000_000)))
    #expect(!allowsOnePass(.whole(bytes: 324_000_000), isShared: true))
  }

  @Test func memoryFollowsTheClass() {
    let mebibyte = 1 << 20
    #expect(MemoryClass.streaming(rowBytes: 36000).allowance(for: size) == 256 * mebibyte + 864_000)
    #expect(MemoryClass.streaming(rowBytes: 1 << 30).allowance(for: size) == nil)
    #expect(MemoryClass.streaming(rowBytes: .max).allowance(for: size) == nil)
    // At most eight bytes per pixel, and one GiB.
    let photo = PixelSize(width: 6000, height: 4000)
    #expect(MemoryClass.whole(bytes: 192_000_000).allowance(for: photo) != nil)
    #expect(MemoryClass.whole(bytes: 192_000_001).allowance(for: photo) == nil)
    #expect(
      MemoryClass.whole(bytes: 1 << 30).allowance(for: PixelSize(width: 1 << 14, height: 1 << 14))
        != nil)
    #expect(
      MemoryClass.whole(bytes: (1 << 30) + 1).allowance(
        for: PixelSize(width: 1 << 14, height: 1 << 14)) == nil)
    // A picture of one pixel still has whole blocks.
    #expect(MemoryClass.whole(bytes: 1 << 20).allowance(for: PixelSize(width: 1, height: 1)) != nil)
    // Reserved: at most 16 bytes per pixel and two GiB, of which 10 per pixel and one GiB are held.
    func reserving(_ bytes: Int, _ held: Int, _ size: PixelSize) -> Int? {
      MemoryClass.reserving(bytes: bytes, held: held).allowance(for: size)
    }
    #expect(reserving(384_000_000, 240_000_000, photo) == 256 * mebibyte + 384_000_000)
    #expect(reserving(384_000_001, 0, photo) == nil)
    #expect(reserving(384_000_000, 240_000_001, photo) == nil)
    let large = PixelSize(width: 1 << 14, height: 1 << 14)
    #expect(reserving(2 << 30, 1 << 30, large) != nil)
    #expect(reserving((2 << 30) + 1, 1 << 30, large) == nil)
    #expect(reserving(2 << 30, (1 << 30) + 1, large) == nil)
  }

  @Test(arguments: [true, false]) func findsTheOrientation(_ isLittle: Bool) {
    for number in 1...8 {
      #expect(orientation(of: exif(number, isLittle: isLittle)) == Orientation(exif: number))
    }
    #expect(orientation(of: exif(0, isLittle: isLittle)) == .identity)
    #expect(orientation(of: exif(9, isLittle: isLittle)) == .identity)
  }

  @Test(arguments: [1, 3, 4], [true, false])
  func findsOrientationsOfOtherTypes(_ type: Int, _ isLittle: Bool) {
    for number in 1...8 {
      let block = exif(number, isLittle: isLittle, type: type)
      #expect(orientation(of: block) == Orientation(exif: number), "\(number)")
    }
    // A rational's offset is not an orientation, nor is a number above eight.
    #expect(orientation(of: exif(6, isLittle: isLittle, type: 5)) == .identity)
    #expect(orientation(of: exif(9, isLittle: isLittle, type: type)) == .identity)
  }

  @Test func damagedExifMeansNoOrientation() {
    let whole = exif(6, isLittle: true)
    for count in 0..<whole.count { _ = orientation(of: Array(whole.prefix(count))) }
    #expect(orientation(of: []) == .identity)
    #expect(orientation(of: Array(whole.prefix(20))) == .identity)
    var numbers = SeededNumbers()
    for _ in 0..<20_000 {
      var block = whole
      for _ in 0..<3 {
        block[Int(numbers.next() % UInt64(block.count))] = UInt8(numbers.next() & 255)
      }
      // It must end without reading out of bounds: a trap ends the test, and the seed identifies
      // the input.
      let found = orientation(of: block)
      #expect((1...8).contains(found.exif), "\(numbers.origin)")
    }
  }

  private func orientation(of block: [UInt8]) -> Orientation {
    block.withUnsafeBytes { Orientation(exifBlock: $0) }
  }

  private func exif(_ orientation: Int, isLittle: Bool, type: Int = 3) -> [UInt8] {
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      let little = (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
      return isLittle ? little : little.reversed()
    }
    let other = number(256, 2) + number(4, 2) + number(1, 4) + number(640, 4)
    let bytes = [1: 1, 3: 2][type] ?? 4
    let value = number(orientation, bytes) + [UInt8](repeating: 0, count: 4 - bytes)
    let entry = number(274, 2) + number(type, 2) + number(1, 4) + value
    return (isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) + number(42, 2) + number(8, 4) + number(2, 2)
      + other + entry + number(0, 4)
  }
}
