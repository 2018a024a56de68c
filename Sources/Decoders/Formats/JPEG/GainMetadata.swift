import DecoderProtocol
import Geometry
import XMLReading

/// What a picture's XMP says of gain maps, as Adobe's gain map specification (version 1.0) and
/// Android's Ultra HDR have it, read by expat.
struct GainMetadata {
  /// Values by their names; of three, one for each of red, green and blue.
  private let values: [String: [Double]]
  /// Whether gain maps are spoken of at all.
  let isThere: Bool
  private let isBaseBright: Bool

  private static let space = "http://ns.adobe.com/hdr-gain-map/1.0/|"

  /// Collects the names of the space: attributes, and elements with a text or a list of texts.
  private final class Reading: XMLReceiver {
    private(set) var texts: [String: [String]] = [:]
    /// The property that is open.
    private var property: String?
    private var text: [UInt8]?

    /// What is kept of a number's text, in bytes.
    private static let longestText = 100

    func begin(_ name: String, _ attributes: [String: String]) {
      for (key, value) in attributes {
        if let property = GainMetadata.property(of: key) { texts[property] = [value] }
      }
      if let property = GainMetadata.property(of: name) { self.property = property }
      // The text of a property, or of an item of its list.
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

  /// Reads an XMP packet; what is none says nothing.
  init(xmp bytes: [UInt8], salt: UInt) {
    let reading = Reading()
    let outcome = XMLReading.read(
      bytes, salt: salt, separator: UInt8(ascii: "|"), into: reading)
    let texts = outcome == .whole ? reading.texts : [:]
    values = texts.mapValues { $0.compactMap { Double($0.filter { !$0.isWhitespace }) } }
    isThere = texts["Version"] != nil
    isBaseBright = texts["BaseRenditionIsHDR"]?.first?.lowercased() == "true"
  }

  /// The name of a property of the space; `nil` for any other.
  fileprivate static func property(of name: String) -> String? {
    name.hasPrefix(space) ? String(name.dropFirst(space.count)) : nil
  }

  /// How a map of a size is applied; `nil` where what is said is no gain map that makes an ordinary
  /// picture brighter.
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

  /// One number for all channels, or one for each; a default where nothing is said.
  private func channels(_ name: String, _ usual: Float?) -> GainMap.Channels? {
    guard let numbers = values[name] else { return usual.map { GainMap.Channels($0, $0, $0) } }
    guard numbers.count == 1 || numbers.count == 3,
      // More than the brightest light there is, in stops.
      numbers.allSatisfy({ abs($0) <= 64 || name == "Gamma" && abs($0) <= 100 })
    else { return nil }
    let floats = numbers.map { Float($0) }
    return GainMap.Channels(floats[0], floats[numbers.count / 2], floats[numbers.count - 1])
  }
}
