import DecoderProtocol
import TilePlaces

/// The part of the album that comes from one command line argument.
struct AlbumSection: Sendable {
  /// The index of the argument.
  let argument: Int
  /// The argument's bytes; they follow the file if the user renames it.
  private(set) var path: [UInt8]
  private let origin: AlbumEntry.Origin
  /// True once the kind of the argument is known.
  private(set) var isClassified: Bool
  /// The folder that the argument is, or that contains it; `nil` for a single picture.
  private(set) var folder: Folder?
  /// True once all names have been examined.
  private(set) var isExamined: Bool
  /// True if the section is a single file that no longer exists.
  private(set) var isGone = false
  /// The pictures of a manifest; their names in `folder` are their numbers.
  private var canvases: [AlbumEntry] = []

  /// A folder, as far as it has been listed.
  struct Folder: Sendable {
    /// The prefix of the entries' paths.
    let prefix: [UInt8]
    /// The names that may be pictures.
    var names = NameList()
    /// The name given on the command line; it stays even if it is not a picture.
    var asked: [UInt8]?
    /// Names that turned out not to be pictures.
    var passedOver: Set<[UInt8]> = []
    /// True once all names have been read.
    var isComplete = false
    /// True if the listing contained the name given on the command line.
    var hasListedAsked = false
    /// The current name, if its file is gone.
    var left: [UInt8]?

    /// The path to list; a file named without a folder is in the working directory.
    var listedPath: [UInt8] { prefix.isEmpty ? Array(".".utf8) : prefix }
  }

  /// Creates a section for an argument of unknown kind.
  init(argument: Int, path: [UInt8], isTyped: Bool = true) {
    self.argument = argument
    self.path = path
    origin = AlbumEntry.Origin(ofArgument: path, isTyped: isTyped)
    isClassified = origin != .named
    isExamined = true
  }

  /// Creates a section for a pasted picture; the path tells it from other pasted ones.
  init(pasted path: [UInt8]) {
    argument = 0
    self.path = path
    origin = .pasted
    isClassified = true
    isExamined = true
  }

  /// The current number of entries: a folder without pictures counts as one entry, so that its
  /// error can be shown.
  var count: Int {
    guard let folder else { return isGone ? 0 : 1 }
    return folder.names.count > 0 ? folder.names.count : folder.isComplete ? 1 : 0
  }

  /// The entry at an index below `count`.
  subscript(index: Int) -> AlbumEntry {
    if canvases.indices.contains(index) { return canvases[index] }
    guard let folder, let name = name(at: index) else {
      return AlbumEntry(argument: argument, path: path, origin: origin)
    }
    if name == folder.asked { return AlbumEntry(argument: argument, path: path, origin: .named) }
    return AlbumEntry(argument: argument, path: folder.prefix + name, origin: .found)
  }

  /// Returns the name at an index of the folder; `nil` for a single picture.
  func name(at index: Int) -> [UInt8]? {
    guard let folder, index < folder.names.count else { return nil }
    return folder.names[index]
  }

  /// Turns the section into a folder: its pictures replace the argument.
  mutating func becomeFolder() {
    isClassified = true
    isExamined = false
    folder = Folder(prefix: PathBytes.prefix(forEntriesOf: path))
  }

  /// Turns the section into the folder around a single file.
  mutating func becomeFolder(around file: [UInt8]) {
    isClassified = true
    isExamined = false
    let name = Array(PathBytes.lastComponent(of: file))
    var folder = Folder(prefix: PathBytes.folder(of: file), asked: name)
    folder.names.merge([name])
    self.folder = folder
  }

  /// Turns the section into a manifest: its pictures replace the argument.
  mutating func become(_ canvases: [CanvasDescription], from origin: FetchOrigin) {
    isClassified = true
    let disguise = origin == .file ? PictureExtension.format(of: path) : nil
    self.canvases = canvases.map { canvas in
      AlbumEntry(
        argument: argument, path: Array(canvas.address.utf8), origin: .address,
        canvas: AlbumEntry.Canvas(label: canvas.label, origin: origin, disguise: disguise))
    }
    var folder = Folder(prefix: [], isComplete: true)
    isExamined = true
    folder.names.merge(canvases.indices.map { Array(String($0 + 1).utf8) })
    self.folder = folder
  }

  /// True if the section has the pictures of a manifest.
  var isManifest: Bool { !canvases.isEmpty }

  /// Notes that the kind of the argument is known.
  mutating func classify() { isClassified = true }

  /// Notes that all names have been examined.
  mutating func endExamining() { isExamined = true }

  /// Notes that the single file no longer exists.
  mutating func fileIsGone() { isGone = true }

  /// Makes the file that the user named an ordinary one of the folder.
  mutating func forgetAsked() { folder?.asked = nil }

  /// Adds a name to the folder that the listing has left out.
  mutating func insert(_ name: [UInt8]) { folder?.names.insert(name) }

