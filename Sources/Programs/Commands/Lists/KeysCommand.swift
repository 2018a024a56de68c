import ArgumentParser
import Preferences
import Viewer

/// `fresnel keys`: lists the keys in use.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel keys",
    abstract: "List the keys in use, with your own from ~/.config/fresnel/config.toml.")

  @Option(help: "Print the lines of a preset instead, as for config.toml.")
  var preset: KeyPreset?

  func run() throws {
    if let preset { return try StandardOutput.write(CommandListing.text(of: preset)) }
    let settings = ViewSettings(PreferencesFile.read())
    for sentence in settings.sentences { StandardError.write(sentence) }
    try StandardOutput.write(CommandListing.text(of: settings.contextKeys))
  }
}

extension KeyPreset: ExpressibleByArgument {}
