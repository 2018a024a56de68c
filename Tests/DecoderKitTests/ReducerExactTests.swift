import DecoderKit
import Geometry
import Resampling
import Testing
import Tiles

/// Levels as large as the picture: samples stay unchanged in any orientation.
@Suite struct ReducerExactTests {
  static let formats: [RowFormat] = [
    RowFormat(channels: .gray), RowFormat(channels: .grayAlpha), RowFormat(channels: .rgb),
    RowFormat(channels: .rgb, bytesPerPixel: 4), RowFormat(channels: .rgba),
    RowFormat(channels: .cmyk), RowFormat(channels: .gray, depth: 16),
    RowFormat(channels: .grayAlpha, depth: 16), RowFormat(channels: .rgb, depth: 16),
    RowFormat(channels: .rgba, depth: 16), RowFormat(channels: .cmyk, depth: 16),
  ]

  /// The premultiplied pixel of some samples, by the definition.
  static func pixel(_ picture: SamplePicture, _ x: Int, _ y: Int) -> [UInt8] {
    let channels = picture.format.channels
    let full = picture.format.depth == 8 ? 255.0 : 65535.0
    func value(_ channel: Int) -> Double { Double(picture.sample(x, y, channel)) }
    if channels == .cmyk {
      return (0..<3).map {
        let mixed = ((full - value($0)) * (full - value(3)) / full).rounded()
        return UInt8((mixed * 255 / full).rounded())
      } + [255]
    }
    let alpha = channels.hasAlpha ? value(channels.count - 1) : full
    return (0..<3).map {
      let straight = value(channels.count < 3 ? 0 : $0)
      return UInt8((straight * alpha * 255 / (full * full)).rounded())
    } + [UInt8((alpha * 255 / full).rounded())]
  }

  static func upright(_ picture: SamplePicture, exif: Int) -> [UInt8] {
    let size = exif >= 5 ? picture.size.transposed : picture.size
    var pixels: [UInt8] = []
    for v in 0..<size.height {
      for u in 0..<size.width {
        let at = ReducerReference.stored(u, v, exif: exif, in: picture.size)
        pixels += pixel(picture, at.x, at.y)
      }
    }
    return pixels
  }

  @Test("Every format and orientation is copied exactly, overlap included", arguments: formats)
  func exact(format: RowFormat) {
    let picture = SamplePicture.noise(262, 9, format, seed: 7)
    for exif in 1...8 {
      let size = exif >= 5 ? picture.size.transposed : picture.size
      var run = ReducerRun(level: size)
      run.orientation = Orientation(exif: exif)
      let result = run(picture)
      #expect(result.isFinished && result.isTidy, "orientation \(exif)")
      #expect(
        result.firstDifference(from: Self.upright(picture, exif: exif), size) == nil,
        "orientation \(exif)")
    }
  }

  @Test("Finished pixels are unchanged, but no colour exceeds its alpha")
  func finished() {
    let picture = SamplePicture.noise(262, 9, RowFormat(channels: .rgba), seed: 9)
    var run = ReducerRun(level: picture.size)
    run.takesFinished = true
    let result = run(picture)
    var expected = picture.bytes
    for pixel in stride(from: 0, to: expected.count, by: 4) {
      for channel in 0..<3 {
        expected[pixel + channel] = min(expected[pixel + channel], expected[pixel + 3])
      }
    }
    #expect(result.isFinished && result.isTidy)
    #expect(result.firstDifference(from: expected, picture.size) == nil)
  }

  @Test("Four tiles meet at a corner without a wrong pixel")
  func corner() {
    let picture = SamplePicture.noise(259, 258, RowFormat(channels: .rgba), seed: 8)
    for exif in [1, 6, 7] {
      let size = exif >= 5 ? picture.size.transposed : picture.size
      var run = ReducerRun(level: size)
      run.orientation = Orientation(exif: exif)
      let result = run(picture)
      #expect(Set(result.completed) == [0, 1, 2, 3] && result.completed.count == 4)
      #expect(
        result.firstDifference(from: Self.upright(picture, exif: exif), size) == nil,
        "orientation \(exif)")
    }
  }

  /// The last tiles are two pixels wide and high, less than some overlaps.
  @Test("Copies fill overlaps at the level's end too", arguments: [0, 1, 3, 8])
  func overlaps(overlap: Int) {
    let picture = SamplePicture.noise(258, 514, RowFormat(channels: .rgba), seed: 10)
    for (exif, copies) in [(1, false), (1, true), (2, true), (3, true), (6, false), (6, true)] {
      let size = exif >= 5 ? picture.size.transposed : picture.size
      var run = ReducerRun(level: size)
      run.orientation = Orientation(exif: exif)
      run.overlap = overlap
      run.copies = copies
      let result = run(picture)
      #expect(result.isFinished && result.isTidy)
      #expect(
        result.firstDifference(from: Self.upright(picture, exif: exif), size) == nil,
        "orientation \(exif), by copies: \(copies)")
    }
  }

  /// Each byte of a tile is copied once, from the first to the last, and none of a cancelled tile.
  @Test("Copies are in order and stop with the tile")
  func copies() {
    let picture = SamplePicture.noise(250, 100, RowFormat(channels: .rgb), seed: 11)
    let key = TileKey(level: Level(size: picture.size), column: 0, row: 0)
    for isCancelled in [false, true] {
      let tile = UnsafeMutableRawBufferPointer.allocate(
        byteCount: key.layout.byteCount, alignment: 16)
      defer { tile.deallocate() }
      guard let base = tile.baseAddress else { return }
      var ends = [0]
      let reducer = TileReducer(
        source: picture.size, orientation: .identity, level: key.level,
        targets: [
          TileReducer.Target(
            id: 5, key: key, base: base,
            copy: { bytes, target in
              #expect(target == base + (ends.last ?? 0))
              ends.append(target - base + bytes.count)
            })
        ],
        color: ColorPipeline(format: picture.format, source: .sRGB, displayProfile: []))
      let half = picture.bytes.count / 2
      picture.bytes.withUnsafeBytes { bytes in
        let first = UnsafeRawBufferPointer(rebasing: bytes[..<half])
        #expect(
          reducer.consume(rows: first, stride: picture.stride, firstRow: 0, count: 50) == [])
        let before = ends
        #expect(before.count > 1 && before.last ?? 0 <= 51 * key.layout.stride)
        if isCancelled { reducer.cancel(id: 5) }
        let second = UnsafeRawBufferPointer(rebasing: bytes[half...])
        let ids = reducer.consume(rows: second, stride: picture.stride, firstRow: 50, count: 50)
        #expect(ids == (isCancelled ? [] : [5]))
        #expect(ends.last == (isCancelled ? before.last : key.layout.byteCount))
      }
    }
  }

  @Test("A picture of one pixel fills its tile and overlap")
  func onePixel() {
    let picture = SamplePicture(1, 1, RowFormat(channels: .rgb)) { _, _, channel in 50 * channel }
    let result = ReducerRun(level: picture.size)(picture)
    #expect(result.firstDifference(from: [0, 50, 100, 255], picture.size) == nil)
  }
}
