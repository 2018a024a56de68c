import DecoderProtocol
import Decoding
import Glibc
import Platform
import TilePlaces

/// One place in the album: where a picture is, and how it came to be there.
struct AlbumEntry: Hashable, Sendable {
  /// Which of the command line's arguments it comes from, counted from 0.
  let argument: Int
  /// The path's bytes; they are opened exactly as they are, whatever their encoding.
  let path: [UInt8]
  /// How it came into the album.
  let origin: Origin
  /// What a manifest says of it that named it.
  var canvas: Canvas?

  /// What a manifest says of one of its pictures.
  struct Canvas: Hashable, Sendable {
    /// What people call it; empty where it has no label.
    var label: String
    /// Where the manifest came from.
    var origin: FetchOrigin
    /// The format that the name of the manifest's file promises; `nil` where it promises none.
    var disguise: String?
  }

  /// How an entry came into the album.
  enum Origin: Hashable, Sendable {
    /// Somebody named it: if it can't be shown, they are told why.
    case named
    /// It lay in a folder: if it is no picture, it is passed over in silence.
    case found
    /// The standard input.
    case standardInput
    /// Somebody named it, and it is an address of the web.
    case address
    /// Somebody named tiles in a folder by a template.
    case tiles

    /// How an argument of the command line comes in that is no folder.
    init(ofArgument path: [UInt8]) {
      if path == Array("-".utf8) {
        self = .standardInput
      } else if WebName.isAddress(path) {
        self = .address
      } else {
        self = NamedTiles(path: path) == nil ? .named : .tiles
      }
    }
  }

  /// Whether it is a file with a place of its own.
  var isFile: Bool { origin == .named || origin == .found }

  /// What the user is asked before a host that a file on the disk names is asked for it.
  func question(forHost host: String) -> String {
    whereItLies(atHost: host) + ". Press Enter or click to fetch it from there."
  }

  /// The sentence of an error, as commands without a window say it.
  func sentence(for error: PictureFileError) -> String {
    guard case .needsNetwork(let host) = error else { return error.sentence }
    return whereItLies(atHost: host)
      + "; --allow-network=\(escapedForDisplay(host.utf8)) fetches it from there"
  }

  private func whereItLies(atHost host: String) -> String {
    let host = escapedForDisplay(host.utf8, limit: 200)
    guard let disguise = canvas?.disguise else {
      return "it lies at \(host), which a file on this disk names"
    }
    return "the file is a description of a picture elsewhere, named as a \(disguise): "
      + "the picture lies at \(host)"
  }

  /// What people are shown: the last part of the path or of the address, escaped.
  var displayName: String {
    if origin == .standardInput { return "standard input" }
    if let canvas, !canvas.label.isEmpty { return escapedForDisplay(canvas.label.utf8) }
    if origin == .address { return escapedForDisplay(WebName.title(path)) }
    if origin == .tiles { return escapedForDisplay(WebName.title(ofTemplate: path)) }
    return escapedForDisplay(Array(PathBytes.lastComponent(of: path)))
  }

  /// The whole path or address, escaped, as error sentences begin.
  var displayPath: String {
    switch origin {
    case .standardInput: "standard input"
    case .address: escapedForDisplay(WebName.shown(path))
    case .named, .found, .tiles: escapedForDisplay(path)
    }
  }
}

/// Paths as the system has them: bytes between slashes, of no particular encoding.
package enum PathBytes {
  private static let slash = UInt8(ascii: "/")

  /// What follows the last slash; of a path that ends in slashes, the part before them.
  package static func lastComponent(of path: [UInt8]) -> ArraySlice<UInt8> {
    var end = path.count
    while end > 1 && path[end - 1] == slash { end -= 1 }
    let head = path[..<end]
    guard let last = head.dropLast(end > 1 ? 0 : 1).lastIndex(of: slash) else { return head }
    return head[(last + 1)...]
  }

  /// The folder that a file's path is in, with its last slash; empty for the working directory.
  package static func folder(of path: [UInt8]) -> [UInt8] {
    guard let last = path.lastIndex(of: slash) else { return [] }
    return Array(path[...last])
  }

  /// A folder's path as its entries' paths begin.
  static func prefix(forEntriesOf folder: [UInt8]) -> [UInt8] {
    folder.isEmpty || folder.last == slash ? folder : folder + [slash]
  }
}

/// What an argument of the command line is, links followed.
enum ArgumentKind: Hashable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// `-`.
  case standardInput
  /// An address of the web.
  case address
  /// A pipe, a device, a socket, or nothing that can be looked at.
  case other

  /// Looks at a path without opening it.
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
