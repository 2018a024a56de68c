/// What a test's server answers, faults included.
public struct WebReply: Sendable {
  /// The status, such as 200.
  public var status: Int
  /// The fields, in their order; the length is added.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]
  /// Seconds before anything is sent.
  public var delay = 0.0
  /// How the answer ends.
  public var ending = Ending.whole

  /// How an answer ends.
  public enum Ending: Hashable, Sendable {
    /// As it should.
    case whole
    /// As it should, but in so many pieces, with so many seconds before each.
    case paced(pieces: Int, pause: Double)
    /// The connection is closed after so many bytes of the body.
    case cut(after: Int)
    /// The body goes on without end; nothing says how long it is.
    case endless
    /// The connection is reset without an answer.
    case reset
    /// Nothing is sent, and the connection stays open until the other side ends it.
    case silence
  }

  /// An answer with its parts given.
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

  /// An answer with a text.
  public static func text(_ text: String, _ headers: (name: String, value: String)...) -> WebReply {
    WebReply(headers: headers, body: Array(text.utf8))
  }

  /// An answer that leads elsewhere.
  public static func redirect(to place: String) -> WebReply {
    WebReply(302, headers: [("Location", place)])
  }

  /// The head and the body as they are sent.
  var head: [UInt8] {
    var text = "HTTP/1.1 \(status) Whatever\r\n"
    for (name, value) in headers { text += "\(name): \(value)\r\n" }
    if ending != .endless { text += "Content-Length: \(body.count)\r\n" }
    if ending == .endless { text += "Connection: close\r\n" }
    return Array((text + "\r\n").utf8)
  }
}

/// What somebody asked of a test's server.
public struct WebRequest: Hashable, Sendable {
  /// The path, with what follows a question mark.
  public let path: String
  /// The fields, by their names in small letters.
  public let headers: [String: String]
  /// Which connection it came over, counted from 0.
  public let connection: Int
  /// How often this path has been asked for before.
  public let count: Int
}
