/// What the viewer's program and the cutting process tell each other.
///
/// A message is eight numbers of 64 bits, little-endian: which message, and its fields.
package enum CutMessage: Hashable, Sendable {
  // To the cutting process:
  /// The order; the bytes of the tiles that are there already stand at the output's start.
  case begin(CutOrder)
  /// The next rows of the picture stand in the memory for pixels, from a byte on, closely.
  case rows(offset: Int, count: Int)
  /// The bytes of a tile have been written: their room is free.
  case taken(offset: Int)

  // From it:
  /// It has locked itself down.
  case hello(version: Int)
  /// The memory of the oldest rows that it was told of is free.
  case rowsDone
  /// The bytes of a tile stand in the output.
  case tile(index: Int, offset: Int, count: Int)
  /// All tiles have been handed over.
  case finished
  /// It gives up.
  case failure(Failure)

  /// Why the process gives up.
  package enum Failure: Int, Hashable, Sendable, CaseIterable {
    case notLockedDown = 1
    case noMemory = 2
    case encoding = 3
    case protocolBroken = 4
  }

  /// The program that cuts, as it is installed.
  package static let program = "fresnel-cut"
  /// The version of all of this.
  package static let version = 1
  /// Bytes of a message.
  package static let byteCount = 64

  private var numbers: [Int] {
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

  /// The message's bytes.
  package var encoded: [UInt8] {
    let numbers = numbers + Array(repeating: 0, count: 8 - numbers.count)
    return numbers.flatMap { number in
      withUnsafeBytes(of: Int64(number).littleEndian) { Array($0) }
    }
  }

  /// Reads a message; `nil` where it is none, or has a value that can't be.
  package init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    var numbers = [Int](repeating: 0, count: 8)
    for (index, byte) in bytes.enumerated() { numbers[index / 8] |= Int(byte) << (index % 8 * 8) }
    guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
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
