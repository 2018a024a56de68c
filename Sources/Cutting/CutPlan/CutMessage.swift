import Platform

/// The messages between the viewer's program and the cutter.
package enum CutMessage: NumberedMessage, Hashable, Sendable {
  // To the cutter:
  /// The order; the output starts with a byte for each tile that is already done.
  case begin(CutOrder)
  /// The next rows of the picture are in the pixel memory at `offset`, packed.
  case rows(offset: Int, count: Int)
  /// A tile's bytes have been written; their memory is free.
  case taken(offset: Int)

  // From the cutter:
  /// The process is in the sandbox.
  case hello(version: Int)
  /// The memory of the oldest announced rows is free.
  case rowsDone
  /// A tile's bytes are in the output.
  case tile(index: Int, offset: Int, count: Int)
  /// All tiles have been delivered.
  case finished
  /// The cutter gives up.
  case failure(Failure)

  /// Why the cutter gives up.
  package enum Failure: Int, Hashable, Sendable, CaseIterable {
    case notSandboxed = 1
    case noMemory = 2
    case encoding = 3
    case protocolBroken = 4
  }

  /// The file name of the installed cutter.
  package static let program = "fresnel-cut"
  /// The version of the protocol.
  package static let version = 1

  package var numbers: [Int] {
    switch self {
    case .begin(let order): [1] + order.fields
    case .rows(let offset, let count): [2, offset, count]
    case .taken(let offset): [3, offset]
    case .hello(let version): [129, version]
    case .rowsDone: [130]
    case .tile(let index, let offset, let count): [131, index, offset, count]
    case .finished: [132]
    case .failure(let failure): [133, failure.rawValue]
    }
  }

  package init?(numbers: [Int]) {
    switch numbers[0] {
    case 1:
      guard let order = CutOrder(fields: Array(numbers[1...])) else { return nil }
      self = .begin(order)
    case 2: self = .rows(offset: numbers[1], count: numbers[2])
    case 3: self = .taken(offset: numbers[1])
    case 129: self = .hello(version: numbers[1])
    case 130: self = .rowsDone
    case 131: self = .tile(index: numbers[1], offset: numbers[2], count: numbers[3])
    case 132: self = .finished
    case 133:
      guard let failure = Failure(rawValue: numbers[1]) else { return nil }
      self = .failure(failure)
    default: return nil
    }
  }
}
