import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// A Truevision TGA file.
struct TargaFile {
  private let input: PictureInput
  private let header: TargaHeader
  private let colors: TargaColors
  /// True if the file ends before its last pixel; missing pixels are transparent.
  private let isCut: Bool

  /// Reads everything before the pixels, and checks if alpha is used.
  init(_ input: PictureInput) throws(CodecError) {
    let header = try TargaHeader(input)
    _ = try PixelSize.said(header.size.width, header.size.height, by: "TGA")
    guard header.pixels < input.byteCount else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    let table = header.kind == .indexed ? try TargaTable(input, header) : nil
    let bytes = header.size.width * header.size.height * header.pixelBytes
    // A run packet has at most 128 pixels.
    try input.checkClaim(
      header.isRuns ? bytes / 128 : bytes, from: header.pixels, for: header.size)
    self.input = input
    self.header = header
    isCut =
      try header.isRuns
      ? TargaRuns.isCut(input, header) : header.pixels + bytes > input.byteCount
    let mayUse = header.kind != .indexed && header.alphaBits > 0 && [16, 32].contains(header.bits)
    let probe = TargaColors(header, table: table, usesAlpha: true)
    var usesAlpha = table?.hasAlpha ?? false
    if mayUse { usesAlpha = try Self.hasAlpha(input, header, probe) }
    colors = TargaColors(header, table: table, usesAlpha: usesAlpha)
  }

  /// True if any pixel's alpha is not zero; in many files all are, and alpha is unused.
  ///
  /// It searches pixels in file order until it finds one.
  private static func hasAlpha(
    _ input: PictureInput, _ header: TargaHeader, _ colors: TargaColors
  ) throws(CodecError) -> Bool {
    var runs = TargaRuns(input, header)
    let width = header.size.width
    let stored = UnsafeMutablePointer<UInt8>.allocate(capacity: width * header.pixelBytes)
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * 4)
    defer {
      stored.deallocate()
      pixels.deallocate()
    }
    for _ in 0..<header.size.height {
      let count = try runs.readRow(into: stored)
      colors.convert(stored, count: count, into: pixels)
      for x in 0..<count where pixels[x &* 4 &+ 3] != 0 { return true }
      if count < width { break }
    }
    return false
  }

  func codec(page: Int) throws(CodecError) -> any PictureCodec {
    guard page == 0 else { throw CodecError(.other, "the file has no page \(page)") }
    guard header.isRuns || isCut else {
      let rows = TargaRows(header, colors)
      let info = PictureHeader(
        size: header.size, format: rows.format, color: .sRGB,
        hasAlpha: rows.format.channels.hasAlpha, memory: .streaming(rowBytes: 0))
      return try StoredRowsCodec(info, of: input, rows: rows)
    }
    let format = TargaRows.format(colors, isCut: isCut)
    let info = try PictureHeader.decodedWhole(header.size, format)
    let (input, header, colors) = (input, header, colors)
    return WholePictureCodec(info, of: input, page: 0) { (progress) throws(CodecError) in
      let picture = try DecodedPicture(size: header.size, format: format)
      var runs = TargaRuns(input, header)
      let (width, height) = (header.size.width, header.size.height)
      let stored = UnsafeMutablePointer<UInt8>.allocate(capacity: width * header.pixelBytes)
      defer { stored.deallocate() }
      for row in 0..<height {
        let count = try runs.readRow(into: stored)
        let target = picture.row(header.isTopDown ? row : height - 1 - row)
        guard let pixels = target.baseAddress?.assumingMemoryBound(to: UInt8.self) else { break }
        colors.convert(stored, count: count, into: pixels)
        if header.isMirrored { TargaRows.mirror(pixels, width: width) }
        if count < width {
          picture.missing = .endsTooEarly
          break
        }
        progress.fraction = Double(row) / Double(height)
      }
      return picture
    }
  }
}
