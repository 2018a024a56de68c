import Glibc

/// Why a picture could not be made.
struct PictureError: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// What the system says of a path.
  static func system(_ path: String) -> PictureError {
    PictureError("\(path): \(String(cString: strerror(errno)))")
  }
}
