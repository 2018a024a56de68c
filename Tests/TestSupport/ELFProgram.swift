import Glibc

/// The hardening of an executable, read from its file: 64-bit little-endian ELF.
public struct ELFProgram {
  /// True if it can be loaded at any address.
  public private(set) var isPositionIndependent = false
  /// True if part of it becomes read-only after relocation (RELRO).
  public private(set) var hasReadOnlyRelocations = false
  /// True if all library functions are resolved at the start, so that their table becomes read-only
  /// too.
  public private(set) var bindsAtStart = false
  /// True if its stack is not executable.
  public private(set) var hasPlainStack = false
  private let bytes: [UInt8]

  /// Reads a file's headers; returns `nil` if it is no such executable.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count > 64, bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
    self.bytes = bytes
    isPositionIndependent = number(at: 16, 2) == 3
    let (start, size, count) = (number(at: 32, 8), number(at: 54, 2), number(at: 56, 2))
    for header in 0..<count {
      let place = start + header * size
      switch number(at: place, 4) {
      case 2: readDynamic(at: number(at: place + 8, 8), number(at: place + 32, 8))
      case 0x6474_E551: hasPlainStack = number(at: place + 4, 4) & 1 == 0
      case 0x6474_E552: hasReadOnlyRelocations = true
      default: break
      }
    }
  }

  /// DT_FLAGS with DF_BIND_NOW, or DT_FLAGS_1 with DF_1_NOW.
  private mutating func readDynamic(at start: Int, _ count: Int) {
    for place in stride(from: start, to: start + count, by: 16) {
      let value = number(at: place + 8, 8)
      switch number(at: place, 8) {
      case 30 where value & 8 != 0, 0x6FFF_FFFB where value & 1 != 0: bindsAtStart = true
      default: break
      }
    }
  }

  private func number(at place: Int, _ count: Int) -> Int {
    guard place >= 0, place <= bytes.count - count else { return 0 }
    return (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}
