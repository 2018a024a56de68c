import CFITSIO
import DecoderProtocol
import Geometry
import Platform
import Testing
import Tiles

/// FITS compared with the values that its own library wrote.
@Suite struct FITSTests {
  private let writer = FITSWriter(size: PixelSize(width: 67, height: 45))

  private var pixelCount: Int { writer.size.width * writer.size.height }

  /// Values from 0 to 255, repeated.
  private var steps: [Double] { (0..<pixelCount).map { Double($0 % 256) } }

  private func gray(_ numbers: [Double]) -> Pixels {
    Pixels(
      straight: numbers.flatMap { value in
        let code = UInt8(max(0, min(255, value.isNaN ? 0 : value.rounded())))
        return [code, code, code, 255]
      }, size: writer.size)
  }

  private func difference(_ bytes: [UInt8], _ shown: [Double]) throws -> Int {
    let (info, pixels) = try DecoderClient.decode(.fits, PictureFile(bytes))
    try #require(info.size == writer.size)
    return pixels.difference(gray(shown))
  }

  @Test(arguments: [
    (BYTE_IMG, 0.0, 1.0), (SHORT_IMG, -1000, 8), (LONG_IMG, 2_000_000_000, 3),
    (LONGLONG_IMG, -4e15, 7), (FLOAT_IMG, -0.5, 0.001), (DOUBLE_IMG, 1e9, 1e-4),
    (USHORT_IMG, 64_000, 6), (ULONG_IMG, 4_000_000_000, 5),
  ])
  func valuesMapFromTheSmallestToTheLargest(_ type: Int32, _ low: Double, _ step: Double) throws {
    let bytes = try writer.file([.init(type: type, values: steps.map { low + $0 * step })])
    #expect(try difference(bytes, steps) <= 1)
  }

  @Test func scalingKeywordsApply() throws {
    // The stored values 255 to 0 stand for 100 to 227.5.
    let bytes = try writer.file([
      .init(
        type: BYTE_IMG, values: steps.map { 100 + $0 / 2 },
        numbers: [("BSCALE", -0.5), ("BZERO", 227.5)])
    ])
    #expect(try difference(bytes, steps) <= 1)
  }

  @Test(arguments: [FLOAT_IMG, DOUBLE_IMG]) func missingValuesAreBlack(_ type: Int32) throws {
    var values = steps
    for index in stride(from: 3, to: values.count, by: 7) { values[index] = .nan }
    let bytes = try writer.file([.init(type: type, values: values.map { 10 + $0 })])
    #expect(try difference(bytes, values) <= 1)
  }

  @Test func blankIntegersAreBlack() throws {
    var values = steps
    values[1000] = .nan
    let bytes = try writer.file([
      .init(type: SHORT_IMG, values: values.map { $0 + 300 }, numbers: [("BLANK", -32768)])
    ])
    #expect(try difference(bytes, values) <= 1)
  }

  @Test func uniformPicturesAreBlack() throws {
    let bytes = try writer.file([
      .init(type: SHORT_IMG, values: [Double](repeating: 77, count: pixelCount))
    ])
    #expect(try difference(bytes, [Double](repeating: 0, count: pixelCount)) == 0)
  }

  @Test func planesAndUnitsArePages() throws {
    let second = steps.map { 255 - $0 }
    let bytes = try writer.file([
      .init(type: SHORT_IMG, values: steps + second, planes: 2, texts: [("EXTNAME", "SCI")]),
      .init(type: FLOAT_IMG, values: second, texts: [("EXTNAME", "ERR")]),
    ])
    for (page, shown) in [steps, second, second].enumerated() {
      let client = try DecoderClient(.fits, PictureFile(bytes))
      let info = try client.open(frame: page)
      #expect(info.frameCount == 3)
      #expect(info.pageNames == ["SCI 1", "SCI 2", "ERR"])
      let pixels = try client.pixels(of: Level(size: info.size))
      #expect(pixels.difference(gray(shown)) <= 1, "page \(page)")
    }
    let client = try DecoderClient(.fits, PictureFile(bytes))
    #expect(throws: CodecError(.other, "the file has no page 3")) { try client.open(frame: 3) }
  }

  @Test func coloursShareOneRange() throws {
    let planes = steps + steps.map { $0 / 2 } + [Double](repeating: 0, count: pixelCount)
    let bytes = try writer.file([
      .init(
        type: FLOAT_IMG, values: planes.map { $0 * 40 }, planes: 3, texts: [("CTYPE3", "RGB")])
    ])
    let (info, pixels) = try DecoderClient.decode(.fits, PictureFile(bytes))
    #expect(info.frameCount == 1)
    let shown = steps.flatMap { [UInt8($0), UInt8(($0 / 2).rounded()), 0, 255] }
    #expect(pixels.difference(Pixels(straight: shown, size: writer.size)) <= 1)
  }

