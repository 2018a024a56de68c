import CJPEG
import DecoderProtocol
import Geometry
import Glibc
import Testing
import Tiles

/// JPEG files of several scans: the preview from their first ones, and the same picture after it.
@Suite struct JPEGProgressiveTests {
  private static let size = PixelSize(width: 1800, height: 1216)
  private static let fit = Level(of: size, scale: 0.2)

  /// The rows of a smooth picture, by their phase.
  private static let rows: [[UInt8]] = (0..<128).map { phase in
    (0..<size.width * 3).map { index in
      let angle = Double(index / 3) / 70 + Double(phase) * .pi / 64 + Double(index % 3)
      return UInt8(128 + 100 * sin(angle))
    }
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    var horizontal = 2
    var vertical = 2
    var color = FRESNEL_JPEG_YCBCR
    var isProgressive = true
    var isSeparate = false
    var isArithmetic = false
    var restartRows = 0
    var size = JPEGProgressiveTests.size
    var testDescription: String {
      "\(horizontal)x\(vertical) colour \(color.rawValue) progressive \(isProgressive) "
        + "separate \(isSeparate) arithmetic \(isArithmetic) restart \(restartRows)"
    }

    func file(quality: Int32 = 90) -> PictureFile {
      var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
      options.horizontal = Int32(horizontal)
      options.vertical = Int32(vertical)
      options.color = color
      options.quality = quality
      options.is_progressive = isProgressive
      options.is_separate = isSeparate
      options.is_arithmetic = isArithmetic
      options.restart_rows = Int32(restartRows)
      let all = JPEGProgressiveTests.rows
      let samples = (0..<size.height).flatMap { row in
        let row = all[row / 2 % all.count][..<(size.width * 3)]
        switch color {
        case FRESNEL_JPEG_GRAY: return stride(from: 0, to: row.count, by: 3).map { row[$0] }
        case FRESNEL_JPEG_CMYK, FRESNEL_JPEG_YCCK:
          // Almost no black ink: Adobe stores inks inverted.
          return row.indices.flatMap { $0 % 3 == 2 ? [row[$0], 250] : [row[$0]] }
        default: return Array(row)
        }
      }
      return .jpeg(samples, options)
    }
  }

  private static let kinds = [
    Kind(), Kind(horizontal: 1, vertical: 1), Kind(horizontal: 4, vertical: 1),
    Kind(color: FRESNEL_JPEG_GRAY),
    Kind(color: FRESNEL_JPEG_RGB), Kind(color: FRESNEL_JPEG_CMYK), Kind(color: FRESNEL_JPEG_YCCK),
    Kind(isSeparate: true), Kind(isArithmetic: true, restartRows: 3),
    Kind(size: PixelSize(width: 1789, height: 1211)),
  ]

  /// The file's first scans: all before the first refinement scan.
  private static func firstScans(of file: PictureFile) throws -> [UInt8] {
    let bytes = file.bytes
    let scans = bytes.indices.dropLast(16).filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    let next = try #require(scans.first { bytes[$0 + 5 + 2 * Int(bytes[$0 + 4])] != 0 })
    return Array(bytes[..<next])
  }

  @Test(arguments: kinds) func theFirstScansGiveThePreview(_ kind: Kind) throws {
    let file = kind.file()
    let level = Level(of: kind.size, scale: 0.2)
    let client = try DecoderClient(.jpeg, file)
    #expect(try client.open().preview == .coarse)
    let preview = try client.pixels(of: level, quality: .preview)
    let exact = try client.pixels(of: level)
    #expect(preview.psnr(exact) > 30, "\(preview.psnr(exact))")
    #expect(preview != exact)

    // A file with only these scans gives the same preview.
    let first = try DecoderClient(.jpeg, PictureFile(try Self.firstScans(of: file)))
    _ = try first.open()
    #expect(try first.pixels(of: level, quality: .preview) == preview)
    #expect(first.missing.isEmpty)
    _ = try first.pixels(of: level)
    #expect(first.missing.count == 1)

    // The picture is the same as without a preview.
    let other = try DecoderClient(.jpeg, file)
    _ = try other.open()
    #expect(try other.pixels(of: level) == exact)
  }

  @Test(arguments: [Kind(), Kind(horizontal: 1, vertical: 1), Kind(isSeparate: true)])
  func thePictureAfterAPreviewEqualsLibjpegs(_ kind: Kind) throws {
    let file = kind.file()
    let reference = LibjpegReference.decode(file).samples
    let client = try DecoderClient(.jpeg, file)
    let level = Level(size: try client.open().size)
    _ = try client.pixels(of: Self.fit, quality: .preview)
    // The scans are read once for both passes; the second one's rows begin at the top again.
    for area in [
      PixelRect(minX: 600, minY: 700, maxX: 900, maxY: 800),
      PixelRect(minX: 1500, minY: 0, maxX: 1800, maxY: 40),
    ] {
      let part = try client.pixels(of: level, in: area)
      var worst = 0
      for y in area.minY..<area.maxY {
        for x in area.minX..<area.maxX {
          for channel in 0..<3 {
            let wanted = Int(reference[(y * kind.size.width + x) * 3 + channel])
            worst = max(worst, abs(Int(part[x - area.minX, y - area.minY, channel]) - wanted))
          }
        }
      }
      #expect(worst == 0)
    }
  }

