import CExpat

/// Receives a document's elements and text as it is parsed.
package protocol XMLReceiver: AnyObject {
  /// An element starts; with a separator, names begin with their namespace.
  func begin(_ name: String, _ attributes: [String: String])
  /// An element ends.
  func end(_ name: String)
  /// A piece of text, in UTF-8.
  func take(_ text: UnsafeBufferPointer<CChar>)
}

extension XMLReceiver {
  package func end(_ name: String) {}
  package func take(_ text: UnsafeBufferPointer<CChar>) {}
}

/// Parses XML with expat, all of it at once.
package enum XMLReading {
  /// The result of parsing.
  package enum Outcome: Hashable {
    /// The document was parsed completely.
    case whole
    /// The document has a type declaration, as entities need, and was not parsed further.
    case hasDocumentType
    /// The document is not XML, for this reason.
    case damaged(String)
  }

  /// The state of expat's handlers.
  private final class Reading {
    let parser: XML_Parser
    let receiver: any XMLReceiver
    var hasDocumentType = false

    init(_ parser: XML_Parser, _ receiver: any XMLReceiver) {
      (self.parser, self.receiver) = (parser, receiver)
    }

    static func of(_ data: UnsafeMutableRawPointer?) -> Reading? {
      data.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  /// Parses a document into a receiver.
  ///
  /// `salt` must be unpredictable, against hash collision attacks. With a `separator`, names
  /// include their namespace. A document type declaration ends parsing unless it is allowed:
  /// entities are mostly a means of attack, though expat limits their expansion.
  package static func read(
    _ bytes: [UInt8], salt: UInt, separator: UInt8? = nil, allowsDocumentType: Bool = false,
    into receiver: any XMLReceiver
  ) -> Outcome {
    let made = separator.map { XML_ParserCreateNS(nil, CChar(bitPattern: $0)) }
    guard let parser = made ?? XML_ParserCreate(nil) else { return .damaged("no memory") }
    defer { XML_ParserFree(parser) }
    fresnel_expat_salt(parser, salt)
    let reading = Reading(parser, receiver)
    XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
    setHandlers(of: parser, allowsDocumentType: allowsDocumentType)
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.assumingMemoryBound(to: CChar.self).baseAddress, Int32(bytes.count), 1)
    }
    return withExtendedLifetime(reading) {
      if reading.hasDocumentType { return .hasDocumentType }
      if status == XML_STATUS_OK { return .whole }
      return .damaged(String(cString: XML_ErrorString(XML_GetErrorCode(parser))))
    }
  }

  private static func setHandlers(of parser: XML_Parser, allowsDocumentType: Bool) {
    XML_SetElementHandler(
      parser,
      { data, name, list in
        guard let name else { return }
        Reading.of(data)?.receiver.begin(String(cString: name), XMLReading.attributes(list))
      },
      { data, name in
        guard let name else { return }
        Reading.of(data)?.receiver.end(String(cString: name))
      })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      guard let text else { return }
      Reading.of(data)?.receiver.take(UnsafeBufferPointer(start: text, count: Int(count)))
    }
    guard !allowsDocumentType else { return }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      guard let reading = Reading.of(data) else { return }
      reading.hasDocumentType = true
      XML_StopParser(reading.parser, 0)
    }
  }

  private static func attributes(
    _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) -> [String: String] {
    var attributes: [String: String] = [:]
    var index = 0
    while let list, let key = list[index], let value = list[index + 1] {
      attributes[String(cString: key)] = String(cString: value)
      index += 2
    }
    return attributes
  }
}
