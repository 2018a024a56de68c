import MinesweeperRules

/// What a cell looks like, in a byte: a million of them are copied with every move.
struct CellCode: Hashable, Sendable {
  let byte: UInt8

  static let covered = CellCode(byte: 9)
  static let flagged = CellCode(byte: 10)
  static let questioned = CellCode(byte: 11)
  static let mine = CellCode(byte: 12)
  static let exploded = CellCode(byte: 13)
  static let wrongFlag = CellCode(byte: 14)
  static let all = (UInt8(0)...14).map { CellCode(byte: $0) }

  init(byte: UInt8) { self.byte = byte }

  init(_ face: CellFace) {
    switch face {
    case .open(let count): self.init(byte: UInt8(clamping: min(count, 8)))
    case .covered: self = .covered
    case .flagged: self = .flagged
    case .questioned: self = .questioned
    case .mine: self = .mine
    case .exploded: self = .exploded
    case .wrongFlag: self = .wrongFlag
    }
  }

  /// Whether the ground is seen: it is no key any more.
  var isOpen: Bool { byte < 9 || self == .mine || self == .exploded }
  /// The number that it shows.
  var number: Int? { (1...8).contains(byte) ? Int(byte) : nil }
  /// Whether it stands out from far away.
  var isMarked: Bool { !isOpen && self != .covered && self != .questioned || byte > 11 }
}
