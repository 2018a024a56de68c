import DecoderProtocol
import Geometry
import Resampling
import TestSupport
import Testing

@testable import DecoderKit

/// The parts of a header that must be unchanged when it is read again.
@Suite struct RowShapeTests {
  private let shape = RowShape(size: PixelSize(width: 30, height: 20), details: [3, 8])

  @Test func theSameHeaderPasses() throws {
    try HeaderReading.again(shape).check(
      RowShape(size: PixelSize(width: 30, height: 20), details: [3, 8]))
  }

  @Test func theFirstHeaderPasses() throws {
    try HeaderReading.first.check(shape)
  }

  @Test(arguments: [
    RowShape(size: PixelSize(width: 31, height: 20), details: [3, 8]),
    RowShape(size: PixelSize(width: 30, height: 19), details: [3, 8]),
    RowShape(size: PixelSize(width: 30, height: 20), details: [4, 8]),
    RowShape(size: PixelSize(width: 30, height: 20), details: [3]),
  ])
  func anyOtherShapeFails(_ other: RowShape) {
    #expect(throws: CodecError.changed) { try HeaderReading.again(shape).check(other) }
  }

  /// Formats whose files are opened once, are in memory whole, or have a header for each frame.
  private static let formatsReadOnce: Set<String> = [
    "Archive", "DjVu", "EXR", "FITS", "GIF", "PDF", "Profile", "SVG", "Tiles", "WebP",
  ]

  /// A new format compares headers, or is added above with its reason (decision 0057).
  @Test func everyOtherFormatComparesHeaders() throws {
    let folder = PackageFile.root + "/Sources/Decoders/Formats"
    let formats = TemporaryFolder.names(in: folder)
    try #require(formats.count > 15)
    for format in formats {
      let isCompared = try Self.comparesHeaders(below: "\(folder)/\(format)")
      #expect(isCompared != Self.formatsReadOnce.contains(format), "\(format)")
    }
  }

  /// True if a Swift file at a path or in a folder names a later reading.
  private static func comparesHeaders(below path: String) throws -> Bool {
    if path.hasSuffix(".swift") {
      let text = String(decoding: try TemporaryFolder.contents(of: path), as: UTF8.self)
      return text.contains(".again(")
    }
    return try TemporaryFolder.names(in: path).contains { name in
      try comparesHeaders(below: "\(path)/\(name)")
    }
  }

  private static func header() -> PictureHeader {
    PictureHeader(
      size: PixelSize(width: 30, height: 20), format: RowFormat(channels: .rgb), color: .sRGB,
      hasAlpha: false, memory: .streaming(rowBytes: 90),
      reductions: [PixelSize(width: 15, height: 10)])
  }

  @Test func aNewCodecMustReportTheSamePicture() throws {
    try Self.header().check(Self.header())
    let changes: [(inout PictureHeader) -> Void] = [
      { $0.size.height = 21 }, { $0.format = RowFormat(channels: .rgba) },
      { $0.format = RowFormat(channels: .rgb, depth: 16) }, { $0.hasAlpha = true },
      { $0.orientation = Orientation(exif: 6) }, { $0.reductions = [] }, { $0.frameCount = 2 },
      { $0.timing = FrameTiming(loops: 0) }, { $0.isLight = true },
      { $0.previews = [PixelSize(width: 8, height: 5)] },
    ]
    for change in changes {
      var other = Self.header()
      change(&other)
      #expect(throws: CodecError.changed) { try Self.header().check(other) }
    }
  }
}
