import ArgumentParser
import Decoding
import Fetching
import Filters
import Viewer

/// `fresnel filters`: lists the available filters.
struct FiltersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel filters",
    abstract: "List the filters with their parameters, ranges and [defaults].",
    discussion: """
      A chain names filters in order, with values by name or in the order listed:
      fresnel --filter 'exposure(stops=0.5),sharpen(0.7)' FILE
      Your own filters are files in ~/.config/fresnel/filters; see Documentation/Filters.md.
      """)

  func run() throws {
    try StandardOutput.write(FilterListing.text(NamedFilters.loadLibrary().0))
  }
}

/// `fresnel formats`: lists the formats that can be opened.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel formats",
    abstract: "List the formats that this installation reads, each with its library.",
    discussion: """
      If a format's decoder can't be started, the list gives the reason and, for a missing \
      library, its Debian package.
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
