import Controls
import FileChanges
import Geometry
import Gestures
import Platform

/// A dialog about files: a new name, a folder, a confirmation of deleting, or a name collision.
///
/// It answers with requests for changes: none if the user declines.
struct FileDialog: ModalState {
  /// The kinds of questions.
  enum Question: Hashable, Sendable {
    /// A new name for a file, and for the RAW file that is one entry with it.
    case name([UInt8], raw: [UInt8]? = nil)
    /// A folder to copy or move files into; the last ten folders are offered, and those that the
    /// settings give a digit.
    case folder(isMove: Bool, [[UInt8]], recent: [[UInt8]], slots: [Int: [UInt8]] = [:])
    /// Confirm that files are deleted for good. With a reason, only the first is deleted, because
    /// it can't be moved to the trash; the others are moved there.
    case deletion([[UInt8]], reason: String?)
    /// Resolve a name collision; the first request is the one that failed.
    case collision(FileChangeError, [FileRequest])
    /// Which files go to the trash, or are deleted for good, of pictures with RAW files.
    case pairs(isDeletion: Bool, [PairedFile])
    /// How to turn a picture that can't be turned without loss, or that has other names; the first
    /// request is the one that failed.
    case turning(FileChangeError, [FileRequest])
  }

  enum Part: Hashable, Sendable {
    case title, field, list, hint
    /// The choice at an index.
    case choice(Int)
  }

  private typealias Choice = FileDialogChoice

  typealias Answer = [FileRequest]

  static let place = PanelPlace.upperEdge(width: 460)
  static let refusal: Answer? = []

  private(set) var question: Question?
  private var selected = 0
  var input = ControlInput<Part>()
  var scale = 1.0

  var isOpen: Bool { question != nil }
  var selection: Part { .choice(selected) }

  /// Asks a question; `scale` is that of interface text, 1 at 96 dpi.
  mutating func ask(_ question: Question, scale: Double) {
    let usesFingers = input.usesFingers
    self = FileDialog()
    input.usesFingers = usesFingers
    self.question = question
    self.scale = scale
    switch question {
    case .name(let path, _):
      let name = FileName(Array(PathBytes.lastComponent(of: path)))
      let (stem, ending) = (Self.text(name.stem), Self.text(name.ending))
      input.typing = Typing<Part>(.field, stem + ending, selected: stem.unicodeScalars.count)
        .inAnyAlphabet()
    case .folder: input.typing = Typing<Part>(.field).inAnyAlphabet()
    // Without a trash, the user could lose files that were meant to be restorable.
    case .deletion(_, let reason): selected = reason == nil ? 0 : 1
    case .collision, .turning, .pairs: break
    }
  }

