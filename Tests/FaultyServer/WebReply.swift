/// A reply of a test's server, faults included.
public struct WebReply: Sendable {
  /// The HTTP status, such as 200.
  public var status: Int
  /// The header fields in order; Content-Length is added.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]
  /// The delay before anything is sent, in seconds.
  public var delay = 0.0
  /// How the reply ends.
  public var ending = Ending.whole

  /// The end of a reply.
  public enum Ending: Hashable, Sendable {
    /// The reply is complete.
    case whole
    /// The reply is complete, but sent in pieces, with a pause in seconds before each.
    case paced(pieces: Int, pause: Double)
    /// The connection is closed after this number of bytes of the body.
    case cut(after: Int)
    /// The body never ends, and its length is not given.
    case endless
    /// The connection is reset without a reply.
    case reset
    /// Nothing is sent, and the connection stays open until the client closes it.
    case silence
  }

  /// Creates a reply from its parts.
  public init(
    _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
    delay: Double = 0, ending: Ending = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delay = delay
    self.ending = ending
  }

  /// A reply with text.
  public static func text(_ text: String, _ headers: (name: String, value: String)...) -> WebReply {
    WebReply(headers: headers, body: Array(text.utf8))
  }

  /// A redirect.
  public static func redirect(to place: String) -> WebReply {
    WebReply(302, headers: [("Location", place)])
  }

  /// The status line and headers as they are sent.
  var head: [UInt8] {
    var text = "HTTP/1.1 \(status) Whatever\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if ending != .endless { text += "Content-Length: \(body.count)\r\n" }
    if ending == .endless { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

/// A request to a test's server.
public struct WebRequest: Hashable, Sendable {
  /// The path with its query.
  public let path: String
  /// The header fields by lower-case names.
  public let headers: [String: String]
  /// The number of its connection, from 0.
  public let connection: Int
  /// The number of earlier requests for this path.
  public let count: Int
}
