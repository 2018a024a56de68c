import DecoderProtocol
import Decoding
import Glibc
import Platform
import TilePlaces

/// One entry of the album: where the picture is, and how it got into the album.
struct AlbumEntry: Hashable, Sendable {
  /// The index of its command line argument.
  let argument: Int
  /// The path's bytes; the file is opened by exactly these, whatever their encoding.
  let path: [UInt8]
  /// How the entry got into the album.
  let origin: Origin
  /// The manifest's description of the picture; `nil` if no manifest names it.
  var canvas: Canvas?

  /// A manifest's description of one of its pictures.
  struct Canvas: Hashable, Sendable {
    /// The label to show; empty if it has none.
    var label: String
    /// Where the manifest came from.
    var origin: FetchOrigin
    /// The picture format that the manifest's file extension promises; `nil` if it promises none.
    var disguise: String?
  }

  /// How an entry got into the album.
  enum Origin: Hashable, Sendable {
    /// The user named it: if it can't be shown, the reason is shown.
    case named
    /// The file was found in a folder: if it is not a picture, it is skipped silently.
    case found
    case standardInput
    /// A web address that the user named.
    case address
    /// A web address from another program: no host is contacted before the user allows it.
    case sentAddress
    /// A template for tiles in a folder, named by the user.
    case tiles
    /// A pasted picture without a file.
    case pasted

    /// The origin of a command line argument that is not a folder.
    ///
    /// `isTyped` is false for one that another program named.
    init(ofArgument path: [UInt8], isTyped: Bool = true) {
      if path == Array("-".utf8) {
        self = .standardInput
      } else if WebName.isAddress(path) {
        self = isTyped ? .address : .sentAddress
      } else {
        self = NamedTiles(path: path) == nil ? .named : .tiles
      }
    }
  }

  /// True if it is a web address.
  var isAddress: Bool { origin == .address || origin == .sentAddress }

  /// Where its address came from, which decides what fetching it may do.
  var fetchOrigin: FetchOrigin { canvas?.origin ?? (origin == .sentAddress ? .file : .user) }
  /// The same entry under another path.
  func renamed(to path: [UInt8]) -> AlbumEntry {
    AlbumEntry(argument: argument, path: path, origin: origin)
  }

  /// True if it is a file with a path of its own.
  var isFile: Bool { origin == .named || origin == .found }

  /// The question to the user before contacting a host that a local file names.
  func question(forHost host: String) -> String {
    location(atHost: host) + ". Press Enter or click to fetch it."
  }

  /// The error's sentence in commands without a window.
  func sentence(for error: PictureFileError) -> String {
    guard case .needsNetwork(let host) = error else { return error.sentence }
    return location(atHost: host)
      + "; use --allow-network=\(escapedForDisplay(host.utf8)) to fetch it"
  }

  private func location(atHost host: String) -> String {
    let host = escapedForDisplay(host.utf8, limit: 200)
    guard origin != .sentAddress else { return "it is at \(host), and another program asks for it" }
    guard let disguise = canvas?.disguise else {
      return "it is at \(host), and a file on this disk names it"
    }
    return "the file is a description of a picture elsewhere, named as a \(disguise): "
      + "the picture is at \(host)"
  }

  /// The name to show: the last component of the path or address, escaped.
  var displayName: String {
    if origin == .standardInput { return "standard input" }
    if origin == .pasted { return "pasted picture" }
    if let canvas, !canvas.label.isEmpty { return escapedForDisplay(canvas.label.utf8) }
    if isAddress { return escapedForDisplay(WebName.title(path)) }
    if origin == .tiles { return escapedForDisplay(WebName.title(ofTemplate: path)) }
    return escapedForDisplay(Array(PathBytes.lastComponent(of: path)))
  }

  /// The whole path or address, escaped, to be copied.
  var copiedPath: String {
    isAddress ? escapedForDisplay(WebName.shown(path)) : displayPath
  }

  /// The path or address, escaped, for the start of error sentences.
  var displayPath: String {
    switch origin {
    case .standardInput: "standard input"
    case .pasted: "pasted picture"
    case .address, .sentAddress: escapedForDisplay(WebName.inSentences(path))
    case .named, .found, .tiles: escapedForDisplay(path)
    }
  }
}

/// Paths as the system has them: bytes separated by slashes, in no particular encoding.
package enum PathBytes {
  private static let slash = UInt8(ascii: "/")

  /// Returns the last component, ignoring trailing slashes.
  package static func lastComponent(of path: [UInt8]) -> ArraySlice<UInt8> {
    var end = path.count
    while end > 1 && path[end - 1] == slash { end -= 1 }
    let head = path[..<end]
    guard let last = head.dropLast(end > 1 ? 0 : 1).lastIndex(of: slash) else { return head }
    return head[(last + 1)...]
  }

  /// Returns the folder that contains a file, with its trailing slash; empty for the working
  /// directory.
  package static func folder(of path: [UInt8]) -> [UInt8] {
    guard let last = path.lastIndex(of: slash) else { return [] }
    return Array(path[...last])
  }

  /// True if a path depends on the process that opens it, such as `/dev/stdin`.
  static func isOfThisProcess(_ path: [UInt8]) -> Bool {
    ["/dev/fd/", "/dev/std", "/proc/self/", "/proc/thread-self/"].contains {
      path.starts(with: Array($0.utf8))
    }
  }

  /// Returns the absolute form of a path, without resolving links.
  package static func absolute(_ path: [UInt8]) -> [UInt8] {
    guard path.first != slash, let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let bytes = Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder)))
    return prefix(forEntriesOf: bytes) + path
  }

  /// Returns the prefix for the paths of a folder's entries.
  static func prefix(forEntriesOf folder: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder : folder + [slash]
  }
}

/// The kind of a command line argument, following links.
enum ArgumentKind: Hashable, Sendable {
  /// A regular file.
  case file
  case folder
  /// Standard input, `-`.
  case standardInput
  /// A web address.
  case address
  /// A pipe, a device, a socket, or a path that can't be examined.
  case other

  /// Determines the kind of a path without opening it.
  init(path: [UInt8]) {
    guard path != Array("-".utf8) else {
      self = .standardInput
      return
    }
    guard !WebName.isAddress(path) else {
      self = .address
      return
    }
    var status = stat()
    let isThere = path.withCPath { stat($0, &status) == 0 }
    guard isThere else {
      self = .other
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
