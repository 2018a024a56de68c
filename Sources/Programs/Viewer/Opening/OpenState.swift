import Controls
import Decoding
import Geometry
import Gestures
import Platform

/// The state of the field that opens a path: the typed text, and its completions.
///
/// Listings go in, too, and requests for them come out.
struct OpenState: ModalState {
  /// A part of the panel.
  enum Part: Hashable, Sendable {
    case field, list, hint
    /// The choice at an index.
    case choice(Int)
  }

  /// A request to the window.
  enum Request: Hashable, Sendable {
    /// List a folder, and pass the listing to `note`.
    case list([UInt8])
    /// Open a path or an address.
    case open([UInt8])
  }

  /// One of the rows.
  private enum Choice: Hashable, Sendable {
    /// The folder that contains the typed one, so that the pointer alone can go up.
    case parent
    /// All pictures in the folder that is typed.
    case folder
    case name(PathListing.Name)
    case recent([UInt8])
    /// The text is an address.
    case address
  }

  typealias Answer = [Request]

  static let place = PanelPlace.upperEdge(width: 560)
  /// The maximum number of rows; typing narrows them down.
  private static let mostChoices = 200

  private(set) var isOpen = false
  private var recent: [[UInt8]] = []
  private var home: [UInt8]?
  /// The contents of the typed folder; `nil` until they are known.
  private var listed: Listed?
  private var choices: [Choice] = []
  private var selected = 0
  var input = ControlInput<Part>()
  var scale = 1.0

  var selection: Part { .choice(selected) }

  private struct Listed: Hashable, Sendable {
    var folder: [UInt8]
    var contents: PathListing
  }

  /// Opens the panel in a folder, and requests the folder's listing.
  mutating func open(in folder: [UInt8], home: [UInt8]?, scale: Double) -> [Request] {
    let recent = recent
    self = OpenState()
    isOpen = true
    self.recent = recent
    self.home = home
    self.scale = scale
    return type(text(ofFolder: folder))
  }

  mutating func close() {
    let recent = recent
    self = OpenState()
    self.recent = recent
  }

  mutating func note(_ files: RecentFiles) {
    recent = Array(files.paths.prefix(20))
    if isOpen { find() }
  }

  mutating func note(_ contents: PathListing, of folder: [UInt8]) {
    guard isOpen, folder == typedFolder else { return }
    listed = Listed(folder: folder, contents: contents)
    find()
  }
}

// MARK: Appearance

extension OpenState {
  var tree: [Node<Part>] {
    let rows = choices.enumerated().map { index, choice -> Node<Part> in
      var state: Node<Part>.State = choice == .folder ? folderState : []
      if index == selected { state.insert(.focused) }
      return Node(
        .choice(index), .listItem, name(of: choice), detail: detail(of: choice), state: state)
    }
    return [
      Node(Part.field, .textField, "Type a path or an address"),
      Node(Part.list, .scrollArea, nothing, value: .room(10), children: rows),
      Node(Part.hint, .tooltip, hint),
    ]
  }

  /// The sentence in place of rows.
  private var nothing: String {
    if typed.isEmpty { return "No recent files" }
    guard let listed, listed.folder == typedFolder else { return "" }
    if let problem = listed.contents.problem { return problem }
    return "No matching names"
  }

  private var hint: String {
    let isCut = listed?.contents.isCut == true && listed?.folder == typedFolder
    return "Enter opens, Tab completes, Esc closes"
      + (isCut ? "\nNot all names are listed; type to narrow them down." : "")
  }

  /// A folder that can't be listed has an error in place of its row, which is no choice.
  private var folderState: Node<Part>.State { listed?.contents.problem == nil ? [] : .disabled }

  private func name(of choice: Choice) -> String {
    switch choice {
    case .parent: "Parent folder"
    case .folder: listed?.contents.problem ?? "All pictures in this folder"
    case .name(let name): escapedForDisplay(name.bytes) + (name.isFolder ? "/" : "")
    case .recent(let path): escapedForDisplay(PathBytes.lastComponent(of: path))
    case .address: escapedForDisplay(typed.utf8)
    }
  }

  private func detail(of choice: Choice) -> String {
    switch choice {
    case .parent: ".."
    case .folder: ""
    case .name(let name): name.isFolder ? "" : PictureExtension.format(of: name.bytes) ?? ""
    case .recent(let path): text(ofFolder: PathBytes.folder(of: path))
    case .address: "address"
    }
  }
}

// MARK: The typed text

extension OpenState {
  private var typed: String { input.typing?.field.text ?? "" }

  /// The folder of the typed text, which ends with a slash; empty for the working directory.
  private var typedFolder: [UInt8] { PathBytes.folder(of: path(of: typed)) }

  /// Returns the path that a text names; `~/` is the home folder.
  private func path(of text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    guard let home, bytes.starts(with: [UInt8(ascii: "~"), UInt8(ascii: "/")]) else {
      return bytes
    }
    return home + bytes.dropFirst()
  }

  /// Returns a folder as the user types it, with a slash at its end.
  private func text(ofFolder folder: [UInt8]) -> String {
    let folder = PathBytes.prefix(forEntriesOf: folder)
    if let home, folder.starts(with: home + [UInt8(ascii: "/")]) {
      return "~" + String(decoding: folder.dropFirst(home.count), as: UTF8.self)
    }
    return String(decoding: folder, as: UTF8.self)
  }

