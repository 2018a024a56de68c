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

  @Option(help: "The format: text, json, markdown or man.")
  var format = CommandListing.Format.text

  func run() throws { try StandardOutput.write(CommandListing.text(format)) }
}

extension CommandListing.Format: ExpressibleByArgument {}