  /// In large files, two threads search for the range; they find both extremes, wherever these are.
  @Test(arguments: [0, 700, 1199]) func largePicturesHaveOneRange(_ row: Int) throws {
    let large = FITSWriter(size: PixelSize(width: 1000, height: 1200))
    var values = [Double](repeating: 100, count: 1_200_000)
    values[row * 1000 + 17] = 300
    values[(1199 - row) * 1000 + 900] = 50
    let bytes = try large.file([.init(type: SHORT_IMG, values: values)])
    let (info, pixels) = try DecoderClient.decode(.fits, PictureFile(bytes))
    try #require(info.size == large.size)
    #expect(pixels.pixel(17, row) == [255, 255, 255, 255])
    #expect(pixels.pixel(900, 1199 - row) == [0, 0, 0, 255])
    #expect(pixels.pixel(500, 600) == [51, 51, 51, 255])
    // In a truncated file the range is that of the values that are there; missing pixels are black.
    let cut = try DecoderClient(.fits, PictureFile(Array(bytes.prefix(2880 + 1_000_000))))
    _ = try cut.open()
    // The lowest 500 rows are there.
    let shown = try cut.pixels(of: Level(size: info.size))
    #expect(shown.pixel(500, 650) == [0, 0, 0, 255])
    let expected: UInt8 = row == 700 ? 0 : row == 0 ? 255 : 0
    #expect(shown.pixel(500, 1100)[0] == expected)
    #expect(cut.missing == ["parts of the picture are missing or damaged in the file"])
  }

  @Test(arguments: [RICE_1, GZIP_1, PLIO_1]) func compressedTilesEqualTheirValues(
    _ compression: Int32
  ) throws {
    let bytes = try writer.file([
      .init(type: SHORT_IMG, values: steps.map { 100 + $0 }, compression: compression)
    ])
    #expect(try difference(bytes, steps) <= 1)
  }

  @Test func aTruncatedFileShowsItsRows() throws {
    let bytes = try writer.file([.init(type: SHORT_IMG, values: steps)])
    let header = 2880
    // The lowest twenty and a half rows.
    let count = header + 20 * writer.size.width * 2 + 30
    let client = try DecoderClient(.fits, PictureFile(Array(bytes.prefix(count))))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    let first = (writer.size.height - 20) * writer.size.width
    var shown = steps
    for index in 0..<first { shown[index] = 0 }
    #expect(pixels.difference(gray(shown)) <= 1)
    #expect(client.missing == ["parts of the picture are missing or damaged in the file"])
  }

