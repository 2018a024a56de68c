import CSlideFiles

/// Scanner formats that are opened differently.
enum SlideKind {
  /// A JPEG with a folder beside it.
  case mirax
  /// A text file that names the others.
  case hamamatsu
  /// A database.
  case sakura
  /// A TIFF or similar: all others.
  case tiff

  init(firstBytes: [UInt8]) {
    if firstBytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .mirax
    } else if firstBytes.starts(with: Array("SQLite format 3\0".utf8)) {
      self = .sakura
    } else if firstBytes.starts(with: [0x49, 0x49]) || firstBytes.starts(with: [0x4D, 0x4D]) {
      self = .tiff
    } else {
      self = .hamamatsu
    }
  }

  /// The folder in which the format expects other files.
  var companionFolder: String {
    if case .mirax = self { "slide/" } else { "" }
  }

  var fileName: String {
    switch self {
    case .mirax: "slide.mrxs"
    case .hamamatsu: "slide.vms"
    case .sakura: "slide.svslide"
    case .tiff: "slide.tif"
    }
  }
}
