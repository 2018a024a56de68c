import Platform

/// The bytes of one form of the clipboard's contents.
package enum ClipboardData: Sendable {
  /// Bytes in memory.
  case bytes([UInt8])
  /// An unnamed file, and its size in bytes, so that a large picture takes no memory.
  case file(Shared<FileDescriptor>, count: Int)

  /// The number of bytes.
  package var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(_, let count): count
    }
  }

  /// Returns the first bytes, at most this many.
  package func start(limit: Int) -> [UInt8] { bytes(from: 0, limit: limit) }

  /// Returns at most this many bytes from an offset; empty at the end, and if they can't be read.
  func bytes(from place: Int, limit: Int) -> [UInt8] {
    switch self {
    case .bytes(let bytes): Array(bytes.dropFirst(place).prefix(limit))
    case .file(let file, let count):
      (try? FileDescriptor.readAll(
        file.value.number, at: place, limit: max(0, min(limit, count - place)))) ?? []
    }
  }
}

/// The copied data, in several forms.
package struct ClipboardOffer: Sendable {
  /// One form.
  package struct Form: Sendable {
    /// The names of its X targets, such as `image/png`.
    var targets: [String]
    var content: Content
  }

  /// Produces a form: returns at once, and passes the bytes, or `nil` if that fails, to its
  /// argument on any thread.
  package typealias Maker = @Sendable (@escaping @Sendable (ClipboardData?) -> Void) -> Void

  enum Content: Sendable {
    case ready(ClipboardData)
    /// Produced on request.
    case made(Maker)
    /// Written to a file that the target of a drag names.
    case saved(DirectSave)
  }

  private(set) var forms: [Form] = []

  /// Creates an offer without forms.
  package init() {}

  /// Adds a form of bytes.
  package mutating func add(_ targets: [String], _ bytes: [UInt8]) {
    forms.append(Form(targets: targets, content: .ready(.bytes(bytes))))
  }

  /// Adds a form that is produced when another program requests it.
  ///
  /// `make` is called on the clipboard's thread.
  package mutating func add(_ targets: [String], made make: @escaping Maker) {
    forms.append(Form(targets: targets, content: .made(make)))
  }

  /// Adds a file that the target of a drag names.
  package mutating func add(_ save: DirectSave) {
    forms.append(Form(targets: [DirectSave.target], content: .saved(save)))
  }

  /// Adds a text under all common text targets.
  package mutating func add(text: [UInt8]) {
    add(["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING", "TEXT"], text)
  }

  /// The names of the targets of all forms, the best first.
  var targets: [String] { forms.flatMap(\.targets) }

  /// The name of the file that the target of a drag may place; `nil` if there is none.
  var savedName: [UInt8]? {
    for case .saved(let save) in forms.map(\.content) { return save.name }
    return nil
  }

  /// Returns the index of the form for a target; `nil` if there is none.
  func form(for target: String) -> Int? { forms.firstIndex { $0.targets.contains(target) } }

  /// Stores the bytes of a form that was produced.
  mutating func keep(_ data: ClipboardData, of form: Int) {
    guard forms.indices.contains(form) else { return }
    forms[form].content = .ready(data)
  }
}
