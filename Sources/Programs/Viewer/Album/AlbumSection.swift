import DecoderProtocol
import TilePlaces

/// What one argument of the command line brings into the album.
struct AlbumSection: Sendable {
  /// Which argument, counted from 0.
  let argument: Int
  /// Its bytes.
  let path: [UInt8]
  private let origin: AlbumEntry.Origin
  /// Whether it is known what the argument is.
  var isClassified: Bool
  /// The folder that it is, or that it brings; `nil` for a picture by itself.
  var folder: Folder?
  /// Whether it is known which of its names are pictures'.
  var isExamined: Bool
  /// Whether it is a file by itself that is gone.
  var isGone = false
  /// The pictures of the manifest that it is; their names in `folder` are their numbers.
  private var canvases: [AlbumEntry] = []

  /// A folder, as far as it has been listed.
  struct Folder: Sendable {
    /// What the entries' paths begin with.
    let prefix: [UInt8]
    /// The names that may be pictures.
    var names = NameList()
    /// The name that the command line asked for; it stays, whatever it is.
    var asked: [UInt8]?
    /// Names that turned out to be no pictures.
    var passedOver: Set<[UInt8]> = []
    /// Whether all of it has been read.
    var isComplete = false
    /// Whether the name that was asked for lay in it, as others do.
    var hasListedAsked = false
    /// A name that is gone, and that the album's place is still at.
    var left: [UInt8]?

    /// The path to list; a file named without one is in the working directory.
    var listedPath: [UInt8] { prefix.isEmpty ? Array(".".utf8) : prefix }
  }

  /// An argument that nobody has looked at yet.
  init(argument: Int, path: [UInt8]) {
    self.argument = argument
    self.path = path
    origin = AlbumEntry.Origin(ofArgument: path)
    isClassified = origin != .named
    isExamined = true
  }

  /// How many entries there are now: a folder with no pictures is one itself once that is known,
  /// so that its place says what is wrong.
  var count: Int {
    guard let folder else { return isGone ? 0 : 1 }
    return folder.names.count > 0 ? folder.names.count : folder.isComplete ? 1 : 0
  }

  /// The entry at a place that is less than `count`.
  subscript(index: Int) -> AlbumEntry {
    if canvases.indices.contains(index) { return canvases[index] }
    guard let folder, let name = name(at: index) else {
      return AlbumEntry(argument: argument, path: path, origin: origin)
    }
    if name == folder.asked { return AlbumEntry(argument: argument, path: path, origin: .named) }
    return AlbumEntry(argument: argument, path: folder.prefix + name, origin: .found)
  }

  /// The name in the folder at a place; `nil` for a picture by itself.
  func name(at index: Int) -> [UInt8]? {
    guard let folder, index < folder.names.count else { return nil }
    return folder.names[index]
  }

  /// The argument is a folder: its pictures stand in its place from now on.
  mutating func becomeFolder() {
    isClassified = true
    isExamined = false
    folder = Folder(prefix: PathBytes.prefix(forEntriesOf: path))
  }

  /// The argument is a file alone, which brings the folder that it is in.
  mutating func becomeFolder(around file: [UInt8]) {
    isClassified = true
    isExamined = false
    let name = Array(PathBytes.lastComponent(of: file))
    var folder = Folder(prefix: PathBytes.folder(of: file), asked: name)
    folder.names.merge([name])
    self.folder = folder
  }

  /// The argument is a manifest: its pictures stand in its place from now on.
  mutating func become(_ canvases: [CanvasDescription], from origin: FetchOrigin) {
    isClassified = true
    let disguise = origin == .file ? PictureEnding.format(of: path) : nil
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

  /// Whether it is the folder that somebody's naming a file in it alone has brought.
  func isBroughtBy(_ entry: AlbumEntry) -> Bool {
    entry.origin == .named && folder?.asked != nil && canvases.isEmpty
  }

  /// Takes a longer list of the folder's names in place of the one before; a manifest has names of
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

  /// Whether it is a folder that can be read again.
  var isListed: Bool { folder?.isComplete == true && canvases.isEmpty }

  /// Takes what a folder holds now: what was no picture may be one by now, and what is gone goes,
  /// except for the name that the album's place is at.
  mutating func refresh(_ names: NameList, keeping place: [UInt8]?) {
    guard isListed, var folder else { return }
    folder.names = names
    folder.passedOver = []
    folder.left = nil
    if let asked = folder.asked, names.index(of: asked) == nil {
      // One that is hidden, or no regular file, never lay among the others.
      if folder.hasListedAsked { folder.asked = nil } else { folder.names.insert(asked) }
    }
    if let place, folder.names.index(of: place) == nil {
      folder.names.insert(place)
      folder.left = place
    }
    self.folder = folder
    isExamined = false
  }

  /// Takes the name out that is gone, unless the place is still at it.
  mutating func forget(except place: [UInt8]?) {
    guard let left = folder?.left, left != place else { return }
    folder?.names.remove(left)
    folder?.left = nil
  }

  /// Names in the folder are no pictures; the one that was asked for stays.
  mutating func passOver(_ names: [[UInt8]]) {
    let names = names.filter { $0 != folder?.asked }
    folder?.passedOver.formUnion(names)
    folder?.names.removeAll(names)
  }

  /// A name in the folder is no picture.
  mutating func passOver(_ name: [UInt8]) {
    folder?.passedOver.insert(name)
    folder?.names.remove(name)
  }
}
