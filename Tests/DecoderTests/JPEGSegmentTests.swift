import CJPEG
import DecoderProtocol
import Geometry
import JPEGReading
import Platform
import TestSupport
import Testing
import Tiles

/// JPEG files with restart markers, so large that several threads decode parts of them.
@Suite struct JPEGSegmentTests {
  private static let size = PixelSize(width: 1610, height: 1205)
  static let colorScene = JPEGPixelTests.scene(width: size.width, height: size.height)
  private static let grayScene = JPEGPixelTests.scene(
    width: size.width, height: size.height, channels: 1)

  struct Kind: Sendable, CustomTestStringConvertible {
    var horizontal = 2
    var vertical = 2
    var color = FRESNEL_JPEG_YCBCR
    /// In MCUs of 16 × 16 pixels: 101 in a row.
    var interval = 0
    var restartRows = 0
    var isArithmetic = false
    var testDescription: String {
      "\(horizontal)x\(vertical) colour \(color.rawValue) each \(interval) units, \(restartRows) rows"
    }

    var file: PictureFile {
      var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
      options.horizontal = Int32(horizontal)
      options.vertical = Int32(vertical)
      options.color = color
      options.restart_interval = Int32(interval)
      options.restart_rows = Int32(restartRows)
      options.is_arithmetic = isArithmetic
      return .jpeg(color == FRESNEL_JPEG_GRAY ? grayScene : colorScene, options)
    }
  }

  static let kinds = [
    Kind(restartRows: 1), Kind(restartRows: 3), Kind(restartRows: 20),
    Kind(interval: 1), Kind(interval: 13), Kind(interval: 202),
    Kind(horizontal: 1, vertical: 1, restartRows: 1),
    Kind(horizontal: 2, vertical: 1, restartRows: 1),
    Kind(horizontal: 1, vertical: 2, restartRows: 1),
    Kind(horizontal: 1, vertical: 4, restartRows: 1),
    Kind(horizontal: 4, vertical: 2, restartRows: 2),
    Kind(color: FRESNEL_JPEG_GRAY, restartRows: 1),
    Kind(horizontal: 1, vertical: 1, color: FRESNEL_JPEG_RGB, restartRows: 1),
    Kind(restartRows: 1, isArithmetic: true),
  ]

  @Test(arguments: kinds) func wholePicturesEqualLibjpegs(_ kind: Kind) throws {
    let file = kind.file
    let (_, pixels) = try DecoderClient.decode(.jpeg, file)
    let expected = LibjpegReference.pixels(file)
    #expect(pixels.isSame(as: expected))
  }

  /// The library's internal counters, which a later version may have changed.
  @Test func unknownLibraryInternalsAreDetected() {
    #expect(JPEGEntryCheck.isSound)
    #expect(JPEGEntryCheck.agrees(row: 1, marker: 0))
    #expect(JPEGEntryCheck.agrees(row: 3, marker: 2))
    // As another library would count.
    #expect(!JPEGEntryCheck.agrees(row: 2, marker: 0))
  }

  /// Decoded parts are delivered before the threads start again below them: 6 MiB per thread.
  @Test(arguments: [(2, 2), (2, 1)]) func severalRoundsFollowEachOther(_ chroma: (Int, Int)) throws
  {
    let height = Self.size.height * 5
    var options = fresnel_jpeg_options.usual(width: Self.size.width, height: height)
    (options.horizontal, options.vertical) = (Int32(chroma.0), Int32(chroma.1))
    var rows = Self.colorScene
    for _ in 1..<5 { rows += Self.colorScene }
    let pictures = try [0, 1].map { count in
      options.restart_rows = Int32(count)
      let client = try DecoderClient(.jpeg, .jpeg(rows, options), slots: 200)
      return try client.pixels(of: Level(size: try client.open().size))
    }
    #expect(pictures[0].isSame(as: pictures[1]))
  }

  /// A small area far down begins at a restart marker; threads share a larger one.
  @Test(arguments: kinds) func aPartEqualsThatOfTheWhole(_ kind: Kind) throws {
    let file = kind.file
    let whole = LibjpegReference.pixels(file)
    let client = try DecoderClient(.jpeg, file)
    let level = Level(size: try client.open().size)
    for area in [
      PixelRect(minX: 700, minY: 1003, maxX: 1201, maxY: 1099),
      PixelRect(minX: 0, minY: 1190, maxX: 1610, maxY: 1205),
      PixelRect(minX: 100, minY: 401, maxX: 1610, maxY: 1205),
    ] {
      let part = try client.pixels(of: level, in: area)
      #expect(part.isSame(as: whole.part(area)), "\(area)")
    }
  }

  /// From a certain size on, a picture gets a preview at an eighth to a half of its size; from a
  /// smaller size if there are only two processors.
  @Test func largePicturesHavePreviews() throws {
    for height in [2490, 2510, 3990, 4010] {
      let options = fresnel_jpeg_options.usual(width: 4000, height: height)
      let gray = [UInt8](repeating: 99, count: 4000 * height * 3)
      let info = try DecoderClient(.jpeg, .jpeg(gray, options)).open()
      let isLarge = 4000 * height > (Processors.count < 3 ? 10_000_000 : 16_000_000)
      #expect(info.preview == (isLarge ? .small : .none), "\(height) rows")
    }
  }

