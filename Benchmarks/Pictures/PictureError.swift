import Glibc

/// The reason why a picture could not be made.
struct PictureError: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }

  /// Returns the system's last error for a path.
  static func system(_ path: String) -> PictureError {
    PictureError("\(path): \(String(cString: strerror(errno)))")
  }
}
