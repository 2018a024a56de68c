import CSlideFiles
import DecoderKit
import DecoderProtocol

/// The made-up names by which OpenSlide finds a slide's files; it never sees real ones.
enum SlideFiles {
  /// The folder of all names.
  static let folder = "/nonexistent/"

  /// Names the picture's file, by its first bytes, and its companions.
  ///
  /// Returns the name to open. OpenSlide recognises some scanners by the file name's ending.
  static func name(
    _ input: PictureInput, _ companions: SlideCompanions
  ) throws(CodecError) -> String {
    let kind = SlideKind(firstBytes: try input.bytes(at: 0, count: 64))
    let name = folder + kind.fileName
    // There is room for more companions than can be opened; too long a name counts as missing.
    _ = fresnel_slide_name_file(name, input.descriptor)
    for file in companions.files {
      _ = fresnel_slide_name_file(folder + kind.companionFolder + file.name, file.descriptor)
    }
    return name
  }
}

/// Scanner formats that are opened differently.
enum SlideKind {
  /// A JPEG with a folder beside it.
  case mirax
  /// A text that names other files.
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

  /// The file name for OpenSlide.
  var fileName: String {
    switch self {
    case .mirax: "slide.mrxs"
    case .hamamatsu: "slide.vms"
    case .sakura: "slide.svslide"
    case .tiff: "slide.tif"
    }
  }
}
