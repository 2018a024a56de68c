/// SHA-256 (FIPS 180-4), for the names of cache files: they reveal no addresses, and no server can
/// choose an address with the name of another's file.
struct SHA256 {
  private var state: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]

  /// The digest of some bytes as 64 hexadecimal digits.
  static func digits(of bytes: [UInt8]) -> String {
    var sum = SHA256()
    var padded = bytes + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    let bits = UInt64(bytes.count) * 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    for start in stride(from: 0, to: padded.count, by: 64) { sum.add(padded[start..<start + 64]) }
    return sum.state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// Processes a block of 64 bytes, with the names in section 6.2.2 of the standard.
  private mutating func add(_ block: ArraySlice<UInt8>) {
    var w = [UInt32](repeating: 0, count: 64)
    for t in 0..<16 {
      let place = block.startIndex + 4 * t
      w[t] = (0..<4).reduce(0) { $0 << 8 | UInt32(block[place + $1]) }
    }
    for t in 16..<64 {
      let s0 = Self.turn(w[t - 15], 7) ^ Self.turn(w[t - 15], 18) ^ w[t - 15] >> 3
      let s1 = Self.turn(w[t - 2], 17) ^ Self.turn(w[t - 2], 19) ^ w[t - 2] >> 10
      w[t] = w[t - 16] &+ s0 &+ w[t - 7] &+ s1
    }
    var v = state
    for t in 0..<64 {
      let (a, e) = (v[0], v[4])
      let sum1 = Self.turn(e, 6) ^ Self.turn(e, 11) ^ Self.turn(e, 25)
      let choice = e & v[5] ^ ~e & v[6]
      let t1 = v[7] &+ sum1 &+ choice &+ Self.constants[t] &+ w[t]
      let sum0 = Self.turn(a, 2) ^ Self.turn(a, 13) ^ Self.turn(a, 22)
      let majority = a & v[1] ^ a & v[2] ^ v[1] & v[2]
      v = [t1 &+ sum0 &+ majority, a, v[1], v[2], v[3] &+ t1, e, v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static func turn(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { prime in
    let root = cubeRoot(of: UInt64(prime))
    return UInt32(truncatingIfNeeded: root)
  }

  private static let primes: [Int] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  /// The cube root of an integer below 2⁹, in units of 2⁻³², rounded down.
  private static func cubeRoot(of number: UInt64) -> UInt64 {
    var root: UInt64 = 0
    for bit in (0..<36).reversed() {
      let tried = root | 1 << UInt64(bit)
      let square = tried.multipliedFullWidth(by: tried)
      // tried³ ≤ number · 2⁹⁶: compared in three words.
      let low = square.low.multipliedFullWidth(by: tried)
      let (middle, carry) = low.high.addingReportingOverflow(square.high &* tried)
      let high = square.high.multipliedFullWidth(by: tried).high + (carry ? 1 : 0)
      let wanted = number << 32
      if high == 0, middle < wanted || middle == wanted && low.low == 0 { root = tried }
    }
    return root
  }
}
