import CSlideFiles
import DecoderKit
import DecoderProtocol

/// The names by which OpenSlide finds the files of a slide: invented ones, as no real one is told.
enum SlideFiles {
  /// Where all of them seem to lie.
  static let folder = "/nonexistent/"

  /// Names the picture's file, and those beside it, by what its first bytes say that it is.
  ///
  /// The answer is the name to open. OpenSlide tells some scanners by the name's ending.
  static func name(
    _ input: PictureInput, _ companions: SlideCompanions
  ) throws(CodecError) -> String {
    let kind = SlideKind(firstBytes: try input.bytes(at: 0, count: 64))
    let name = folder + kind.fileName
    // There are fewer companions than there is room; too long a name is one that is not there.
    _ = fresnel_slide_name_file(name, input.descriptor)
    for file in companions.files {
      _ = fresnel_slide_name_file(folder + kind.companionFolder + file.name, file.descriptor)
    }
    return name
  }
}

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
