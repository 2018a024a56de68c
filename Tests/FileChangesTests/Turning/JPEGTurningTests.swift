import Geometry
import TestSupport
import Testing
import TurnProtocol

@testable import Turner

/// Turning JPEG files: pixels, markers and edges.
@Suite struct JPEGTurningTests {
  /// By how much the same coefficients may differ as pixels: decoders round rows and columns one
  /// after the other.
  private static let rounding = 3

  static let orientations = (1...8).map { Orientation(exif: $0) }

  private static func exif(_ orientation: Int) -> [UInt8] {
    TestExif.block(orientation: orientation, width: 48, height: 32, thumbnail: [1, 2, 3, 4])
  }

  @Test(arguments: [(false, 1), (false, 2), (true, 1)])
  func eachTurnOfEachOrientationMovesThePixels(isGray: Bool, sampling: Int32) throws {
    for before in 1...8 {
      var picture = TestJPEG(isGray: isGray, horizontal: sampling, vertical: sampling)
      picture.exif = Self.exif(before)
      let file = picture.file
      let seen = try #require(TestJPEG.pixels(file)).turned(before)
      for turn in Self.orientations where turn != .identity {
        let (turned, result) = try self.turn(file, by: turn)
        let pixels = try #require(TestJPEG.pixels(turned))
        #expect(tag(turned) == 1 && result.tagBefore == before)
        #expect(
          pixels.difference(from: seen.turned(turn.exif)) <= Self.rounding, "\(before) \(turn)")
        // Back again, all coefficients are the same.
        let (back, _) = try Turning.perform(
          turned, .restore(pixels: result.pixels.inverse, tag: result.tagBefore))
        #expect(TestJPEG.pixels(back) == TestJPEG.pixels(file) && tag(back) == before)
      }
    }
  }

  @Test(arguments: [false, true]) func fourTurnsAreNone(isProgressive: Bool) throws {
    var picture = TestJPEG(isProgressive: isProgressive)
    picture.exif = Self.exif(1)
    let file = picture.file
    var turned = file
    for _ in 0..<4 { (turned, _) = try turn(turned, by: Orientation(quarterTurns: 1)) }
    #expect(TestJPEG.pixels(turned) == TestJPEG.pixels(file))
    let parsed = turned.withUnsafeBytes { JPEGFile(PictureBytes($0))?.isProgressive }
    #expect(parsed == isProgressive)
  }

  @Test func markersAreKept() throws {
    var picture = TestJPEG()
    picture.exif = TestExif.block(
      orientation: 6, width: 48, height: 32, thumbnail: Array("THUMBNAIL".utf8))
    picture.icc = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    picture.xmp =
      "<x tiff:Orientation=\"6\"/><tiff:Orientation>6</tiff:Orientation><a b='Orientation 6'/>"
    let file = picture.file
    let comment: [UInt8] = [0xFF, 0xFE, 0, 7] + Array("hello".utf8)
    let commented = Array(file[..<2]) + comment + file[2...]
    let (turned, _) = try turn(commented, by: Orientation(quarterTurns: 1))
    let expected = Set(try metadata(commented)).subtracting(try metadata(turned))
    // The EXIF block and the XMP packet have changed, and nothing else.
    #expect(expected.count == 2)
    let new = Set(try metadata(turned)).subtracting(try metadata(commented))
    let exif = try #require(new.first { $0[4...].starts(with: "Exif".utf8) })
    let packet = try #require(new.first { $0[4...].starts(with: "http".utf8) })
    let text = String(decoding: packet.dropFirst(33), as: UTF8.self)
    #expect(
      text
        == "<x tiff:Orientation=\"1\"/><tiff:Orientation>1</tiff:Orientation><a b='Orientation 6'/>"
    )
    let block = Array(exif[10...])
    // 6, turned right, is upside down: width and height stay.
    let same = TestExif.block(orientation: 1, width: 48, height: 32, thumbnail: [])
    #expect(Array(block[..<34]) == Array(same[..<34]))
    #expect(Array(block[34..<38]) == [0, 0, 0, 0])
    #expect(!String(decoding: block, as: UTF8.self).contains("T"))
    let (tall, _) = try turn(commented, by: Orientation(quarterTurns: 2))
    let tallExif = try #require(
      try metadata(tall).first { $0[4...].starts(with: "Exif".utf8) })
    #expect(Array(tallExif[10 + 38 + 2 + 8..<10 + 38 + 2 + 10]) == [32, 0])
  }

  @Test func edgesAreRefusedTaggedOrTrimmed() throws {
    var picture = TestJPEG(width: 50, height: 35)
    picture.exif = Self.exif(1)
    let file = picture.file
    func refusal(_ turn: Orientation) -> TurnRefusal? {
      #expect(throws: TurnRefusal.self) { try self.turn(file, by: turn) }
    }
    #expect(refusal(Orientation(quarterTurns: 1)) == .edges(columns: 0, rows: 3))
    #expect(refusal(Orientation(quarterTurns: 3)) == .edges(columns: 2, rows: 0))
    #expect(refusal(Orientation(quarterTurns: 2)) == .edges(columns: 2, rows: 3))
    #expect(refusal(Orientation(isMirrored: true)) == .edges(columns: 2, rows: 0))
    // A transposition needs no whole blocks.
    let (transposed, _) = try turn(file, by: Orientation(exif: 5))
    let pixels = try #require(TestJPEG.pixels(file))
    let across = try #require(TestJPEG.pixels(transposed))
    #expect(across.difference(from: pixels.turned(5)) <= Self.rounding)

    let (tagged, result) = try turn(file, by: Orientation(quarterTurns: 1), .tag)
    #expect(tag(tagged) == 6 && result.pixels == .identity && !result.isTrimmed)
    #expect(TestJPEG.pixels(tagged) == pixels && tagged.count == file.count)
    let (restored, _) = try Turning.perform(tagged, .restore(pixels: .identity, tag: 1))
    #expect(restored == file)

    let (trimmed, trim) = try turn(file, by: Orientation(quarterTurns: 1), .trim)
    #expect(trim.isTrimmed)
    #expect(TestJPEG.pixels(trimmed)?.size == PixelSize(width: 32, height: 50))
    let whole = try turn(TestJPEG().file, by: Orientation(quarterTurns: 1), .trim)
    #expect(!whole.1.isTrimmed)
    // Nothing would be left.
    let small = TestJPEG(width: 10, height: 10).file
    #expect(throws: TurnRefusal.coding) {
      try self.turn(small, by: Orientation(quarterTurns: 2), .trim)
    }
  }

  @Test func aTagIsAddedWhereThereIsNone() throws {
    let file = TestJPEG(width: 50, height: 35).file
    let (tagged, _) = try turn(file, by: Orientation(quarterTurns: 3), .tag)
    #expect(tag(tagged) == 8 && TestJPEG.pixels(tagged) == TestJPEG.pixels(file))
    let (back, _) = try turn(tagged, by: Orientation(quarterTurns: 1), .tag)
    #expect(tag(back) == 1)
    var bare = TestJPEG(width: 50, height: 35)
    bare.exif = TestExif.tiff(orientation: nil, isLittle: false)
    let (added, _) = try turn(bare.file, by: Orientation(isMirrored: true), .tag)
    #expect(tag(added) == 2 && TestJPEG.pixels(added) == TestJPEG.pixels(file))
  }

  /// A gain map, a video or more pictures: only the tag may change.
  @Test func whatFollowsThePictureIsNotLost() throws {
    let file = TestJPEG().file + TestJPEG(width: 16, height: 16).file
    #expect(throws: TurnRefusal.moreData) {
      try self.turn(file, by: Orientation(quarterTurns: 1))
    }
    let (tagged, _) = try turn(file, by: Orientation(quarterTurns: 1), .tag)
    #expect(tag(tagged) == 6 && tagged.suffix(500) == file.suffix(500))
    let padded = TestJPEG().file + [0, 0, 0xFF]
    let (turned, _) = try turn(padded, by: Orientation(quarterTurns: 1))
    #expect(TestJPEG.pixels(turned)?.size == PixelSize(width: 32, height: 48))
  }

  @Test func damagedFilesAreRefused() throws {
    let file = TestJPEG(width: 160, height: 160).file
    for count in [0, 1, 2, 3, 20, file.count / 2, file.count - 2, file.count - 1] {
      #expect(throws: TurnRefusal.self) {
        try self.turn(Array(file[..<count]), by: Orientation(quarterTurns: 1))
      }
    }
    // An end too early: libjpeg would fill up the rest with grey.
    let short = Array(file[..<(file.count - 300)]) + [0xFF, 0xD9]
    #expect(throws: TurnRefusal.damaged) {
      try self.turn(short, by: Orientation(quarterTurns: 1))
    }
  }

  // MARK: Support

  @discardableResult
  private func turn(
    _ file: [UInt8], by turn: Orientation, _ edges: TurnEdges = .refuse
  ) throws(TurnRefusal) -> ([UInt8], TurnResult) {
    try Turning.perform(file, .turn(by: turn, edges))
  }

  private func tag(_ file: [UInt8]) -> Int? { Turning.tag(file) }

  private func metadata(_ file: [UInt8]) throws -> [[UInt8]] {
    try file.withUnsafeBytes { bytes in
      let parsed = try #require(JPEGFile(PictureBytes(bytes)))
      return parsed.segments.filter(\.isMetadata).map { Array(bytes[$0.range]) }
    }
  }
}

/// Turning files in memory.
enum Turning {
  static func perform(
    _ file: [UInt8], _ order: TurnOrder
  ) throws(TurnRefusal) -> ([UInt8], TurnResult) {
    let result = file.withUnsafeBytes { bytes in
      Result { () throws(TurnRefusal) in
        let original = PictureBytes(bytes)
        let (edit, result) = try PictureTurning.turned(original, order)
        var written: [UInt8] = []
        edit.forEach(of: original) { written += $0 }
        return (written, result)
      }
    }
    return try result.get()
  }

  /// The orientation of a JPEG file, by the decoders' reader.
  static func tag(_ file: [UInt8]) -> Int? {
    file.withUnsafeBytes { bytes in
      guard let parsed = JPEGFile(PictureBytes(bytes)) else { return nil }
      for segment in parsed.segments where segment.marker == 0xE1 {
        let payload = bytes[segment.payload]
        guard payload.starts(with: Array("Exif".utf8) + [0, 0]) else { continue }
        return TagReader.tag(UnsafeRawBufferPointer(rebasing: payload.dropFirst(6)))
      }
      return 1
    }
  }
}
