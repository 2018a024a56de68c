/// An error in a filter, a chain or a table, as one sentence.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file with the error; `nil` for an error in a chain.
  public var file: String?
  /// The line in the file, from 1.
  public var line: Int?
  /// The sentence, without the position and without a full stop.
  public var sentence: String

  /// Creates an error at a position.
  public init(file: String? = nil, line: Int? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.sentence = sentence
  }

  /// The position and the sentence: `file:line: sentence`.
  public var description: String {
    var text = ""
    if let file { text += file + ":" }
    if let line { text += "\(line):" }
    return text.isEmpty ? sentence : "\(text) \(sentence)"
  }
}
