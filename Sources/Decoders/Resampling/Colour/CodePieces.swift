/// A curve from light to codes in seven tables of 256 bytes, which fit into vector registers.
///
/// The curve is cut into 256 linear pieces along an approximate square root of light, as in
/// `EncodeTable`. They give the code or one less; comparing with the exact light at which the next
/// code starts decides.
final class CodePieces {
  /// One table after the other: for each piece its start in 256ths of a code, low bytes then high
  /// bytes, and its rise in 128ths; then for each code the light at which the next one starts, byte
  /// by byte from the lowest.
  let tables: ScratchBuffer<UInt8>

  /// The pieces of a curve whose code `n + 1` starts at `starts[n]`, 255 ascending amounts of
  /// light; `nil` if they are not accurate enough, as for a curve that jumps.
  init?(_ starts: [Float]) {
    let places = [0] + starts.map { Self.place($0.bitPattern) }
    tables = ScratchBuffer(count: 7 * 256, zero: 0)
    var code = 0
    /// The code at the start of a piece, with fraction.
    func height(_ piece: Int) -> Double {
      let place = piece * 256
      while code < 255, places[code + 1] <= place { code += 1 }
      guard code < 255 else { return 255 }
      let share = Double(place - places[code]) / Double(places[code + 1] - places[code])
      return Double(code) + share
    }
    var start = height(0)
    for piece in 0..<256 {
      let end = height(piece + 1)
      // Half a code lower, so that it is never too high, and never too low by more than one.
      let begin = Int(max(0, (start - 0.5) * 256))
      tables.base[piece] = UInt8(begin & 255)
      tables.base[256 + piece] = UInt8(begin >> 8)
      tables.base[512 + piece] = UInt8(min(255, (end - start) * 128))
      start = end
    }
    for (code, next) in (starts + [.infinity]).enumerated() {
      for byte in 0..<4 {
        tables.base[(3 + byte) * 256 + code] = UInt8(
          truncatingIfNeeded: next.bitPattern >> UInt32(8 * byte))
      }
    }
    guard isNear(starts) else { return nil }
  }

  /// True if the pieces are accurate everywhere: they rise as the curve does, so checking the ends
  /// of each code suffices.
  private func isNear(_ starts: [Float]) -> Bool {
    func code(_ bits: UInt32) -> Int {
      let place = Self.place(bits)
      let piece = place >> 8
      let begin = Int(tables.base[piece]) | Int(tables.base[256 + piece]) << 8
      return (begin + ((Int(tables.base[512 + piece]) * (place & 255)) >> 7)) >> 8
    }
    var last: UInt32 = 0
    for (index, start) in starts.enumerated() {
      let bits = start.bitPattern
      guard bits > last, bits <= Float(1).bitPattern else { return false }
      // Code `index` ends just below this light, and the next one starts.
      guard (index - 1...index).contains(code(bits - 1)), (index...index + 1).contains(code(bits))
      else { return false }
      last = bits
    }
    return code(0) == 0 && (254...255).contains(code(Float(1).bitPattern))
  }

  /// The position of light along the root, in 65536ths.
  private static func place(_ bits: UInt32) -> Int {
    min(65_535, Int(Float(bitPattern: (bits >> 1) + EncodeTable.halfOfOne) * 65_536))
  }
}
