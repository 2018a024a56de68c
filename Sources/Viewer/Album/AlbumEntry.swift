import Platform

/// One place in the album: where a picture is, and how it came to be there.
struct AlbumEntry: Hashable, Sendable {
  /// Which of the command line's arguments it comes from, counted from 0.
  let argument: Int
  /// The path's bytes; they are opened exactly as they are, whatever their encoding.
  let path: [UInt8]
  /// How it came into the album.
  let origin: Origin

  /// How an entry came into the album.
  enum Origin: Hashable, Sendable {
    /// Somebody named it: if it can't be shown, they are told why.
    case named
    /// It lay in a folder: if it is no picture, it is passed over in silence.
    case found
    /// The standard input.
    case standardInput
  }

  /// What people are shown: the last part of the path, escaped.
  var displayName: String {
    if origin == .standardInput { return "standard input" }
    return escapedForDisplay(Array(PathBytes.lastComponent(of: path)))
  }

  /// The whole path, escaped, as error sentences begin.
  var displayPath: String {
    origin == .standardInput ? "standard input" : escapedForDisplay(path)
  }
}
