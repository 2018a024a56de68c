import Platform

/// A request of a program, parsed from one line.
enum RemoteRequest: Hashable, Sendable {
  case command(Command)
  /// The value of a property, or of all.
  case get(RemoteProperty?)
  /// Report a property under a number, now and whenever it changes.
  case observe(Int, RemoteProperty)
  /// No longer report what is observed under a number.
  case unobserve(Int)
  /// Names that come before those of the next `open`, if a line is too short for all.
  case names([String])
}

/// A line from a program: its request, or what is wrong with it.
struct RemoteLine: Hashable, Sendable {
  /// The program's ID of the request; its answer repeats it.
  let id: JSON?
  let request: Result<RemoteRequest, Command.SyntaxError>
  /// The startup ID of a program that hands over pictures; empty if it has none.
  let startupID: String

  /// Parses a line: JSON if it begins with a brace, otherwise a command as in `config.toml`.
  init(_ line: LineReader.Line) {
    guard case .line(let bytes) = line else {
      id = nil
      startupID = ""
      request = .failure(
        Command.SyntaxError(sentence: "the line is longer than \(LineReader.longestRequest) bytes"))
      return
    }
    let isJSON = bytes.first { $0 != 0x20 && $0 != 9 } == UInt8(ascii: "{")
    var id: JSON?
    var startupID = ""
    request = Result { () throws(Command.SyntaxError) in
      guard isJSON else { return try RemoteRequest(words: Self.words(bytes)) }
      let message: JSON
      do throws(JSON.SyntaxError) {
        message = try JSON(parsing: bytes)
      } catch {
        throw Command.SyntaxError(sentence: error.sentence)
      }
      id = message["request_id"]
      if case .string(let text)? = message["startup_id"] { startupID = text }
      let command = message["command"]
      if command == nil, let names = message["names"] { return try RemoteRequest(names: names) }
      return try RemoteRequest(command)
    }
    self.id = id
    self.startupID = startupID
  }

  private static func words(_ bytes: [UInt8]) throws(Command.SyntaxError) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Command.SyntaxError(sentence: "the line is not UTF-8")
    }
    return try Command.words(in: text)
  }
}

extension RemoteRequest {
  init(words: [String]) throws(Command.SyntaxError) {
    switch words.first {
    case "get":
      try Self.expect(words, 0...1, "get [PROPERTY]")
      self = .get(try words.dropFirst().first.map(Self.property))
    case "observe":
      try Self.expect(words, 2...2, "observe NUMBER PROPERTY")
      self = .observe(try Self.number(words[1]), try Self.property(words[2]))
    case "unobserve":
      try Self.expect(words, 1...1, "unobserve NUMBER")
      self = .unobserve(try Self.number(words[1]))
    default: self = .command(try Command(words: words))
    }
  }

  /// Parses the value of `command`: an array of words, or an object with named values.
  fileprivate init(_ command: JSON?) throws(Command.SyntaxError) {
    switch command {
    case .array(let elements):
      var words: [String] = []
      for element in elements { words.append(try Self.word(element)) }
      try self.init(words: words)
    case .object(let members):
      guard case .string(let name)? = command?["name"] else {
        throw Command.SyntaxError(sentence: "“command” needs a “name”")
      }
      try self.init(name, members.filter { $0.name != "name" })
    case .string(let text): try self.init(words: try Command.words(in: text))
    case nil: throw Command.SyntaxError(sentence: "“command” is missing")
    default:
      throw Command.SyntaxError(sentence: "“command” must be a list of words or an object")
    }
  }

  /// Parses the value of `names`: an array of texts.
  fileprivate init(names: JSON) throws(Command.SyntaxError) {
    guard case .array(let elements) = names else {
      throw Command.SyntaxError(sentence: "“names” must be a list of texts")
    }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else {
        throw Command.SyntaxError(sentence: "“names” must be a list of texts")
      }
      texts.append(text)
    }
    self = .names(texts)
  }

  /// Arranges named values in the order of the command's arguments.
  private init(_ name: String, _ values: [JSON.Member]) throws(Command.SyntaxError) {
    let names =
      switch name {
      case "get": ["property"]
      case "observe": ["number", "property"]
      case "unobserve": ["number"]
      default: CommandName(rawValue: name)?.definition.arguments.map { $0.name.lowercased() } ?? []
      }
    if let other = values.first(where: { !names.contains($0.name) }),
      names.count > 0 || CommandName(rawValue: name) != nil
    {
      throw Command.SyntaxError(
        sentence: "“\(Self.shown(name))” has no value “\(Self.shown(other.name))”")
    }
    var words = [name]
    var isOmitted = false
    for argument in names {
      guard let value = values.last(where: { $0.name == argument })?.value else {
        isOmitted = true
        continue
      }
      guard !isOmitted else {
        throw Command.SyntaxError(
          sentence: "“\(Self.shown(name))” needs the values before “\(argument)”, too")
      }
      if case .array(let elements) = value {
        for element in elements { words.append(try Self.word(element)) }
      } else {
        words.append(try Self.word(value))
      }
    }
    try self.init(words: words)
  }

  private static func word(_ value: JSON) throws(Command.SyntaxError) -> String {
    switch value {
    case .string(let text): text
    case .integer, .number: value.text
    default: throw Command.SyntaxError(sentence: "a value must be a text or a number")
    }
  }

  private static func expect(
    _ words: [String], _ count: ClosedRange<Int>, _ usage: String
  ) throws(Command.SyntaxError) {
    guard count.contains(words.count - 1) else {
      throw Command.SyntaxError(sentence: "use: \(usage)")
    }
  }

  private static func property(_ word: String) throws(Command.SyntaxError) -> RemoteProperty {
    if let property = RemoteProperty(rawValue: word) { return property }
    let nearest = NameSuggestions.find(word, in: RemoteProperty.allCases.map(\.rawValue)).first
    throw Command.SyntaxError(
      sentence: "there is no property “\(shown(word))”"
        + (nearest.map { "; did you mean “\($0)”?" } ?? ""))
  }

  private static func number(_ word: String) throws(Command.SyntaxError) -> Int {
    guard let number = Int(word) else {
      throw Command.SyntaxError(sentence: "NUMBER must be a whole number, not “\(shown(word))”")
    }
    return number
  }

  private static func shown(_ word: String) -> String { escapedForDisplay(word.utf8, limit: 40) }
}
