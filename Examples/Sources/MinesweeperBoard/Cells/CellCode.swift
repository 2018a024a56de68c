import MinesweeperRules

/// A cell's appearance in one byte; each move copies up to a million of them.
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

  /// True if the cell shows the ground instead of a key.
  var isOpen: Bool { byte < 9 || self == .mine || self == .exploded }
  /// The number on the cell.
  var number: Int? { (1...8).contains(byte) ? Int(byte) : nil }
  /// True if the cell must be visible at low zoom.
  var isMarked: Bool { !isOpen && self != .covered && self != .questioned || byte > 11 }
}
