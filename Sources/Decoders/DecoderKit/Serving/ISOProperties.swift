import Geometry

/// The rotation, mirroring and cropping of a HEIF file's items.
struct ISOProperties {
  /// Each property's box type and the first byte of its body.
  private var properties: [(type: String, value: UInt8)] = []
  /// The property numbers of each item, from 1, in the order in which they apply.
  private var associations: [UInt32: [Int]] = [:]

  /// The maximum number of items that a file may associate with properties.
  private static let most = 1 << 16

  /// Adds the children of `ipco`.
  mutating func take(_ boxes: [(type: String, body: ArraySlice<UInt8>)]) {
    properties += boxes.map { ($0.type, $0.body.first ?? 0) }
  }

  /// Reads the body of `ipma`: which item has which properties.
  mutating func takeAssociations(_ body: ArraySlice<UInt8>) {
    var rest = body
    func next(_ bytes: Int) -> Int? {
      guard rest.count >= bytes else { return nil }
      defer { rest = rest.dropFirst(bytes) }
      return rest.prefix(bytes).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let version = next(1), let flags = next(3), let count = next(4) else { return }
    // The highest bit marks a property as essential.
    let width = flags & 1 == 0 ? 1 : 2
    for _ in 0..<min(count, Self.most) {
      guard let item = next(version == 0 ? 2 : 4), let several = next(1) else { return }
      var numbers: [Int] = []
      for _ in 0..<several {
        guard let number = next(width) else { return }
        numbers.append(number & (width == 1 ? 0x7F : 0x7FFF))
      }
      associations[UInt32(truncatingIfNeeded: item), default: []] += numbers
    }
  }

  /// An item's orientation; `nil` if it is cropped.
  func orientation(of item: UInt32) -> Orientation? {
    var orientation = Orientation.identity
    for number in associations[item] ?? [] where properties.indices.contains(number - 1) {
      let (type, value) = properties[number - 1]
      switch type {
      // Quarter turns, anticlockwise.
      case "irot":
        orientation = orientation.followed(by: Orientation(quarterTurns: -Int(value & 3)))
      // 0 swaps top and bottom, 1 left and right.
      case "imir":
        orientation = orientation.followed(
          by: Orientation(isMirrored: true, quarterTurns: value & 1 == 1 ? 0 : 2))
      case "clap": return nil
      default: break
      }
    }
    return orientation
  }
}
