/// The copy of the orientation that programs keep in XMP.
enum XMPOrientation {
  private static let name = Array("tiff:Orientation".utf8)
  /// What is between the name and its digit: of an attribute, or of an element.
  private static let between = Set("=\"'> \t\r\n".utf8)
  /// The most bytes between.
  private static let mostBetween = 8

  /// Returns a packet with another orientation, 1 to 8; `nil` if it has none.
  static func changed(_ packet: [UInt8], to tag: Int) -> [UInt8]? {
    var packet = packet
    var hasChanged = false
    var offset = 0
    while offset + name.count < packet.count {
      guard packet[offset...].starts(with: name) else {
        offset += 1
        continue
      }
      offset += name.count
      let rest = packet[offset...].prefix(mostBetween).prefix(while: between.contains)
      let digit = offset + rest.count
      guard !rest.isEmpty, digit + 1 < packet.count, (0x31...0x38).contains(packet[digit]),
        !(0x30...0x39).contains(packet[digit + 1])
      else { continue }
      packet[digit] = UInt8(0x30 + tag)
      hasChanged = true
    }
    return hasChanged ? packet : nil
  }
}