  /// The folder that contains the typed one, with a slash at its end; `nil` for the root.
  private var parentFolder: [UInt8]? {
    let slash = UInt8(ascii: "/")
    let folder = PathBytes.absolute(typedFolder)
    guard let end = folder.lastIndex(where: { $0 != slash }) else { return nil }
    let name = PathBytes.lastComponent(of: folder)
    let isRelative = name.allSatisfy { $0 == UInt8(ascii: ".") } && name.count <= 2
    return isRelative
      ? folder + Array("../".utf8) : PathBytes.folder(of: Array(folder[...end]))
  }

  /// Returns the text from the last start of an absolute path: a second slash, or `~/` after one,
  /// drops what is before it, so that the user needn't clear the field first.
  private static func restart(of text: String) -> String? {
    let characters = Array(text.unicodeScalars)
    guard let slash = characters.lastIndex(of: "/"), slash > 0,
      !WebName.isAddress(Array(text.utf8)), !text.hasPrefix("http"), !text.hasPrefix("file:")
    else { return nil }
    let before = characters[slash - 1]
    guard before == "/" || before == "~" && slash > 1 && characters[slash - 2] == "/" else {
      return nil
    }
    var rest = String.UnicodeScalarView()
    rest.append(contentsOf: characters[(before == "/" ? slash : slash - 1)...])
    return String(rest)
  }

  /// Replaces the text, and lists its folder unless that is known.
  private mutating func type(_ text: String) -> [Request] {
    input.typing = Typing<Part>(.field, text).inAnyAlphabet()
    return edited()
  }

  private mutating func edited() -> [Request] {
    if let restart = Self.restart(of: typed) {
      input.typing = Typing<Part>(.field, restart).inAnyAlphabet()
    }
    selected = standardChoice
    input.scroll = 0
    let folder = typedFolder
    find()
    let isPath = !typed.isEmpty && !WebName.isAddress(Array(typed.utf8))
    return isPath && listed?.folder != folder ? [.list(folder)] : []
  }

  /// The choice that Enter chooses before the user goes to another one.
  private var standardChoice: Int { choices.first == .parent && choices.count > 1 ? 1 : 0 }

  /// Finds the choices for the text.
  private mutating func find() {
    let before = choices.indices.contains(selected) ? choices[selected] : nil
    choices = Array(matches.prefix(Self.mostChoices))
    selected = before.flatMap { choices.firstIndex(of: $0) } ?? standardChoice
  }

  private var matches: [Choice] {
    let text = typed
    if text.isEmpty { return recent.map { .recent($0) } }
    if WebName.isAddress(Array(text.utf8)) { return [.address] }
    let path = path(of: text)
    let folder = PathBytes.folder(of: path)
    guard let listed, listed.folder == folder else { return [] }
    let start = String(decoding: path.dropFirst(folder.count), as: UTF8.self)
    let showsHidden = start.hasPrefix(".")
    let names = listed.contents.names.filter { $0.isHidden == showsHidden }
    let found = NameSearch.find(start, in: names) {
      ([String(decoding: $0.bytes, as: UTF8.self)], "")
    }
    guard start.isEmpty else { return found.map { .name($0) } }
    let fixed: [Choice] = parentFolder == nil ? [.folder] : [.parent, .folder]
    return fixed + found.map { .name($0) }
  }
}

// MARK: Events

extension OpenState {
  mutating func take(_ press: KeyPress) -> [Request]? {
    // The window then says what is wrong with the folder.
    if press.key == .enter, isError(selected) { return finish(typedFolder) }
    return press.key == .tab && press.modifiers.isEmpty ? complete() : nil
  }

  mutating func perform(_ effect: ControlEffect<Part>) -> [Request]? {
    switch effect {
    case .focus(.choice(let index)): selected = index
    case .press(.choice(let index)): return isError(index) ? nil : choose(index)
    case .edit: return edited()
    default: break
    }
    return nil
  }

  private func isError(_ index: Int) -> Bool {
    choices.indices.contains(index) && choices[index] == .folder && folderState == .disabled
  }

  /// Opens the typed path, and its error says what is wrong.
  mutating func enter() -> [Request]? { typed.isEmpty ? nil : finish(path(of: typed)) }

  /// Opens a choice, or completes the name of a folder, whose contents are then listed.
  private mutating func choose(_ index: Int) -> [Request] {
    guard choices.indices.contains(index) else { return [] }
    switch choices[index] {
    case .parent: return goUp()
    case .folder: return finish(typedFolder)
    case .recent(let path): return finish(path)
    case .address: return finish(Array(typed.utf8))
    case .name(let name):
      if name.isFolder, let text = completed(name) { return type(text) }
      return finish(typedFolder + name.bytes)
    }
  }

  private mutating func goUp() -> [Request] {
    parentFolder.map { type(text(ofFolder: $0)) } ?? []
  }

  /// Completes the text to the selected name.
  private mutating func complete() -> [Request] {
    guard choices.indices.contains(selected) else { return [] }
    switch choices[selected] {
    case .parent: return goUp()
    case .folder, .address: return []
    case .recent(let path): return type(text(ofFolder: PathBytes.folder(of: path)))
    case .name(let name): return completed(name).map { type($0) } ?? []
    }
  }

  /// Returns the text that names an entry of the folder; `nil` if the name is not UTF-8.
  private func completed(_ name: PathListing.Name) -> String? {
    let text = String(decoding: name.bytes, as: UTF8.self)
    guard Array(text.utf8) == name.bytes else { return nil }
    return self.text(ofFolder: typedFolder) + text + (name.isFolder ? "/" : "")
  }

  private mutating func finish(_ path: [UInt8]) -> [Request] {
    close()
    return [.open(path)]
  }
}
