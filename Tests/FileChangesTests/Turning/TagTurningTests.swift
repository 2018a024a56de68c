import CWebP
import Geometry
import TestSupport
import Testing
import TurnProtocol

@testable import Turner

/// Turning PNG, TIFF and WebP files by their orientation.
@Suite struct TagTurningTests {
  private static let orientations = (1...8).map { Orientation(exif: $0) }

  private static func png(_ exif: [UInt8]?) -> [UInt8] {
    var png = RawPNG(width: 3, height: 2, colorType: 2, depth: 8)
    if let exif { png.chunks = [("eXIf", exif)] }
    return png.file((0..<18).map { $0 * 14 })
  }

  private static func webP(isLossless: Bool) -> [UInt8] {
    let samples = (0..<300).map { UInt8($0 % 251) }
    var output: UnsafeMutablePointer<UInt8>?
    let count =
      isLossless
      ? WebPEncodeLosslessRGB(samples, 10, 10, 30, &output)
      : WebPEncodeRGB(samples, 10, 10, 30, 80, &output)
    defer { WebPFree(output) }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  private static func decoded(webP file: [UInt8]) -> [UInt8]? {
    var (width, height): (Int32, Int32) = (0, 0)
    guard let pixels = WebPDecodeRGB(file, file.count, &width, &height) else { return nil }
    defer { WebPFree(pixels) }
    return Array(UnsafeBufferPointer(start: pixels, count: Int(width * height * 3)))
  }

  @Test func eachTurnOfEachOrientationOfPNG() throws {
    for before in 1...8 {
      for turn in Self.orientations where turn != .identity {
        let block = TestExif.block(orientation: before, width: 3, height: 2, thumbnail: [7])
        let file = Self.png(block)
        let (turned, result) = try Turning.perform(file, .turn(by: turn, .refuse))
        let expected = Orientation(exif: before).followed(by: turn).exif
        #expect(TagReader.tag(inChunk: "eXIf", of: turned, lengthComesFirst: true) == expected)
        #expect(result == TurnResult(pixels: .identity, tagBefore: before))
        #expect(turned.count == file.count)
        let order = TurnOrder.restore(pixels: .identity, tag: before)
        #expect(try Turning.perform(turned, order).0 == file)
      }
    }
  }

  @Test func aChunkIsAddedToPNG() throws {
    let file = Self.png(nil)
    let (turned, _) = try Turning.perform(
      file, .turn(by: Orientation(quarterTurns: 1), .refuse))
    // The same file as one that was written with the chunk.
    #expect(turned == Self.png(TIFFTags.block(orientation: 6)))
    let (added, _) = try Turning.perform(
      Self.png(TestExif.tiff(orientation: nil, isLittle: true)),
      .turn(by: Orientation(quarterTurns: 2), .refuse))
    #expect(TagReader.tag(inChunk: "eXIf", of: added, lengthComesFirst: true) == 3)
  }

  @Test func aWrongChecksumIsDamage() throws {
    var file = Self.png(TIFFTags.block(orientation: 6))
    let place = try #require(file.indices.first { file[$0...].starts(with: "eXIf".utf8) })
    file[place + 12] ^= 1
    #expect(throws: TurnRefusal.damaged) {
      try Turning.perform(file, .turn(by: Orientation(quarterTurns: 1), .refuse))
    }
    Array("IEND".utf8).withUnsafeBytes { #expect(CRC32.of($0) == 0xAE42_6082) }
  }

  @Test(arguments: [true, false]) func eachTurnOfEachOrientationOfTIFF(isLittle: Bool) throws {
    for before in 1...8 {
      for turn in Self.orientations where turn != .identity {
        let file = TestExif.tiff(orientation: before, isLittle: isLittle)
        let (turned, _) = try Turning.perform(file, .turn(by: turn, .refuse))
        let expected = Orientation(exif: before).followed(by: turn).exif
        #expect(turned == TestExif.tiff(orientation: expected, isLittle: isLittle))
        let bare = TestExif.tiff(orientation: nil, isLittle: isLittle) + [99]
        let (added, _) = try Turning.perform(bare, .turn(by: turn, .refuse))
        #expect(TagReader.tag(added) == turn.exif)
        #expect(Array(added[8..<bare.count]) == Array(bare[8...]))
      }
    }
  }

  @Test func pagesAndRawFilesAreRefused() throws {
    var pages = TestExif.tiff(orientation: 1, isLittle: true)
    pages[pages.count - 4] = 12 + 6
    var raw = TestExif.tiff(orientation: 1, isLittle: true)
    raw.replaceSubrange(8..<11, with: Array("CR".utf8) + [2])
    var subdirectory = TestExif.tiff(orientation: 1, isLittle: true)
    // The tag of the last entry.
    subdirectory[subdirectory.count - 16] = 0x4A
    for file in [pages, raw, subdirectory] {
      #expect(throws: TurnRefusal.severalPictures) {
        try Turning.perform(file, .turn(by: Orientation(quarterTurns: 1), .refuse))
      }
    }
    for file in ["GIF89a", "", "x", "BM", "\u{0}\u{0}\u{0}\u{18}ftypheic"] {
      #expect(throws: TurnRefusal.format) {
        try Turning.perform(
          Array(file.utf8), .turn(by: Orientation(quarterTurns: 1), .refuse))
      }
    }
  }

  @Test(arguments: [true, false]) func webPGetsAHeaderAndKeepsItsPixels(isLossless: Bool) throws {
    let file = Self.webP(isLossless: isLossless)
    let pixels = try #require(Self.decoded(webP: file))
    var turned = file
    var seen = Orientation.identity
    for turn in Self.orientations where turn != .identity {
      (turned, _) = try Turning.perform(turned, .turn(by: turn, .refuse))
      seen = seen.followed(by: turn)
      let tag = TagReader.tag(inChunk: "EXIF", of: turned, lengthComesFirst: false)
      #expect(tag == seen.exif)
      #expect(Self.decoded(webP: turned) == pixels)
      #expect(turned.count == file.count + 18 + 34)
      #expect(turned[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) } == turned.count - 8)
    }
    // Data after the container stays.
    let (longer, _) = try Turning.perform(
      file + [1, 2, 3], .turn(by: Orientation(quarterTurns: 1), .refuse))
    #expect(longer.suffix(3) == [1, 2, 3] && longer.count == file.count + 3 + 18 + 34)
  }

  /// Damaged files are refused, or turned with nothing else changed; nothing crashes.
  @Test func damagedFilesAreTurnedOrRefused() throws {
    var numbers = SeededNumbers()
    var jpeg = TestJPEG()
    jpeg.exif = TestExif.block(orientation: 6, width: 48, height: 32, thumbnail: [1, 2, 3])
    jpeg.xmp = "<x tiff:Orientation=\"6\"/>"
    let block = TestExif.block(orientation: 3, width: 3, height: 2, thumbnail: [7])
    let samples = [
      jpeg.file, TestJPEG(isProgressive: true).file, Self.png(block), Self.png(nil),
      Self.webP(isLossless: true), Self.webP(isLossless: false),
      try Turning.perform(
        Self.webP(isLossless: true), .turn(by: Orientation(quarterTurns: 1), .refuse)
      ).0,
      TestExif.tiff(orientation: 1, isLittle: true),
      TestExif.tiff(orientation: nil, isLittle: false),
    ]
    var turnedCount = 0
    for number in 0..<4500 {
      var file = samples[number % samples.count]
      for _ in 0..<Int.random(in: 1...4, using: &numbers) where !file.isEmpty {
        // Most damage is in the first bytes, where the structure is.
        let end = Bool.random(using: &numbers) ? file.count : min(file.count, 220)
        let place = Int.random(in: 0..<end, using: &numbers)
        switch Int.random(in: 0..<5, using: &numbers) {
        case 0: file.removeSubrange(place...)
        case 1: file.insert(UInt8.random(in: 0...255, using: &numbers), at: place)
        case 2: file[place] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &numbers) ?? 0
        default: file[place] ^= 1 << UInt8.random(in: 0...7, using: &numbers)
        }
      }
      let turn = Orientation(exif: Int.random(in: 2...8, using: &numbers))
      let edges = TurnEdges.allCases.randomElement(using: &numbers) ?? .refuse
      guard let (turned, result) = try? Turning.perform(file, .turn(by: turn, edges)) else {
        continue
      }
      turnedCount += 1
      #expect(turned.count <= 2 * file.count + 1 << 20 && !turned.isEmpty, "\(numbers.origin)")
      guard result.pixels == .identity else { continue }
      let order = TurnOrder.restore(pixels: .identity, tag: result.tagBefore)
      guard let (back, _) = try? Turning.perform(turned, order) else {
        Issue.record("\(numbers.origin), file \(number): can't be turned back")
        continue
      }
      // Without a place that had to be added, it is the same file again.
      if turned.count == file.count { #expect(back.count == file.count, "\(numbers.origin)") }
    }
    #expect(turnedCount > 250)
  }
}
