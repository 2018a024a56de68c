import CJPEG
import CTIFF
import Geometry
import Testing
import Tiles

/// JPEG in TIFF as TIFF 6.0 defined it (compression 6, soon deprecated), compared with the decoder
/// of plain JPEG.
@Suite struct OldJPEGTests {
  /// What a file declares besides its picture.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    var isGrey = false
    var photometric: Int32?
    /// True if strips contain only the coded data after the JPEG's header, false if the whole JPEG.
    var hasCodesAlone = false
    var hasLength = true
    /// True if each channel has its own scan and strip.
    var isPlanar = false
    var testDescription: String { name }
  }

  static let kinds: [Kind] = [
    Kind(name: "grey", isGrey: true, photometric: PHOTOMETRIC_MINISBLACK),
    Kind(
      name: "coded grey alone", isGrey: true, photometric: PHOTOMETRIC_MINISBLACK,
      hasCodesAlone: true),
    Kind(name: "colours", photometric: PHOTOMETRIC_YCBCR),
    Kind(name: "coded colours alone", photometric: PHOTOMETRIC_YCBCR, hasCodesAlone: true),
    Kind(name: "colours declared as RGB", photometric: PHOTOMETRIC_RGB),
    Kind(name: "undeclared colours"),
    Kind(name: "without its length", photometric: PHOTOMETRIC_YCBCR, hasLength: false),
    Kind(name: "planes", photometric: PHOTOMETRIC_YCBCR, isPlanar: true),
  ]

  private let size = PixelSize(width: 48, height: 32)

  private func jpeg(_ kind: Kind) -> [UInt8] {
    var options = fresnel_jpeg_options.usual(width: size.width, height: size.height)
    options.color = kind.isGrey ? FRESNEL_JPEG_GRAY : FRESNEL_JPEG_YCBCR
    options.is_separate = kind.isPlanar
    let samples = (0..<size.width * size.height).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % size.width, pixel / size.width)
      return kind.isGrey ? [UInt8(x * 5)] : [UInt8(x * 5), UInt8(y * 7), 100]
    }
    return PictureFile.jpeg(samples, options).bytes
  }

  /// The ranges of a JPEG's coded data, after the header of each scan.
  private func scans(of jpeg: [UInt8]) -> [Range<Int>] {
    let heads = jpeg.indices.dropLast(3).filter { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA }
    return heads.indices.map { index in
      let head = heads[index]
      let start = head + 2 + (Int(jpeg[head + 2]) << 8 | Int(jpeg[head + 3]))
      return start..<(index + 1 < heads.count ? heads[index + 1] : jpeg.count - 2)
    }
  }

  /// The start of a JPEG's coded data, after its scan's header.
  private func codes(of jpeg: [UInt8]) -> Int {
    var place = 2
    while true {
      let length = Int(jpeg[place + 2]) << 8 | Int(jpeg[place + 3])
      defer { place += 2 + length }
      if jpeg[place + 1] == 0xDA { return place + 2 + length }
    }
  }

  private func tiff(_ kind: Kind, _ jpeg: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
    }
    let first = kind.hasCodesAlone ? codes(of: jpeg) : 0
    let start = 512
    let samples = kind.isGrey ? 1 : 3
    var fields: [(tag: Int32, value: Int)] = [
      (TIFFTAG_IMAGEWIDTH, size.width), (TIFFTAG_IMAGELENGTH, size.height),
      (TIFFTAG_COMPRESSION, Int(COMPRESSION_OJPEG)), (TIFFTAG_SAMPLESPERPIXEL, samples),
      (TIFFTAG_ROWSPERSTRIP, size.height), (TIFFTAG_JPEGIFOFFSET, start),
    ]
    let scans = kind.isPlanar ? scans(of: jpeg) : []
    if kind.isPlanar {
      fields.append((TIFFTAG_PLANARCONFIG, Int(PLANARCONFIG_SEPARATE)))
    } else {
      fields += [
        (TIFFTAG_STRIPOFFSETS, start + first), (TIFFTAG_STRIPBYTECOUNTS, jpeg.count - first),
      ]
    }
    if kind.hasLength {
      fields.append((TIFFTAG_JPEGIFBYTECOUNT, kind.hasCodesAlone ? first : jpeg.count))
    }
    if let photometric = kind.photometric { fields.append((TIFFTAG_PHOTOMETRIC, Int(photometric))) }
    var entries = fields.map { field in
      (field.tag, little(Int(field.tag), 2) + little(4, 2) + little(1, 4) + little(field.value, 4))
    }
    // Bits per sample, and the chroma subsampling: none.
    let bits = kind.isGrey ? little(8, 4) : little(400, 4)
    entries.append(
      (
        TIFFTAG_BITSPERSAMPLE,
        little(Int(TIFFTAG_BITSPERSAMPLE), 2) + little(3, 2) + little(samples, 4) + bits
      ))
    entries.append(
      (
        TIFFTAG_YCBCRSUBSAMPLING,
        little(Int(TIFFTAG_YCBCRSUBSAMPLING), 2) + little(3, 2) + little(2, 4) + [1, 0, 1, 0]
      ))
    for (tag, place) in [(TIFFTAG_STRIPOFFSETS, 410), (TIFFTAG_STRIPBYTECOUNTS, 430)]
    where kind.isPlanar {
      entries.append(
        (tag, little(Int(tag), 2) + little(4, 2) + little(scans.count, 4) + little(place, 4)))
    }
    entries.sort { $0.0 < $1.0 }
    var file: [UInt8] = [0x49, 0x49, 0x2A, 0] + little(8, 4) + little(entries.count, 2)
    file += entries.flatMap(\.1) + little(0, 4)
    file += [UInt8](repeating: 0, count: 400 - file.count) + [8, 0, 8, 0, 8, 0]
    file += [0, 0, 0, 0] + scans.flatMap { little(start + $0.lowerBound, 4) }
    file += [UInt8](repeating: 0, count: max(0, 430 - file.count))
    file += scans.flatMap { little($0.count, 4) }
    file += [UInt8](repeating: 0, count: start - file.count)
    return file + jpeg
  }

  @Test(arguments: kinds) func pixelsEqualThePlainJPEGs(_ kind: Kind) throws {
    let jpeg = jpeg(kind)
    let expected = try DecoderClient.decode(.jpeg, PictureFile(jpeg)).1
    let client = try DecoderClient(.tiff, PictureFile(tiff(kind, jpeg)))
    let info = try client.open()
    let pixels = try client.pixels(of: Level(size: info.size))
    // libtiff converts colours with its own tables.
    #expect(pixels.difference(expected) <= (kind.isGrey ? 0 : 3))
    #expect(client.missing.isEmpty)
  }
}
