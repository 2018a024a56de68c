import Tiles

/// What a medium makes of the display's colours, as tables: one for each intent that ICC numbers.
///
/// Points lie at equal distances from 0 to 1 of the display's codes, the same number on each axis;
/// red's axis is the fastest, blue's the slowest, and the intents follow each other in their order.
/// A point has red, green and blue as the display shows the medium's colour, 0 to 1, and how far
/// the medium is from having the colour: from 1 on it has it not.
package struct ProofTable: Hashable, Sendable {
  /// Points on each axis.
  package static let edge = 33
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

  /// Its numbers.
  package var values: [Float] {
    stride(from: 0, to: bits.count - 3, by: 4).flatMap { place in
      let four = (0..<4).reduce(UInt64(0)) { $0 | UInt64(bits[place + $1]) << UInt64(16 * $1) }
      let values = HalfFloats.values(four)
      return [values.x, values.y, values.z, values.w]
    }
  }

  /// The messages that tell it.
  package var messages: [DecoderMessage] {
    stride(from: 0, to: bits.count, by: Self.mostAtOnce).map {
      .proof(Array(bits[$0..<min($0 + Self.mostAtOnce, bits.count)]))
    }
  }
}

extension WireReader {
  /// Half floats, finite and not negative, up to the end.
  mutating func takeProof() throws(WireError) -> [UInt16] {
    var bits: [UInt16] = []
    while !isAtEnd {
      let number = try take(UInt16.self)
      guard number < 0x7C00 else { throw .badValue("proof") }
      bits.append(number)
    }
    guard !bits.isEmpty, bits.count <= ProofTable.mostAtOnce else { throw .badValue("proof") }
    return bits
  }
}
