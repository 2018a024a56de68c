import CExpat
import DecoderProtocol
import Geometry

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
  private final class Reading {
    let parser: XML_Parser
    var texts: [String: [String]] = [:]
    /// The property that is open.
    var property: String?
    var text: [UInt8]?

    init(_ parser: XML_Parser) { self.parser = parser }

    func close() {
      defer { text = nil }
      guard let property, let text else { return }
      let word = String(decoding: text, as: UTF8.self)
      if word.contains(where: { !$0.isWhitespace }) {
        texts[property, default: []].append(word)
      }
    }
  }

  /// Reads an XMP packet; what is none says nothing.
  init(xmp bytes: [UInt8], salt: UInt) {
    guard let parser = XML_ParserCreateNS(nil, 0x7C) else {
      (values, isThere, isBaseBright) = ([:], false, false)
      return
    }
    defer { XML_ParserFree(parser) }
    XML_SetHashSalt(parser, salt)
    let reading = Reading(parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in
        guard let data, let name else { return }
        let reading = Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
        GainMetadata.begin(String(cString: name), attributes, reading)
      },
      { data, name in
        guard let data, let name else { return }
        let reading = Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
        reading.close()
        if GainMetadata.property(of: String(cString: name)) != nil { reading.property = nil }
      })
    XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let data, let characters else { return }
      let reading = Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
      guard reading.text != nil, reading.text?.count ?? 0 < 100 else { return }
      let bytes = UnsafeBufferPointer(start: characters, count: Int(count))
      reading.text?.append(contentsOf: bytes.map { UInt8(bitPattern: $0) })
    }
    // XMP has none, and entities are of no use but for mischief.
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      guard let data else { return }
      let reading = Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
      reading.texts = [:]
      XML_StopParser(reading.parser, 0)
    }
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count), 1)
    }
    let texts = withExtendedLifetime(reading) { status == XML_STATUS_OK ? reading.texts : [:] }
    values = texts.mapValues { $0.compactMap { Double($0.filter { !$0.isWhitespace }) } }
    isThere = texts["Version"] != nil
    isBaseBright = texts["BaseRenditionIsHDR"]?.first?.lowercased() == "true"
  }

  /// The name of a property of the space; `nil` for any other.
  private static func property(of name: String) -> String? {
    name.hasPrefix(space) ? String(name.dropFirst(space.count)) : nil
  }

  private static func begin(
    _ name: String, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ reading: Reading
  ) {
    var index = 0
    while let list, let key = list[index], let value = list[index + 1] {
      if let property = property(of: String(cString: key)) {
        reading.texts[property] = [String(cString: value)]
      }
      index += 2
    }
    if let property = property(of: name) { reading.property = property }
    // The text of a property, or of an item of its list.
    reading.text = reading.property == nil ? nil : []
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
