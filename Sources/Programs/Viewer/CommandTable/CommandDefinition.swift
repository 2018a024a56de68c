/// The definition of a command: everything that menus, lists of keys, documents and parsers say
/// about it.
package struct CommandDefinition: Sendable {
  /// The name in menus.
  package let title: String
  /// The command's effect, in one sentence.
  package let summary: String
  /// Its section in menus and lists.
  package let section: CommandSection
  /// The values after its name, in order.
  package let arguments: [CommandArgument]
  /// The default keys; menus show the first.
  package let keys: [Trigger]
  /// Other forms of these keys, such as the plus key without Shift, which lists leave out.
  package let aliases: [Trigger]
  /// The conditions under which the command does anything.
  package let needs: CommandNeeds
  /// The property that it switches on and off, and that menus tick; `nil` if it isn't a switch.
  package let state: RemoteProperty?
  /// The ways in which keys, wheels and other programs may invoke it, and what becomes of files.
  package let traits: CommandTraits

  /// Creates a definition; keys are in the syntax of `Trigger.init(parsing:)`.
  init(
    _ title: String, _ section: CommandSection, _ summary: String, keys: [String] = [],
    aliases: [String] = [], arguments: [CommandArgument] = [], needs: CommandNeeds = .picture,
    state: RemoteProperty? = nil, traits: CommandTraits = []
  ) {
    self.title = title
    self.summary = summary
    self.section = section
    self.arguments = arguments
    self.keys = keys.map(Self.trigger)
    self.aliases = aliases.map(Self.trigger)
    self.needs = needs
    self.state = state
    self.traits = traits
  }

  private static func trigger(_ text: String) -> Trigger {
    guard let trigger = Trigger(parsing: text) else { fatalError("no key is called \(text)") }
    return trigger
  }
}

/// A section of menus and lists, in their order.
package enum CommandSection: String, CaseIterable, Hashable, Sendable {
  case file = "File"
  case go = "Go"
  case zoom = "Zoom"
  case turn = "Turn"
  case animation = "Animation"
  case light = "Light and filters"
  case save = "Save"
  case marks = "Marks"
  case window = "Window"
}

/// A value after a command's name.
package struct CommandArgument: Hashable, Sendable {
  /// The name in lists, such as `FACTOR`.
  package let name: String
  /// The valid values.
  package let kind: Kind
  /// The value if it is omitted, in the command's syntax; `nil` if it is required.
  package let standard: String?

  /// The valid values of an argument.
  package enum Kind: Hashable, Sendable {
    /// A number in a range.
    case number(ClosedRange<Double>)
    /// A whole number in a range.
    case wholeNumber(ClosedRange<Int>)
    /// One of several whole numbers.
    case oneOf([Int])
    /// A whole number from 1, or with a sign a distance from the current place.
    case place
    /// Any text.
    case text
    /// All values that follow: files, folders and addresses.
    case files
  }

  init(_ name: String, _ kind: Kind, standard: String? = nil) {
    self.name = name
    self.kind = kind
    self.standard = standard
  }
}

/// A condition under which a command does anything.
package enum CommandNeeds: String, CaseIterable, Hashable, Sendable {
  case nothing
  /// A picture on the screen.
  case picture
  /// Several pictures.
  case album
  /// A file with several pages, or an animation.
  case pages
  /// An animation.
  case animation
  /// A filter.
  case filters
  /// A script in the settings.
  case scripts
  /// A file on the screen, with a path of its own.
  case file
  /// Marked files, or else one on the screen.
  case files
  /// Marked files.
  case marks
  /// A change to undo.
  case changes

  /// Why it is not met, in a few words; `nil` if it always is.
  ///
  /// About files, the window knows more.
  package var reason: String? {
    switch self {
    case .nothing: nil
    case .picture: "no picture"
    case .album: "no other picture"
    case .pages: "one page"
    case .animation: "no animation"
    case .filters: "no filter"
    case .scripts: "no script"
    case .file, .files: "no file"
    case .marks: "nothing marked"
    case .changes: "nothing to undo"
    }
  }

  /// True if a key falls through to its wider meaning while this is not met.
  ///
  /// The others may be met in a moment: while a picture loads or a file changes, a key must not do
  /// something else.
  var letsKeysThrough: Bool {
    switch self {
    case .album, .pages, .animation, .filters, .scripts, .marks: true
    case .nothing, .picture, .file, .files, .changes: false
    }
  }
}

/// A way in which keys, wheels or other programs may invoke a command, or what becomes of files.
package struct CommandTraits: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The command is active while its key is held.
  package static let held = CommandTraits(rawValue: 1)
  /// The command's numbers are scaled by the detents of a wheel, fractions of them too.
  package static let scalable = CommandTraits(rawValue: 2)
  /// In the list of keys, it shares the line of the command before it.
  package static let sharesLine = CommandTraits(rawValue: 4)
  /// The command writes to the disk, leaves the viewer or acts for the user, so that a program on
  /// the socket needs the user's consent.
  package static let needsConfirmation = CommandTraits(rawValue: 8)
  /// The command has a button in the bar.
  package static let inBar = CommandTraits(rawValue: 16)
  /// The command is performed again while its key is held.
  package static let repeats = CommandTraits(rawValue: 32)
  /// The command changes files, and `undo` reverses the change.
  package static let undoable = CommandTraits(rawValue: 64)
  /// The command deletes files for good, and asks first.
  package static let destructive = CommandTraits(rawValue: 128)

  /// The names of all traits, as lists have them.
  package static let names: [(trait: CommandTraits, name: String)] = [
    (.held, "held"), (.scalable, "scalable"), (.sharesLine, "shares-line"),
    (.needsConfirmation, "needs-confirmation"), (.inBar, "in-bar"), (.repeats, "repeats"),
    (.undoable, "undoable"), (.destructive, "destructive"),
  ]
}
