import Glibc

/// MIRAX, the one format whose files say nothing of themselves.
///
/// `slide.mrxs` is a small photograph of the glass, a JPEG; the slide lies in many files of a folder
/// `slide` beside it, which `Slidedat.ini` there describes.
enum MIRAXSlide {
  private static let ending = Array(".mrxs".utf8)

  /// Whether the file of a path belongs to such a slide.
  static func stands(at path: [UInt8]) -> Bool {
    guard path.count > ending.count, path.suffix(ending.count).elementsEqual(ending) else {
      return false
    }
    let description = path.dropLast(ending.count) + Array("/Slidedat.ini".utf8) + [0]
    return access(description.map { CChar(bitPattern: $0) }, R_OK) == 0
  }
}
