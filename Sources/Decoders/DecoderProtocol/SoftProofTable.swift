import Tiles

/// Soft-proofing tables of a medium for the display's colours: one for each ICC rendering intent.
///
/// Each axis has the same number of points for the display's codes from 0 to 1, denser in dark
/// tones, where media change fastest and the eye notices it. Red varies fastest, blue slowest, and
/// the intents follow in ICC's order. Each point has the displayed red, green and blue, 0 to 1, and
/// the distance from the medium's gamut: 1 or more is out of gamut.
package struct SoftProofTable: Hashable, Sendable {
  /// Points on each axis.
  ///
  /// All tables are stacked in one 3D texture, and GPUs need not support a depth above 256.
  package static let edge = 61
  /// The additional density of points at 0, compared with equal spacing.
  package static let crowding = 1.3
  /// The number of intents.
  package static let intents = 4
  /// The numbers per point.
  package static let channels = 4
  /// The numbers of a complete table.
  package static let count = edge * edge * edge * intents * channels
  /// The maximum number of values in one message.
  package static let mostAtOnce = 30_000

  /// The bits of half floats.
  package var bits: [UInt16] = []

  /// A table with the numbers received so far.
  package init(bits: [UInt16] = []) { self.bits = bits }

  /// True if the table is complete.
  package var isWhole: Bool { bits.count == Self.count }

  /// The position of a code, 0 to 1, on an axis; 0 is the first point, 1 the last.
  package static func place(of code: Double) -> Double {
    let rest = (1 - code) * (1 - code)
    return code * (1 + crowding * rest * rest)
  }

  /// The codes of an axis's points.
  package static let codes: [Double] = (0..<edge).map { point in
    let wanted = Double(point) / Double(edge - 1)
    guard point > 0, point < edge - 1 else { return wanted }
    // The position increases monotonically with the code.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if place(of: middle) < wanted { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The messages that carry the table.
  package var reports: [SoftProofReport] {
    stride(from: 0, to: bits.count, by: Self.mostAtOnce).map {
      SoftProofReport(bits: Array(bits[$0..<min($0 + Self.mostAtOnce, bits.count)]))
    }
  }
}

extension WireReader {
  /// Finite half floats, 0 or more, up to the end.
  mutating func takeSoftProof() throws(WireError) -> [UInt16] {
    let bits = try takeShorts()
    guard !bits.isEmpty, bits.count <= SoftProofTable.mostAtOnce, bits.allSatisfy({ $0 < 0x7C00 })
    else { throw .badValue("proof") }
    return bits
  }
}
