@testable import Viewer

/// What an item of the menu does in a window with the second of three pictures, or with an
/// animation, as other programs see it.
struct ItemEffect {
  enum Kind {
    /// A property has this value.
    case value(RemoteProperty, JSON)
    /// A property has another value.
    case change(RemoteProperty)
    /// Pixels of the picture change.
    case pixels
    /// A panel opens, which `back` closes.
    case panel
    /// The window owns the clipboard.
    case clipboard
    /// There is another file beside the pictures.
    case file
    /// The file manager is started.
    case folder
    /// The file goes to the trash; on a device without one, a panel opens.
    case trash
    /// The window closes.
    case end
  }

  let kind: Kind
  /// What is typed in the palette, which the item opens for a command with values.
  let values: String?
  /// The commands to send before.
  let before: [String]
  /// The commands to send after, which lead back.
  let after: [String]

  init(
    _ kind: Kind, values: String? = nil, before: [String] = [], after: [String] = []
  ) {
    self.kind = kind
    self.values = values
    self.before = before
    self.after = after
  }

  /// True for an item that leaves nothing to choose others in.
  var isLast: Bool {
    switch kind {
    case .trash, .end: true
    default: false
    }
  }
}

extension CommandName {
  /// What its item does; `nil` for a command without an item.
  var effect: ItemEffect? {
    switch self {
    case .menu, .script: nil
    case .open, .openPath, .delete, .rename, .copyTo, .moveTo, .openWith, .print, .wallpaper,
      .filterPanel, .palette, .keys:
      ItemEffect(.panel)
    case .copy, .copyPicture, .copyPath: ItemEffect(.clipboard)
    case .copyColor: ItemEffect(.clipboard, before: ["zoom-to 4"], after: ["fit"])
    case .paste:
      ItemEffect(
        .change(.file), before: ["go 3", "copy-path", "go 2"], after: ["open PICTURES", "go 2"])
    case .showInFolder: ItemEffect(.folder)
    case .trash: ItemEffect(.trash)
    case .undo: ItemEffect(.value(.width, .integer(300)), before: ["turn-file-right"])
    case .turnFileRight, .turnFileLeft:
      ItemEffect(.value(.width, .integer(200)), after: ["undo"])
    case .rotateFile:
      ItemEffect(.value(.width, .integer(200)), values: "90", after: ["undo"])
    case .mirrorFile: ItemEffect(.pixels, after: ["undo"])
    case .reload:
      ItemEffect(
        .value(.width, .integer(320)), before: ["write 320"], after: ["write 300", "reload"])

    case .next, .last: ItemEffect(.value(.index, .integer(3)), after: ["go 2"])
    case .previous, .first: ItemEffect(.value(.index, .integer(1)), after: ["go 2"])
    case .go: ItemEffect(.value(.index, .integer(3)), values: "3", after: ["go 2"])
    case .nextPage, .previousPage: ItemEffect(.change(.frame))

    case .zoomIn: ItemEffect(.value(.zoom, .number(1.25)), after: ["fit"])
    case .zoomOut: ItemEffect(.value(.zoom, .number(1.6)), before: ["zoom-to 2"], after: ["fit"])
    case .zoomTo, .zoomBy: ItemEffect(.value(.zoom, .number(2)), values: "2", after: ["fit"])
    case .fit, .actualSize: ItemEffect(.value(.zoom, .number(1)), before: ["zoom-to 3"])
    case .fill: ItemEffect(.change(.zoom), after: ["fit"])
    // They go to another picture if the whole width is visible.
    case .panLeft: ItemEffect(.value(.index, .integer(1)), after: ["go 2"])
    case .panRight: ItemEffect(.value(.index, .integer(3)), after: ["go 2"])
    case .panUp, .panDown: ItemEffect(.pixels, before: ["zoom-to 4"], after: ["fit"])
    case .pan: ItemEffect(.pixels, values: "0.1 0.1", before: ["zoom-to 4"], after: ["fit"])

    case .turnRight: ItemEffect(.value(.rotation, .integer(90)), after: ["turn-left"])
    case .turnLeft: ItemEffect(.value(.rotation, .integer(270)), after: ["turn-right"])
    case .rotate:
      ItemEffect(.value(.rotation, .integer(90)), values: "90", after: ["turn-left"])
    case .mirror: ItemEffect(.value(.mirrored, .boolean(true)), after: ["mirror"])

    case .play: ItemEffect(.value(.playing, .boolean(true)), after: ["play"])
    case .slower: ItemEffect(.value(.speed, .number(0.75)), after: ["faster"])
    case .faster: ItemEffect(.value(.speed, .number(1.25)), after: ["slower"])

    case .exposeMore, .expose: ItemEffect(.pixels, after: ["expose -0.25"])
    case .exposeLess: ItemEffect(.pixels, after: ["expose 0.25"])
    case .nextFilter, .previousFilter: ItemEffect(.change(.filters), after: ["filter ''"])
    case .filter: ItemEffect(.change(.filters), values: "invert", after: ["filter ''"])
    case .toggleFilters, .compare, .split:
      ItemEffect(.pixels, before: ["filter invert"], after: [rawValue, "filter ''"])

    case .save, .saveView: ItemEffect(.file)

    case .mark: ItemEffect(.value(.marked, .boolean(true)), after: ["unmark-all"])
    case .markRange:
      ItemEffect(
        .value(.marks, .integer(3)), before: ["go 1", "mark", "go 3"],
        after: ["unmark-all", "go 2"])
    case .invertMarks: ItemEffect(.value(.marks, .integer(3)), after: ["unmark-all"])
    case .unmarkAll: ItemEffect(.value(.marks, .integer(0)), before: ["mark"])
    case .nextMarked:
      ItemEffect(
        .value(.index, .integer(3)), before: ["go 3", "mark", "go 2"],
        after: ["unmark-all", "go 2"])
    case .previousMarked:
      ItemEffect(
        .value(.index, .integer(1)), before: ["go 1", "mark", "go 2"],
        after: ["unmark-all", "go 2"])

    case .fullScreen: ItemEffect(.value(.fullScreen, .boolean(true)), after: ["full-screen"])
    case .back: ItemEffect(.value(.fullScreen, .boolean(false)), before: ["full-screen"])
    // Smooth or crisp, the colours of this picture are the same.
    case .pixels: ItemEffect(.change(.crisp), before: ["zoom-to 4"], after: ["pixels", "fit"])
    case .tileOutlines: ItemEffect(.pixels, after: ["tile-outlines"])
    case .bar: ItemEffect(.pixels, after: ["bar"])
    case .set:
      ItemEffect(.pixels, values: "background 405060", after: ["set background 202020"])
    case .quit: ItemEffect(.end)
    }
  }
}
