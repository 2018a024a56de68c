import ArgumentParser
import Platform
import Preferences
import Viewer

/// `fresnel keys`: lists the keys in use.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel keys",
    abstract: "List the keys in use, with your own from ~/.config/fresnel/config.toml.")

  @Option(
    help: "Print the lines of a preset instead, as for config.toml.",
    completion: .list(KeyPreset.names))
  var preset: String?

  func run() throws {
    if let preset {
      guard let text = KeyPreset(preset)?.text else {
        throw ValidationError(
          "there is no preset “\(escapedForDisplay(preset.utf8, limit: 40))”; try "
            + KeyPreset.names.joined(separator: ", "))
      }
      return try StandardOutput.write(text)
    }
    let settings = ViewSettings(PreferencesFile.read())
    for sentence in settings.sentences { StandardError.write(sentence) }
    try StandardOutput.write(CommandListing.text(of: settings.contextKeys))
  }
}
