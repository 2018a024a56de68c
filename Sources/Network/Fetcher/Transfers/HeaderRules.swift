import DecoderProtocol
import Glibc
import Platform

/// User-defined HTTP headers, mostly tokens, for each server.
///
///     # A comment.
///     [https://iiif.example.org]
///     Authorization: Bearer 3d0c
///
/// The lines below a server in brackets are sent only to that host, with that scheme, at that port.
/// The default scheme is `https`.
struct HeaderRules {
  private var lines: [String: [String]] = [:]

  /// Headers that libcurl controls.
  private static let reserved: Set<String> = [
    "host", "connection", "content-length", "transfer-encoding", "accept-encoding", "te",
    "trailer", "upgrade", "expect", "range", "if-match", "if-none-match", "if-modified-since",
    "if-unmodified-since", "if-range", "proxy-authorization",
  ]

  /// Parses a text; an error names the invalid line.
  init(_ text: String) throws(FetchFailure) {
    var server: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = Self.trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      func fail(_ clause: String) -> FetchFailure {
        FetchFailure(.badHeaders, "line \(index + 1) of the header file \(clause)")
      }
      if line.hasPrefix("[") {
        guard line.hasSuffix("]"), let named = Self.server(line.dropFirst().dropLast()) else {
          throw fail("is not a server: [https://HOST] or [http://HOST:PORT]")
        }
        server = named
        continue
      }
      guard let server else { throw fail("is not below a server in brackets") }
      guard let field = Self.field(line) else { throw fail("is not a header: NAME: VALUE") }
      guard !Self.reserved.contains(field.name.lowercased()) else {
        throw fail("sets \(field.name), which can't be set")
      }
      lines[server, default: []].append("\(field.name): \(field.value)")
    }
  }

  /// Parses a file from its start.
  init(file: consuming FileDescriptor) throws(FetchFailure) {
    let limit = FetchWire.longestHeaders
    guard let bytes = try? FileDescriptor.readAll(file.number, limit: limit + 1) else {
      throw FetchFailure(.badHeaders, "the header file can't be read")
    }
    guard bytes.count <= limit else {
      throw FetchFailure(
        .badHeaders, "the header file is larger than \(limit >> 10) KiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FetchFailure(.badHeaders, "the header file is not text")
    }
    try self.init(text)
  }

  /// The headers to send to an address.
  func lines(for address: WebAddress) -> [String] { lines[address.server] ?? [] }

  /// The server of an address in brackets.
  private static func server(_ text: Substring) -> String? {
    let text = text.containsBytes(of: "://") ? String(text) : "https://\(text)"
    // A path would suggest a restriction that is not applied.
    let rest = text.rest(afterBytesOf: "://") ?? ""
    guard !rest.contains(where: { "/?#@ ".contains($0) }) else { return nil }
    return WebAddress(text)?.server
  }

  private static func field(_ line: Substring) -> (name: Substring, value: Substring)? {
    guard let colon = line.firstIndex(of: ":") else { return nil }
    let (name, value) = (line[..<colon], trimmed(line[line.index(after: colon)...]))
    let isName = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
      }
    }
    guard !name.isEmpty, isName, !value.isEmpty,
      value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return (name, value)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var rest = text.drop(while: \.isWhitespace)
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return rest
  }
}
