import ArgumentParser
import Decoding

/// `fresnel formats`: lists what can be opened.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel formats",
    abstract: "List the formats that this installation reads, with the libraries that read them.",
    discussion: """
      A format whose decoder can't be started is listed with the reason and, where a library is \
      missing, Debian's package.
      """)

  func run() { StandardError.put(Self.text(DecoderSurvey.answers()), to: 1) }

  /// One line for each format: its name, then the library and its version, or what is wrong.
  static func text(_ answers: [DecoderSurvey.Answer]) -> String {
    let width = answers.map(\.format.name.count).max() ?? 0
    return answers.map { answer in
      let name = answer.format.name
      let padding = String(repeating: " ", count: width - name.count + 2)
      let library =
        switch answer.result {
        case .success(let library): "\(library.name) \(library.version)"
        case .failure(let error): "not read: " + error.sentence
        }
      return name + padding + library + "\n"
    }.joined()
  }
}
