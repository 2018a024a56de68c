import Filters
import Graphics

/// Finds the position in a filter's file that a driver's message refers to.
struct ShaderLog {
  private let pass: FilterPass
  private let definitions: [FilterDefinition]

  init(_ pass: FilterPass, of definitions: [FilterDefinition]) {
    self.pass = pass
    self.definitions = definitions
  }

  /// Returns the error as a message about the filter; `nil` if it is not a shader error.
  func problem(_ error: GLError) -> FilterError? {
    switch error {
    case .compilation(_, let log): return problem(log: log)
    case .linking(let log): return problem(log: log)
    default: return nil
    }
  }

  /// Returns the log's first message with a position in a filter, or else its first line.
  func problem(log: String) -> FilterError {
    let lines = log.split(separator: "\n").map(String.init)
    for line in lines {
      guard var place = Self.place(line) else { continue }
      if place.line >= FilterPassText.linesOfFile {
        place.source = place.line / FilterPassText.linesOfFile
        place.line %= FilterPassText.linesOfFile
      }
      guard place.source > 0, place.source <= pass.steps.count else { continue }
      let step = pass.steps[place.source - 1]
      let definition = definitions[step.link]
      return FilterError(
        file: definition.fileName, line: place.line,
        Self.unprefixed(
          place.message, FilterPassText.prefix(place.source - 1),
          in: definition.stages[step.stage].text))
    }
    let file = pass.steps.last.map { definitions[$0.link].fileName }
    return FilterError(file: file, lines.first ?? "the filter does not compile")
  }

  /// Returns a message with the author's names instead of the prefixed ones.
  ///
  /// A word that the author wrote with the same prefix is kept.
  static func unprefixed(_ message: String, _ prefix: String, in text: String) -> String {
    func isName(_ character: Character) -> Bool {
      character == "_" || character.isASCII && (character.isLetter || character.isNumber)
    }
    var result = ""
    var rest = message[...]
    while let first = rest.first {
      let word = rest.prefix(while: isName)
      guard !word.isEmpty else {
        result.append(first)
        rest = rest.dropFirst()
        continue
      }
      let name = word.dropFirst(prefix.count)
      let isPrefixed =
        word.hasPrefix(prefix) && name.first.map { !$0.isNumber } == true
        && !contains(word, in: text)
      result += isPrefixed ? name : word
      rest = rest.dropFirst(word.count)
    }
    return result

    func contains(_ word: Substring, in text: String) -> Bool {
      text.split { !isName($0) }.contains(word)
    }
  }

  /// Parses `source:line(column): message` (Mesa) and `source(line) : message` (NVIDIA), after any
  /// other words.
  static func place(_ line: String) -> (source: Int, line: Int, message: String)? {
    let text = Array(line.utf8)
    func digits(_ start: Int) -> (number: Int, end: Int)? {
      var end = start
      var number = 0
      while end < text.count, (48...57).contains(text[end]), number < 1 << 30 {
        number = number * 10 + Int(text[end] - 48)
        end += 1
      }
      return end > start ? (number, end) : nil
    }
    for start in text.indices where start == 0 || !(48...57).contains(text[start - 1]) {
      guard let source = digits(start), source.end < text.count else { continue }
      let mark = text[source.end]
      guard mark == UInt8(ascii: ":") || mark == UInt8(ascii: "("),
        let number = digits(source.end + 1), number.end < text.count
      else { continue }
      let rest = text[number.end...]
      // In Mesa's format the column follows the line, in NVIDIA's the bracket; both end with a
      // colon.
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")) else { continue }
      let between = rest[..<colon]
      guard between.allSatisfy({ (48...57).contains($0) || "() ".utf8.contains($0) }) else {
        continue
      }
      let message = String(decoding: text[(colon + 1)...], as: UTF8.self)
      return (source.number, number.number, String(message.drop { $0 == " " }))
    }
    return nil
  }
}
