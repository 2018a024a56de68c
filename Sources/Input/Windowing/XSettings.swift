/// The settings that a desktop publishes for all programs (XSETTINGS 0.5).
///
/// Any client can write them, so that nothing in them is trusted.
enum XSettings {
  /// A value; colours are not read.
  enum Value: Hashable, Sendable {
    case integer(Int32)
    case text([UInt8])
  }

  /// The maximum size of the property in bytes, of which desktops need about 2 KiB.
  static let mostBytes = 64 << 10

  /// Returns the values of some names; `nil` if the property is malformed.
  static func values(in bytes: [UInt8], of names: Set<String>) -> [String: Value]? {
    guard let order = bytes.first, order < 2 else { return nil }
    var reader = XSettingsReader(bytes, isBigEndian: order == 1)
    // The byte order with its padding, and the serial number.
    guard reader.skip(8), let count = reader.number() else { return nil }
    var values: [String: Value] = [:]
    // A setting takes 12 bytes or more, so that a huge count ends soon.
    for _ in 0..<count {
      guard let kind = reader.byte(), reader.skip(1), let length = reader.half(),
        let name = reader.text(Int(length)), reader.skip(4)
      else { return nil }
      let value: Value?
      switch kind {
      case 0:
        guard let number = reader.number() else { return nil }
        value = .integer(Int32(bitPattern: number))
      case 1:
        guard let length = reader.number(), let text = reader.text(Int(length)) else { return nil }
        value = .text(text)
      case 2:
        guard reader.skip(8) else { return nil }
        value = nil
      default: return nil
      }
      let known = String(decoding: name, as: UTF8.self)
      if let value, names.contains(known) { values[known] = value }
    }
    return values
  }
}

/// Reads numbers and texts, and never beyond the end.
private struct XSettingsReader {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private var place = 0

  init(_ bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  private var left: Int { bytes.count - place }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= left else { return false }
    place += count
    return true
  }

  mutating func byte() -> UInt8? {
    guard left > 0 else { return nil }
    place += 1
    return bytes[place - 1]
  }

  mutating func half() -> UInt32? { integer(2) }

  mutating func number() -> UInt32? { integer(4) }

  private mutating func integer(_ count: Int) -> UInt32? {
    guard count <= left else { return nil }
    let part = bytes[place..<(place + count)]
    place += count
    return isBigEndian
      ? part.reduce(0) { $0 << 8 | UInt32($1) } : part.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads a text that is padded to a multiple of four bytes.
  mutating func text(_ count: Int) -> [UInt8]? {
    guard count <= left, (count + 3) & ~3 <= left else { return nil }
    defer { place += (count + 3) & ~3 }
    return Array(bytes[place..<(place + count)])
  }
}
