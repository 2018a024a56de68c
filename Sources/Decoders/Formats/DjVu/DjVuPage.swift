import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A page with colours that has been drawn whole: red, green and blue of 8 bits, as it is seen.
///
/// In one go: parts of a photograph that are drawn one by one don't meet exactly.
// Sendable without a check: one thread makes it, and from then on nobody changes it.
final class DjVuPage: WholePicture, @unchecked Sendable {
  let missing: String?
  private let memory: OwnedMemory
  private let rowBytes: Int

  /// Draws a sheet, its sides divided by a number.
  init(_ sheet: DjVuSheet, _ size: PixelSize, division: Int) throws(CodecError) {
    let size = PixelSize(
      width: dividedRoundingUp(size.width, by: division),
      height: dividedRoundingUp(size.height, by: division))
    rowBytes = size.width * 3
    guard let count = checkedProduct(rowBytes, size.height), let memory = OwnedMemory(count) else {
      throw .noMemory
    }
    self.memory = memory
    missing = sheet.missing
    try sheet.draw(PixelRect(size), division: division, .colors, into: memory.base)
  }

  func copy(row: Int, into target: UnsafeMutableRawPointer) {
    target.copyMemory(from: memory.base + row * rowBytes, byteCount: rowBytes)
  }
}

/// Rows of a page that is black and white, drawn band by band as they are wanted.
final class DjVuBands {
  let sheet: DjVuSheet
  private let columns: Range<Int>
  private let size: PixelSize
  private let division: Int
  fileprivate let memory: OwnedMemory
  /// The rows that stand in memory.
  private var rows = 0..<0

  /// Rows that are drawn at once: each time the library looks at every letter of the page.
  private static let mostRows = 256

  /// Bands of some columns of a sheet that has a size, divided.
  init(
    _ sheet: DjVuSheet, _ size: PixelSize, _ columns: Range<Int>, division: Int
  ) throws(CodecError) {
    self.sheet = sheet
    self.columns = columns
    self.size = size
    self.division = division
    guard let count = checkedProduct(columns.count, Self.mostRows),
      let memory = OwnedMemory(count)
    else { throw .noMemory }
    self.memory = memory
  }

  /// Puts a row's columns into memory.
  func copy(row: Int, into target: UnsafeMutableRawPointer) throws(CodecError) {
    if !rows.contains(row) {
      rows = row..<min(row + Self.mostRows, size.height)
      let area = PixelRect(
        minX: columns.lowerBound, minY: rows.lowerBound, maxX: columns.upperBound,
        maxY: rows.upperBound)
      try sheet.draw(area, division: division, .gray, into: memory.base)
      if division > 1 { lighten(rows.count * columns.count) }
    }
    target.copyMemory(
      from: memory.base + (row - rows.lowerBound) * columns.count, byteCount: columns.count)
  }
}

extension DjVuBands {
  /// Makes sRGB of the share of each pixel that is paper: what is seen from afar is light.
  fileprivate func lighten(_ count: Int) {
    let bytes = memory.base.assumingMemoryBound(to: UInt8.self)
    for index in 0..<count { bytes[index] = Self.encoded[Int(bytes[index])] }
  }

  private static let encoded: [UInt8] = (0...255).map { share in
    let light = Double(share) / 255
    let level = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return UInt8((level * 255).rounded())
  }
}

/// Memory that is freed with it.
final class OwnedMemory {
  let base: UnsafeMutableRawPointer

  /// So many bytes; `nil` where there is no room for them.
  init?(_ count: Int) {
    guard let base = malloc(max(1, count)) else { return nil }
    self.base = base
  }

  deinit { free(base) }
}