  @Test func truncatedCompressedTilesGiveASentence() throws {
    let bytes = try writer.file([
      .init(type: SHORT_IMG, values: steps, compression: RICE_1)
    ])
    #expect(throws: CodecError(.corrupt, "the FITS file ends too early")) {
      try DecoderClient.decode(.fits, PictureFile(Array(bytes.prefix(bytes.count - 2880))))
    }
  }

  @Test func aFileWithoutDataGivesASentence() throws {
    let bytes = try writer.file([.init(type: SHORT_IMG, values: steps)])
    #expect(
      throws: CodecError(
        .corrupt, "the FITS file is damaged (none of its values can be read)")
    ) { try DecoderClient.decode(.fits, PictureFile(Array(bytes.prefix(2880)))) }
  }

  @Test(arguments: [false, true])
  func picturesAfterEmptyUnitsAndTablesAreShown(_ hasEmptyAxes: Bool) throws {
    func unit(_ cards: [String], _ data: [UInt8] = []) -> [UInt8] {
      var bytes = (cards + ["END"]).flatMap {
        Array($0.utf8) + [UInt8](repeating: 0x20, count: 80 - $0.utf8.count)
      }
      bytes += [UInt8](repeating: 0x20, count: (2880 - bytes.count % 2880) % 2880)
      bytes += data
      return bytes + [UInt8](repeating: 0, count: (2880 - bytes.count % 2880) % 2880)
    }
    let axes = hasEmptyAxes ? ["NAXIS   = 2", "NAXIS1  = 0", "NAXIS2  = 0"] : ["NAXIS   = 0"]
    let first = unit(["SIMPLE  = T", "BITPIX  = 8"] + axes + ["EXTEND  = T"])
    let table = unit(
      [
        "XTENSION= 'BINTABLE'", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 4", "NAXIS2  = 3",
        "PCOUNT  = 0", "GCOUNT  = 1", "TFIELDS = 1", "TFORM1  = 'J'",
      ], [UInt8](repeating: 1, count: 12))
    let picture = unit(
      [
        "XTENSION= 'IMAGE   '", "BITPIX  = 8", "NAXIS   = 2", "NAXIS1  = 4", "NAXIS2  = 2",
        "PCOUNT  = 0", "GCOUNT  = 1",
      ], [0, 10, 20, 30, 40, 50, 60, 255])
    for file in [first + picture, first + table + picture, first + picture + table] {
      let (info, pixels) = try DecoderClient.decode(.fits, PictureFile(file))
      #expect(info.size == PixelSize(width: 4, height: 2) && info.frameCount == 1)
      #expect((0..<8).map { pixels.bytes[$0 * 4] } == [40, 50, 60, 255, 0, 10, 20, 30])
    }
  }

  @Test func aFileWithoutPicturesGivesASentence() throws {
    // No axes, as in the unit that precedes tables.
    var text = "SIMPLE  =                    T".padded + "BITPIX  =                    8".padded
    text += "NAXIS   =                    0".padded + "END".padded
    let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: 2880 - text.utf8.count)
    #expect(
      throws: CodecError(.unsupported, "the FITS file contains no picture; tables are not shown")
    ) { try DecoderClient.decode(.fits, PictureFile(bytes)) }
  }

  /// A file whose header declares the lengths of its axes, without any data.
  private func header(axes: [Int], _ more: String...) -> [UInt8] {
    var text = "SIMPLE  =                    T".padded + "BITPIX  =                    8".padded
    text += "NAXIS   = \(axes.count)".padded
    for (index, length) in axes.enumerated() { text += "NAXIS\(index + 1)".key(length) }
    for line in more { text += line.padded }
    text += "END".padded
    let rest = (2880 - text.utf8.count % 2880) % 2880
    return Array(text.utf8) + [UInt8](repeating: 0x20, count: rest + 2880)
  }

  @Test(arguments: [
    [2_000_000_000, 2_000_000_000], [Int.max, 2], [Int.max / 2, 2, 3], [1 << 62, 1 << 62, 3],
  ])
  func hugeSizesGiveASentence(_ axes: [Int]) throws {
    for bytes in [header(axes: axes), header(axes: axes, "CTYPE3  = 'RGB     '")] {
      let error = #expect(throws: CodecError.self) {
        try DecoderClient(.fits, PictureFile(bytes)).open()
      }
      #expect(error.map { isHuge($0, .tooLarge) } == true, "\(String(describing: error))")
    }
  }

  /// Of pages with four pixels each, as many are offered as the protocol allows.
  @Test(arguments: [[2, 2, Int.max, Int.max], [2, 2, 1 << 33, 1 << 33, 1 << 33]])
  func theNumberOfPagesIsBounded(_ axes: [Int]) throws {
    for bytes in [header(axes: axes), header(axes: axes, "CTYPE3  = 'RGB     '")] {
      do {
        let info = try DecoderClient(.fits, PictureFile(bytes)).open()
        #expect(info.size == PixelSize(width: 2, height: 2) && info.frameCount == 65_535)
      } catch let failure as CodecError {
        #expect(isHuge(failure, nil), "\(failure)")
      }
    }
  }

  /// True if the error is the expected one; Debian 13's cfitsio may report such numbers as damage.
  private func isHuge(_ failure: CodecError, _ code: CodecError.Code?) -> Bool {
    failure.code == code
      || DebianSuite.current == .trixie && failure.code == .corrupt
        && failure.sentence.hasPrefix("the FITS file is damaged (")
  }

  @Test func tooManyAxesGiveASentence() throws {
    #expect(
      throws: CodecError(.unsupported, "the FITS file contains no picture; tables are not shown")
    ) {
      try DecoderClient.decode(
        .fits, PictureFile(header(axes: [4, 4] + [Int](repeating: 1, count: 20))))
    }
  }
}

extension String {
  /// The text as a line of a FITS header.
  fileprivate var padded: String { self + String(repeating: " ", count: 80 - utf8.count) }

  /// A header line that assigns a number to this key.
  fileprivate func key(_ number: Int) -> String {
    (self + String(repeating: " ", count: 8 - utf8.count) + "= \(number)").padded
  }
}

extension FormatSamples {
  /// A plane of integers, and two units of floats.
  ///
  /// No compressed tiles: damaged ones crash cfitsio, and the decoder with it.
  static func fits() -> [PictureFile] {
    let writer = FITSWriter(size: PixelSize(width: 67, height: 45))
    let values = samples(writer.size, channels: 1).map { Double($0) }
    let units: [[FITSWriter.Unit]] = [
      [.init(type: SHORT_IMG, values: values)],
      [.init(type: FLOAT_IMG, values: values), .init(type: DOUBLE_IMG, values: values)],
    ]
    return units.compactMap { try? writer.file($0) }.map { PictureFile($0) }
  }
}
