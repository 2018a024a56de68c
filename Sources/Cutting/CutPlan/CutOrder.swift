import Geometry

/// Everything that the cutter needs to know before the first row.
package struct CutOrder: Hashable, Sendable {
  /// The levels and tiles.
  package var pyramid: CutPyramid
  /// The tiles' file format.
  package var format: CutFormat
  /// 1 to 100; ignored for PNG.
  package var quality: Int
  /// How levels are made.
  package var kernel: CutKernel
  /// True if any pixel of the picture may be translucent.
  package var hasAlpha: Bool
  /// The number of threads.
  package var jobs: Int
  /// The maximum number of rows per message.
  package var rowsAtOnce: Int

  /// An order from its parts.
  package init(
    pyramid: CutPyramid, format: CutFormat, quality: Int, kernel: CutKernel, hasAlpha: Bool,
    jobs: Int, rowsAtOnce: Int
  ) {
    self.pyramid = pyramid
    self.format = format
    self.quality = quality
    self.kernel = kernel
    self.hasAlpha = hasAlpha
    self.jobs = jobs
    self.rowsAtOnce = rowsAtOnce
  }

  /// The maximum number of threads.
  package static let mostJobs = 256
  /// The maximum number of rows per message.
  package static let mostRows = 1024

  /// The order as a message's numbers.
  var fields: [Int] {
    [
      pyramid.size.width, pyramid.size.height, pyramid.edge | pyramid.overlap << 16,
      pyramid.rounding.rawValue | pyramid.end.rawValue << 1 | (pyramid.isPadded ? 4 : 0)
        | (hasAlpha ? 8 : 0) | (kernel == .lanczos ? 16 : 0),
      (CutFormat.allCases.firstIndex(of: format) ?? 0) | quality << 8, jobs, rowsAtOnce,
    ]
  }

  /// The order in a message's numbers; `nil` if it is invalid.
  init?(fields: [Int]) {
    guard fields.count == 7, fields.allSatisfy({ $0 >= 0 }) else { return nil }
    let flags = fields[3]
    let format = fields[4] & 0xFF
    guard flags < 32, let rounding = CutPyramid.Rounding(rawValue: flags & 1),
      let end = CutPyramid.HalvingLimit(rawValue: flags >> 1 & 1),
      CutFormat.allCases.indices.contains(format), (1...100).contains(fields[4] >> 8),
      (1...Self.mostJobs).contains(fields[5]), (1...Self.mostRows).contains(fields[6]),
      let pyramid = CutPyramid(
        size: PixelSize(width: fields[0], height: fields[1]), edge: fields[2] & 0xFFFF,
        overlap: fields[2] >> 16, rounding: rounding, end: end, isPadded: flags & 4 != 0)
    else { return nil }
    self.init(
      pyramid: pyramid, format: CutFormat.allCases[format], quality: fields[4] >> 8,
      kernel: flags & 16 == 0 ? .box : .lanczos, hasAlpha: flags & 8 != 0, jobs: fields[5],
      rowsAtOnce: fields[6])
  }
}
