/// What is wrong with a filter, a chain or a table, in one sentence.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file that has it; `nil` where a chain has.
  public var file: String?
  /// The line of the file; the first is 1.
  public var line: Int?
  /// The sentence, without the place, without a full stop.
  public var sentence: String

  /// A problem at a place.
  public init(file: String? = nil, line: Int? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.sentence = sentence
  }

  /// Place and sentence: `file:line: sentence`.
  public var description: String {
    var text = ""
    if let file { text += file + ":" }
    if let line { text += "\(line):" }
    return text.isEmpty ? sentence : "\(text) \(sentence)"
  }
}
