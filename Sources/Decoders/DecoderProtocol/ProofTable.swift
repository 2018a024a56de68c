import Tiles

/// What a medium makes of the display's colours, as tables: one for each intent that ICC numbers.
///
/// Each axis has the same number of points for the display's codes from 0 to 1, closer together
/// where it is dark: there media change fastest, and eyes see it. Red's axis is the fastest, blue's
/// the slowest, and the intents follow each other in their order.
/// A point has red, green and blue as the display shows the medium's colour, 0 to 1, and how far
/// the medium is from having the colour: from 1 on it has it not.
package struct ProofTable: Hashable, Sendable {
  /// Points on each axis.
  ///
  /// All tables stand in one texture, one behind the other, and a GPU need not have deeper ones
  /// than 256.
  package static let edge = 61
  /// How much closer together points lie at 0 than they would at equal distances.
  package static let crowding = 1.3
  /// How many intents there are.
  package static let intents = 4
  /// Numbers of one point.
  package static let channels = 4
  /// All numbers of a table.
  package static let count = edge * edge * edge * intents * channels
  /// The most numbers of one message.
  package static let mostAtOnce = 30_000

  /// The bits of half floats.
  package var bits: [UInt16] = []

  /// A table of the numbers that are known so far.
  package init(bits: [UInt16] = []) { self.bits = bits }

  /// Whether all of it is there.
  package var isWhole: Bool { bits.count == Self.count }

  /// Where a code from 0 to 1 lies between the first point of an axis, 0, and the last, 1.
  package static func place(of code: Double) -> Double {
    let rest = (1 - code) * (1 - code)
    return code * (1 + crowding * rest * rest)
  }

  /// The codes that an axis has points for.
  package static let codes: [Double] = (0..<edge).map { point in
    let wanted = Double(point) / Double(edge - 1)
    guard point > 0, point < edge - 1 else { return wanted }
    // The place rises with the code everywhere.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if place(of: middle) < wanted { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The messages that tell it.
  package var reports: [ProofReport] {
    stride(from: 0, to: bits.count, by: Self.mostAtOnce).map {
      ProofReport(bits: Array(bits[$0..<min($0 + Self.mostAtOnce, bits.count)]))
    }
  }
}

extension WireReader {
  /// Half floats, finite and not negative, up to the end.
  mutating func takeProof() throws(WireError) -> [UInt16] {
    let bits = try takeShorts()
    guard !bits.isEmpty, bits.count <= ProofTable.mostAtOnce, bits.allSatisfy({ $0 < 0x7C00 })
    else { throw .badValue("proof") }
    return bits
  }
}
