import ArgumentParser
import Viewer

/// `fresnel commands`: lists the commands of keys, the menu and the palette.
struct CommandsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fresnel commands",
    abstract: "List the commands with their values, default keys and meaning.",
    discussion: """
      Any of them can be bound to keys in ~/.config/fresnel/config.toml:
      [keys]
      "Alt+2" = "zoom-to 2"
      See Documentation/Keys.md.
      """)

  @Option(help: "The format: text, json, markdown, man, or completions for bash, zsh or fish.")
  var format = Format.text

  /// The formats of the list.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown, man, bash, zsh, fish
  }

  func run() throws { try StandardOutput.write(format.text) }
}

extension CommandsCommand.Format {
  /// The list in this format, with a newline at its end.
  fileprivate var text: String {
    switch self {
    case .text: CommandListing.text(.text)
    case .json: CommandListing.text(.json)
    case .markdown: CommandListing.text(.markdown)
    case .man: CommandListing.text(.man)
    case .bash: CompletionTable().bash
    case .zsh: CompletionTable().zsh
    case .fish: CompletionTable().fish
    }
  }
}