  var tree: [Node<Part>] {
    let rows = choices.enumerated().map { index, choice in
      Node(
        Part.choice(index), .listItem, choice.title, detail: choice.detail,
        state: index == selected ? .focused : [])
    }
    let field: [Node<Part>] =
      input.typing == nil ? [] : [Node(Part.field, .textField, "a folder")]
    return [Node(Part.title, .title, title)] + field
      + [Node(Part.list, .scrollArea, "no recent folders", children: rows)]
      + [Node(Part.hint, .tooltip, hint)]
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

// MARK: Texts and choices

extension FileDialog {
  private var title: String {
    switch question {
    case .name(let path, let raw):
      "Rename \(Self.names([path]))" + (raw == nil ? "" : " and its RAW file")
    case .folder(let isMove, let paths, _, _): "\(isMove ? "Move" : "Copy") \(Self.names(paths)) to"
    case .deletion(let paths, let reason):
      "Delete \(Self.names(reason == nil ? paths : Array(paths.prefix(1)))) for good?"
    case .collision(let error, _): Self.sentence(error.sentence)
    case .turning(let error, _): "Turn \(Self.names([error.path]))"
    case .pairs(let isDeletion, let files):
      (isDeletion ? "Delete " : "Move ") + Self.names(files.map(\.path))
        + (files.count == 1 ? " and its RAW file" : " and their RAW files")
        + (isDeletion ? " for good?" : " to the trash?")
    case nil: ""
    }
  }

  private var hint: String {
    switch question {
    case .name: "Enter renames, and Esc keeps the name."
    case .folder:
      "Type a path and press Enter, or press the digit of a folder. ~ is your home folder."
    case .deletion(_, let reason):
      reason.map { "\(Self.sentence($0))." } ?? "This can't be undone."
    case .collision: "A replaced file goes to the trash."
    case .pairs(let isDeletion, _):
      isDeletion ? "This can't be undone." : "Files in the trash can be restored."
    case .turning(let error, _):
      Self.sentence(error.sentence)
        + (error.isAboutOtherNames
          ? ". Under its other names, the picture stays as it is."
          : error.isAboutEdges
            ? ". The tag keeps them; if they are trimmed, the original goes to the trash."
            : ". The tag loses nothing.")
    case nil: ""
    }
  }

  private static func names(_ paths: [[UInt8]]) -> String {
    guard paths.count == 1, let path = paths.first else { return "\(paths.count) files" }
    return escapedForDisplay(PathBytes.lastComponent(of: path), limit: 40)
  }

  /// Returns a text with a capital letter, unless it begins with a file's name.
  private static func sentence(_ text: String) -> String {
    text.hasPrefix("there ") ? "T" + text.dropFirst() : text
  }

  private var text: String { input.typing?.field.text ?? "" }

  private var choices: [Choice] {
    switch question {
    case .name(let path, let raw):
      return [Choice(title: "Rename", requests: renaming(path, raw))]
    case .folder(let isMove, let paths, _, _):
      func choice(_ folder: [UInt8], detail: String = "") -> Choice {
        Choice(
          title: escapedForDisplay(folder, limit: 60), detail: detail,
          requests: paths.map {
            FileRequest(isMove ? .move(into: folder) : .copy(into: folder), $0)
          })
      }
      if text.isEmpty {
        return offered.map { choice($0.path, detail: $0.digit.map(String.init) ?? "") }
      }
      let found = NameSearch.find(text, in: offered.map(\.path)) { ([Self.text($0)], "") }
      let typed = paths.first.map { [choice(Self.folder(text, beside: $0))] } ?? []
      return typed + found.map { choice($0) }
    case .deletion(let paths, nil):
      return [
        Choice(title: "Delete", requests: paths.map { FileRequest(.delete, $0) }),
        Choice(title: "Cancel", requests: []),
      ]
    case .deletion(let paths, _?):
      // Only the first is known to have no trash.
      let others = paths.dropFirst().map { FileRequest(.trash, $0) }
      let deletion = paths.prefix(1).map { FileRequest(.delete, $0) }
      let keeping = others.isEmpty ? [] : [Choice(title: "Keep it", requests: others)]
      return [Choice(title: "Delete", requests: deletion + others)] + keeping
        + [Choice(title: "Cancel", requests: [])]
    case .collision(let error, let rest): return Choice.choices(for: error, rest)
    case .pairs(let isDeletion, let files):
      return Choice.choices(for: files, isDeletion: isDeletion)
    case .turning(let error, let rest): return Choice.choices(forTurning: error, rest)
    case nil: return []
    }
  }

  /// The folders to choose from.
  private var offered: [OfferedFolder] {
    guard case .folder(_, _, let recent, let slots) = question else { return [] }
    return OfferedFolder.list(slots: slots, recent: recent)
  }

  private func renaming(_ path: [UInt8], _ raw: [UInt8]?) -> [FileRequest] {
    let name = Array(PathBytes.lastComponent(of: path))
    // A name that isn't UTF-8 stays as it is unless the user changes it.
    guard text != Self.text(name) else { return [] }
    let new = Array(text.utf8)
    guard let raw else { return [FileRequest(.rename(to: new), path)] }
    let ending = FileName(Array(PathBytes.lastComponent(of: raw))).ending
    return [
      FileRequest(.rename(to: new), path),
      FileRequest(.rename(to: FileName(new).stem + ending), raw),
    ]
  }

  /// Returns the folder that a typed path means: `~` is the home folder, and a relative path begins
  /// in the file's folder.
  static func folder(
    _ text: String, beside path: [UInt8], home: [UInt8]? = BaseFolder.home()
  ) -> [UInt8] {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "/") { return bytes }
    if bytes.first == UInt8(ascii: "~"), bytes.count == 1 || bytes[1] == UInt8(ascii: "/"),
      let home
    {
      return home + bytes.dropFirst()
    }
    return PathBytes.folder(of: path) + bytes
  }
}

// MARK: Events

extension FileDialog {
  mutating func take(_ press: KeyPress) -> [FileRequest]? {
    guard let digit = press.digit, text.isEmpty,
      let index = offered.firstIndex(where: { $0.digit == digit })
    else { return nil }
    return choose(index)
  }

  mutating func perform(_ effect: ControlEffect<Part>) -> [FileRequest]? {
    switch effect {
    case .focus(.choice(let index)): selected = index
    case .press(.choice(let index)): return choose(index)
    case .edit: selected = 0
    default: break
    }
    return nil
  }

  private mutating func choose(_ index: Int) -> [FileRequest]? {
    let choices = choices
    guard choices.indices.contains(index) else { return nil }
    close()
    return choices[index].requests
  }
}

extension KeyPress {
  /// The digit of the key; `nil` if it has none, or is part of a shortcut.
  fileprivate var digit: Int? {
    guard modifiers.isDisjoint(with: [.control, .alt, .logo]),
      case 0x30...0x39 = key.rawValue
    else { return nil }
    return Int(key.rawValue) - 0x30
  }
}
