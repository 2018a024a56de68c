import DecoderKit
import DecoderProtocol
import Geometry

/// The rows of the embedded picture in the developed picture's format.
final class EmbeddedPass {
  private let rows: EmbeddedRows
  private let light: EmbeddedLight
  private let first: Int
  private let end: Int
  private var line: [UInt8]
  /// The next row of the embedded picture.
  private var next = 0

  /// A pass over some rows of `area`, counted from its top.
  init(_ rows: EmbeddedRows, area: PixelRect, rows wanted: Range<Int>, isAdobe: Bool) {
    self.rows = rows
    light = EmbeddedLight(isAdobe: isAdobe)
    first = area.minY + wanted.lowerBound
    end = area.minY + wanted.upperBound
    line = [UInt8](repeating: 0, count: rows.size.width * 3)
  }

  var progress: Double { Double(next) / Double(max(1, end)) }

  func readRows(
    into target: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    if next < first {
      // Skip rows above for a few milliseconds.
      for _ in 0..<64 where next < first { next += try readLine() }
      return 0
    }
    var count = 0
    while count < most, next < end {
      let got = try readLine()
      guard got > 0 else { break }
      next += got
      line.withUnsafeBufferPointer { line in
        guard let line = line.baseAddress else { return }
        light.convert(
          line, count: rows.size.width,
          to: (target + count * stride).assumingMemoryBound(to: UInt16.self))
      }
      count += 1
    }
    return count
  }

  private func readLine() throws(CodecError) -> Int {
    var outcome = Result<Int, CodecError>.success(0)
    line.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      outcome = Result { () throws(CodecError) in
        try rows.read(into: base, stride: bytes.count, most: 1)
      }
    }
    return try outcome.get()
  }
}