  /// Such a preview is the same with several threads.
  @Test(arguments: [0.11, 0.2, 0.4], [(2, 2), (1, 1), (2, 1)])
  func aPreviewEqualsThatWithoutMarkers(_ scale: Double, _ chroma: (Int, Int)) throws {
    let size = PixelSize(width: 4805, height: 3405)
    var numbers = SeededNumbers(seed: 11)
    let noise = (0..<4096).map { _ in UInt8.random(in: 0...40, using: &numbers) }
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 3)
    for y in 0..<size.height {
      for index in 0..<size.width * 3 {
        samples[y &* size.width &* 3 &+ index] =
          UInt8(truncatingIfNeeded: (index / 60) ^ (y / 9)) / 2 &+ noise[(index &+ y &* 77) & 4095]
      }
    }
    var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
    (options.horizontal, options.vertical) = (Int32(chroma.0), Int32(chroma.1))
    var previews: [Pixels] = []
    for rows in [0, 1] {
      options.restart_rows = Int32(rows)
      let client = try DecoderClient(.jpeg, .jpeg(samples, options))
      let info = try client.open()
      try #require(info.preview == .small)
      previews.append(
        try client.pixels(of: Level(of: info.size, scale: scale), quality: .preview))
    }
    #expect(previews[0].isSame(as: previews[1]))
  }

  /// The rows shown of a damaged file are libjpeg's, decoded from its top.
  @Test(arguments: 51...58 as ClosedRange<UInt64>)
  func damageGivesLibjpegsRows(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    var bytes = Kind(restartRows: 1).file.bytes
    for _ in 0..<5 {
      let place = Int.random(in: 1000..<bytes.count - 10, using: &numbers)
      // Neither create nor remove a marker.
      for place in place..<place + 9 where bytes[place - 1] != 0xFF && bytes[place] != 0xFF {
        bytes[place] = .random(in: 1..<0xFF, using: &numbers)
      }
    }
    let file = PictureFile(bytes)
    let (_, pixels) = try DecoderClient.decode(.jpeg, file)
    #expect(pixels.isSame(as: LibjpegReference.pixels(file)), "seed \(seed)")
  }

  private static func markers(in bytes: [UInt8]) -> [Int] {
    (1000..<bytes.count - 1).filter { bytes[$0] == 0xFF && 0xD0...0xD7 ~= bytes[$0 + 1] }
  }

  /// From where the markers can't be trusted, the picture is decoded as if it had none.
  @Test(arguments: [2, 20, 40, 74]) func wrongMarkersGiveLibjpegsRows(_ number: Int) throws {
    let bytes = Kind(restartRows: 1).file.bytes
    let places = Self.markers(in: bytes)
    try #require(places.count == 75)
    let place = places[number]
    var renamed = bytes
    renamed[place + 1] = 0xD0 + (renamed[place + 1] + 1) & 7
    var lost = bytes
    lost.removeSubrange(place..<place + 2)
    var doubled = bytes
    doubled.insert(contentsOf: bytes[place..<place + 2], at: place)
    var ended = bytes
    ended[place + 1] = 0xD9
    for damaged in [renamed, lost, doubled, ended] {
      let file = PictureFile(damaged)
      let (_, pixels) = try DecoderClient.decode(.jpeg, file)
      let expected = LibjpegReference.pixels(file)
      #expect(pixels.isSame(as: expected))
    }
  }

  /// Any number of 0xFF bytes may precede a marker.
  @Test func fillBytesMayPrecedeMarkers() throws {
    let bytes = Kind(restartRows: 1).file.bytes
    var filled = bytes
    for place in Self.markers(in: bytes).reversed() {
      filled.insert(contentsOf: [0xFF, 0xFF], at: place)
    }
    let (_, pixels) = try DecoderClient.decode(.jpeg, PictureFile(filled))
    #expect(pixels.isSame(as: LibjpegReference.pixels(PictureFile(bytes))))
  }

  @Test(arguments: [0.05, 0.4, 0.71, 0.995]) func aTruncatedFileShowsItsRows(_ share: Double)
    throws
  {
    let bytes = Kind(restartRows: 1).file.bytes
    let cut = PictureFile(Array(bytes.prefix(Int(Double(bytes.count) * share))))
    let client = try DecoderClient(.jpeg, cut)
    let pixels = try client.pixels(of: Level(size: try client.open().size))
    #expect(pixels.isSame(as: LibjpegReference.pixels(cut)))
    #expect(client.missing.count == 1 && client.missing[0].contains("ends too early"))
  }
}

extension Pixels {
  /// Compares rows without printing their millions of numbers when a test fails.
  fileprivate func isSame(as other: Pixels) -> Bool { self == other }

  fileprivate func part(_ area: PixelRect) -> Pixels {
    var part = Pixels(size: area.size)
    part.bytes.removeAll(keepingCapacity: true)
    for y in area.minY..<area.maxY {
      let start = (y * size.width + area.minX) * 4
      part.bytes += bytes[start..<start + area.width * 4]
    }
    return part
  }
}
