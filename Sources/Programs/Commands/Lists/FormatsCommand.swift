import ArgumentParser
import Decoding
import Fetching
import Filters
import Viewer

/// `fresnel formats`: lists the formats that can be opened.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel formats",
    abstract: "List the formats that this installation reads, each with its library.",
    discussion: """
      A format whose decoder can't be started is listed with the reason and, where a library is \
      missing, Debian's package.
      """)

  func run() throws {
    let fetching = Result { () throws(FetchError) in try FetcherSurvey.library() }
    let decoders = DecoderSurvey.answers()
    try StandardOutput.write(Self.text(decoders, locator: .installed) + Self.text(fetching))
  }

  /// Returns the line about addresses: the library that fetches them, or the error.
  static func text(_ fetching: Result<FetcherSurvey.Library, FetchError>) -> String {
    switch fetching {
    case .success(let library): "\naddresses: \(library.name) \(library.version)\n"
    case .failure(let error): "\naddresses: not fetched: \(error.sentence)\n"
    }
  }

  /// Returns one line per format: its name, then the library and its version, or the error.
  static func text(_ answers: [DecoderSurvey.Answer], locator: DecoderLocator) -> String {
    let width = answers.map(\.format.name.count).max() ?? 0
    return answers.map { answer in
      let name = answer.format.name
      let padding = String(repeating: " ", count: width - name.count + 2)
      let library =
        switch answer.result {
        case .success(let library) where library.name.isEmpty: "built in"
        case .success(let library): "\(library.name) \(library.version)"
        case .failure(.missingDecoder(let format)):
          "not read: " + DecodeError.missingDecoder(format).sentence
            + (locator.buildFailure(of: format).map { "; it could not be built: \($0)" } ?? "")
        case .failure(let error): "not read: " + error.sentence
        }
      return name + padding + library + "\n"
    }.joined()
  }
}
