import DecoderProtocol
import Geometry
import XMLReading

/// A picture's gain map metadata in XMP, by Adobe's gain map specification (version 1.0) and
/// Android's Ultra HDR, parsed with expat.
struct GainMetadata {
  /// Values by name; three are for red, green and blue.
  private let values: [String: [Double]]
  /// True if there is any gain map metadata.
  let isThere: Bool
  private let isBaseBright: Bool

  private static let space = "http://ns.adobe.com/hdr-gain-map/1.0/|"

  /// Collects the properties of the namespace: attributes, and elements with a text or a list of
  /// texts.
  private final class Reading: XMLReceiver {
    private(set) var texts: [String: [String]] = [:]
    /// The property whose element is open.
    private var property: String?
    private var text: [UInt8]?

    /// The maximum length of a number's text, in bytes.
    private static let longestText = 100

    func begin(_ name: String, _ attributes: [String: String]) {
      for (key, value) in attributes {
        if let property = GainMetadata.property(of: key) { texts[property] = [value] }
      }
      if let property = GainMetadata.property(of: name) { self.property = property }
      // Text counts only inside a property, or an item of its list.
      text = property == nil ? nil : []
    }

    func end(_ name: String) {
      close()
      if GainMetadata.property(of: name) != nil { property = nil }
    }

    func take(_ characters: UnsafeBufferPointer<CChar>) {
      guard let count = text?.count, count < Self.longestText else { return }
      text?.append(contentsOf: characters.lazy.map { UInt8(bitPattern: $0) })
    }

    private func close() {
      defer { text = nil }
      guard let property, let text else { return }
      let word = String(decoding: text, as: UTF8.self)
      if word.contains(where: { !$0.isWhitespace }) { texts[property, default: []].append(word) }
    }
  }

  /// Parses an XMP packet; an invalid one gives no metadata.
  init(xmp bytes: [UInt8], salt: UInt) {
    let reading = Reading()
    let outcome = XMLReading.read(
      bytes, salt: salt, separator: UInt8(ascii: "|"), into: reading)
    let texts = outcome == .whole ? reading.texts : [:]
    values = texts.mapValues { $0.compactMap { Double($0.filter { !$0.isWhitespace }) } }
    isThere = texts["Version"] != nil
    isBaseBright = texts["BaseRenditionIsHDR"]?.first?.lowercased() == "true"
  }

  /// A property's name without the namespace; `nil` for other namespaces.
  fileprivate static func property(of name: String) -> String? {
    name.hasPrefix(space) ? String(name.dropFirst(space.count)) : nil
  }

  /// The parameters for a map of a size; `nil` unless the metadata describes a gain map that
  /// brightens an SDR picture.
  func map(of size: PixelSize) -> GainMap? {
    guard isThere, !isBaseBright, let maximum = channels("GainMapMax", nil),
      let minimum = channels("GainMapMin", 0), let gamma = channels("Gamma", 1),
      let base = channels("OffsetSDR", 0.015625),
      let alternate = channels("OffsetHDR", 0.015625),
      let low = channels("HDRCapacityMin", 0)?.red,
      let high = channels("HDRCapacityMax", nil)?.red, high > low, low >= 0,
      [gamma.red, gamma.green, gamma.blue].allSatisfy({ $0 >= 0.01 && $0 <= 100 })
    else { return nil }
    return GainMap(
      size: size, minimum: minimum, maximum: maximum, gamma: gamma, baseOffset: base,
      alternateOffset: alternate, baseCapacity: low, alternateCapacity: high, isBaseBright: false)
  }

  /// One number for all channels, or one for each; a default if missing.
  private func channels(_ name: String, _ usual: Float?) -> GainMap.Channels? {
    guard let numbers = values[name] else { return usual.map { GainMap.Channels($0, $0, $0) } }
    guard numbers.count == 1 || numbers.count == 3,
      // No scene has 64 stops.
      numbers.allSatisfy({ abs($0) <= 64 || name == "Gamma" && abs($0) <= 100 })
    else { return nil }
    let floats = numbers.map { Float($0) }
    return GainMap.Channels(floats[0], floats[numbers.count / 2], floats[numbers.count - 1])
  }
}
