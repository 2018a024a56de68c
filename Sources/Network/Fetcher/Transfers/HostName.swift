import Glibc

/// Names of hosts in ASCII, as networks know them: `xn--bcher-kva.example` for `bücher.example`.
enum HostName {
  /// Returns a name in ASCII; `nil` if it has no such form.
  ///
  /// Letters, digits and dots that only look like those of `localhost` or `127.0.0.1` become them,
  /// so that no rule about hosts can be passed by another spelling.
  static func ascii(_ name: String) -> String? {
    if isASCII(name) { return name }
    // libcurl brings libidn2 along, but calls it only in locales with UTF-8, not in this process.
    guard let convert = dlsym(nil, "idn2_to_ascii_8z"), let free = dlsym(nil, "idn2_free") else {
      return nil
    }
    var text: UnsafeMutablePointer<CChar>?
    let code = name.withCString { name in
      unsafeBitCast(convert, to: Convert.self)(name, &text, flags)
    }
    guard code == 0, let ascii = text else { return nil }
    defer { unsafeBitCast(free, to: Free.self)(ascii) }
    let result = String(cString: ascii)
    // A full-width slash becomes a slash, which would end the name.
    return result.utf8.allSatisfy(isPlain) ? result : nil
  }

  /// True if a name needs no conversion.
  static func isASCII(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
    default: false
    }
  }

  private typealias Convert =
    @convention(c) (
      UnsafePointer<CChar>?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, Int32
    ) -> Int32
  private typealias Free = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// IDN2_NFC_INPUT and IDN2_NONTRANSITIONAL, as browsers convert names.
  private static let flags: Int32 = 1 | 8
}
