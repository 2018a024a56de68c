import CDjVu
import DecoderKit
import DecoderProtocol
import Geometry
import Glibc
import Resampling

/// A page with colours, drawn whole as 8-bit red, green and blue, with its rotation.
///
/// Separately drawn parts of a photograph would not match exactly at their edges.
// @unchecked Sendable: immutable once the decoding thread has made it.
final class DjVuPage: WholePicture, @unchecked Sendable {
  let missing: String?
  private let memory: OwnedMemory
  private let rowBytes: Int

  /// Draws a sheet with its sides divided by `division`.
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

/// The rows of a black and white page, drawn band by band on demand.
final class DjVuBands {
  let sheet: DjVuSheet
  private let columns: Range<Int>
  private let size: PixelSize
  private let division: Int
  fileprivate let memory: OwnedMemory
  /// The rows in memory.
  private var rows = 0..<0

  /// Rows drawn at once: each call goes through every letter of the page.
  private static let mostRows = 256

  /// Creates bands of some columns of a sheet, drawn at `size` / `division`.
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

  /// Copies a row's columns.
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
  /// Encodes each pixel's share of paper as sRGB: the share is linear light.
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

/// Memory that is freed with its owner.
final class OwnedMemory {
  let base: UnsafeMutableRawPointer

  /// `count` bytes; `nil` if there is not enough memory.
  init?(_ count: Int) {
    guard let base = malloc(max(1, count)) else { return nil }
    self.base = base
  }

  deinit { free(base) }
}
