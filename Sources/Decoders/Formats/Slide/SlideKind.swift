import CSlideFiles

/// Scanners' formats, as far as they differ for who opens them.
enum SlideKind {
  /// A JPEG with a folder of its own beside it.
  case mirax
  /// A text that names files beside it.
  case hamamatsu
  /// A database.
  case sakura
  /// A TIFF, or what is much like one: all the others.
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

  /// Where it looks for other files.
  var companionFolder: String {
    if case .mirax = self { "slide/" } else { "" }
  }

  /// The name that OpenSlide is told.
  var fileName: String {
    switch self {
    case .mirax: "slide.mrxs"
    case .hamamatsu: "slide.vms"
    case .sakura: "slide.svslide"
    case .tiff: "slide.tif"
    }
  }
}