  /// Returns true if the folder is only here because the user named this one file in it.
  func isBroughtBy(_ entry: AlbumEntry) -> Bool {
    entry.origin == .named && folder?.asked != nil && canvases.isEmpty
  }

  /// Replaces the folder's names with a longer list, unless it is a manifest, which has names of
  /// its own.
  mutating func replaceNames(_ names: NameList, isComplete: Bool) {
    guard canvases.isEmpty else { return }
    folder?.names = names
    if let passedOver = folder?.passedOver { folder?.names.removeAll(passedOver) }
    if let asked = folder?.asked {
      if folder?.names.index(of: asked) == nil {
        folder?.names.insert(asked)
      } else {
        folder?.hasListedAsked = true
      }
    }
    folder?.isComplete = isComplete
  }

  /// True if the section is a folder that can be read again.
  var isListed: Bool { folder?.isComplete == true && canvases.isEmpty }

  /// Applies a new listing of the folder: earlier non-pictures are examined again, and names that
  /// no longer exist are removed, except the current one.
  ///
  /// Without `examinesAgain`, the section stays examined if it is.
  mutating func refresh(
    _ names: NameList, keeping place: [UInt8]?, examinesAgain: Bool = true
  ) {
    guard isListed, var folder else { return }
    folder.names = names
    folder.passedOver = []
    folder.left = nil
    if let asked = folder.asked, names.index(of: asked) == nil {
      // A hidden or special file was never in the listing.
      if !folder.hasListedAsked {
        folder.names.insert(asked)
      } else if asked != place {
        folder.asked = nil
      }
    }
    if let place, folder.names.index(of: place) == nil {
      // A RAW file whose rendered picture has come is there: it stays an entry of its own.
      if !folder.names.leavesOut(place) { folder.left = place }
      folder.names.insert(place)
    }
    self.folder = folder
    if examinesAgain { isExamined = false }
  }

  /// Removes the name of a deleted file, once it is no longer the current one.
  mutating func forget(except place: [UInt8]?) {
    guard let left = folder?.left, left != place else { return }
    folder?.names.remove(left)
    if folder?.asked == left { folder?.asked = nil }
    folder?.left = nil
  }

  /// Marks names as not being pictures; the one given on the command line stays.
  mutating func skip(_ names: [[UInt8]]) {
    let names = names.filter { $0 != folder?.asked }
    folder?.passedOver.formUnion(names)
    folder?.names.removeAll(names)
  }

  /// Marks a name as not being a picture.
  mutating func skip(_ name: [UInt8]) {
    folder?.passedOver.insert(name)
    folder?.names.remove(name)
  }
}

/// Files that the viewer itself has moved, renamed or restored.
extension AlbumSection {
  /// True if the section has a picture, apart from the entry for an empty folder.
  var hasPictures: Bool {
    if let folder { folder.names.count > 0 } else { count > 0 }
  }

  /// Returns the name of a path in the folder; `nil` if it is elsewhere.
  func name(of path: [UInt8]) -> [UInt8]? {
    guard let folder, !isManifest, path.starts(with: folder.prefix) else { return nil }
    let name = path.dropFirst(folder.prefix.count)
    return name.isEmpty || name.contains(UInt8(ascii: "/")) ? nil : Array(name)
  }

  /// Renames a file; returns true if the old and the new path are in this section.
  mutating func rename(_ path: [UInt8], to new: [UInt8]) -> Bool {
    guard folder != nil else {
      guard !isGone, self.path == path else { return false }
      self.path = new
      return true
    }
    guard let from = name(of: path), let to = name(of: new), folder?.names.index(of: from) != nil
    else { return false }
    folder?.names.remove(from)
    folder?.names.insert(to)
    folder?.passedOver.remove(to)
    if folder?.asked == from {
      folder?.asked = to
      self.path = new
    }
    if folder?.left == from { folder?.left = nil }
    return true
  }

  /// Adds a file; returns false if it belongs elsewhere.
  mutating func add(_ path: [UInt8]) -> Bool {
    guard folder != nil else {
      guard isGone, self.path == path else { return false }
      isGone = false
      return true
    }
    guard let name = name(of: path) else { return false }
    folder?.passedOver.remove(name)
    folder?.names.insert(name)
    return true
  }

  /// Adds those files that belong here.
  mutating func add(_ paths: Set<[UInt8]>) {
    guard folder != nil else {
      if isGone, paths.contains(path) { isGone = false }
      return
    }
    let names = paths.compactMap(name(of:))
    guard !names.isEmpty else { return }
    folder?.passedOver.subtract(names)
    folder?.names.merge(names)
  }

  /// Removes files: those of a folder by their names.
  mutating func remove(_ paths: Set<[UInt8]>, _ names: Set<[UInt8]>) {
    guard folder != nil else {
      if paths.contains(path) { isGone = true }
      return
    }
    guard !names.isEmpty else { return }
    if let asked = folder?.asked, names.contains(asked) { folder?.asked = nil }
    skip(Array(names))
  }
}