  @Test func previewsAreAnsweredBeforeThePicture() throws {
    let client = try DecoderClient(.jpeg, Kind().file())
    _ = try client.open()
    let keys = (0..<2).map { TileKey(level: Self.fit, column: $0, row: 0) }
    let ids =
      keys.enumerated().map { client.request($1, quality: .preview, slot: $0) }
      + keys.enumerated().map { client.request($1, slot: 2 + $0) }
    var answers: [UInt32] = []
    while answers.count < ids.count {
      guard case .report(.tileReady(let id))? = try client.receive() else { break }
      answers.append(id)
    }
    #expect(Set(answers.prefix(2)) == Set(ids.prefix(2)) && Set(answers) == Set(ids))
  }

  @Test func aCancelledPreviewLeavesThePicture() throws {
    let client = try DecoderClient(.jpeg, Kind().file())
    _ = try client.open()
    let key = TileKey(level: Self.fit, column: 0, row: 0)
    let id = client.request(key, quality: .preview, slot: 0)
    client.send(.cancel(id: id))
    let answer = try client.receive()
    #expect(answer == .report(.tileReady(id: id)) || answer == .report(.tileCancelled(id: id)))
    #expect(try client.pixels(of: Self.fit).size == Self.fit.size)
  }

  @Test func nonInterleavedFilesHaveNoPreview() throws {
    let file = Kind(isProgressive: false, isSeparate: true).file()
    let client = try DecoderClient(.jpeg, file)
    #expect(try client.open().preview == .none)
    let reference = LibjpegReference.decode(file).samples
    let area = PixelRect(minX: 512, minY: 1024, maxX: 768, maxY: 1216)
    let part = try client.pixels(of: Level(size: Self.size), in: area)
    #expect((0..<3).allSatisfy { part[7, 9, $0] == reference[(1033 * 1800 + 519) * 3 + $0] })
    // A preview that is requested anyway is the picture.
    let preview = try client.pixels(of: Self.fit, quality: .preview)
    #expect(try client.pixels(of: Self.fit) == preview)
  }

  @Test func smallPicturesHaveNoPreview() throws {
    let client = try DecoderClient(
      .jpeg, Kind(size: PixelSize(width: 700, height: 500)).file())
    #expect(try client.open().preview == .none)
  }

  @Test func aTruncatedFileShowsItsScans() throws {
    let whole = Kind().file()
    let first = try Self.firstScans(of: whole).count
    for share in [0.3, 0.9] {
      let count = first + Int(Double(whole.bytes.count - first) * share)
      let cut = PictureFile(Array(whole.bytes.prefix(count)))
      let client = try DecoderClient(.jpeg, cut)
      _ = try client.open()
      _ = try client.pixels(of: Self.fit, quality: .preview)
      let area = PixelRect(minX: 0, minY: 1024, maxX: 256, maxY: 1216)
      let part = try client.pixels(of: Level(size: Self.size), in: area)
      #expect(client.missing.count == 1 && client.missing[0].contains("ends too early"))
      let reference = LibjpegReference.decode(cut).samples
      #expect((0..<3).allSatisfy { part[200, 100, $0] == reference[(1124 * 1800 + 200) * 3 + $0] })
    }
    // Truncated in its first scan: the rest of the preview is grey.
    let client = try DecoderClient(.jpeg, PictureFile(Array(whole.bytes.prefix(first / 2))))
    _ = try client.open()
    let preview = try client.pixels(of: Self.fit, quality: .preview)
    #expect(preview.pixel(320, 230)[3] == 255)
    _ = try client.pixels(of: Self.fit)
    #expect(client.missing.count == 1)
  }

  @Test func endlessScansAreRefusedAfterThePreview() throws {
    let bytes = Kind(color: FRESNEL_JPEG_GRAY).file().bytes
    let first = try #require(
      bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    let table = try #require(
      (first..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4 })
    let scan = bytes[first..<table]
    let many = bytes[..<table] + (0..<600).flatMap { _ in scan } + bytes[table...]
    let client = try DecoderClient(.jpeg, PictureFile(Array(many)))
    _ = try client.open()
    _ = try client.pixels(of: Self.fit, quality: .preview)
    let failure = #expect(throws: CodecError.self) { try client.pixels(of: Self.fit) }
    #expect(failure?.sentence.contains("too many scans") == true)
  }

  @Test func coefficientsAreInMemoryOnce() throws {
    // Six bytes per pixel, 96 MB, of the eight that a picture may take.
    var options = fresnel_jpeg_options.usual(width: 4000, height: 4000)
    options.is_progressive = true
    let file = PictureFile.jpeg([UInt8](repeating: 90, count: 48_000_000), options)
    let client = try DecoderClient(.jpeg, file)
    _ = try client.open()
    let level = Level(of: PixelSize(width: 4000, height: 4000), scale: 0.1)
    _ = try client.pixels(of: level, quality: .preview)
    _ = try client.pixels(of: level)
    let other = Level(of: PixelSize(width: 4000, height: 4000), scale: 0.11)
    _ = try client.pixels(of: other)
    let peak = try #require(client.process.peakResidentBytes)
    #expect(peak > 96 << 20 && peak < 150 << 20, "\(peak) bytes")
  }
}
