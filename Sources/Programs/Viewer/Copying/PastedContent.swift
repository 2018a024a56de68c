import Decoding
import Platform
import Windowing

/// The contents of the clipboard or of a drop, as something to open.
enum PastedContent: Sendable {
  /// A picture's bytes, in an unnamed file.
  case picture(Shared<FileDescriptor>)
  /// Files and addresses, at least one.
  case names([[UInt8]])
  /// Nothing that can be opened.
  case nothing

  /// The forms that can be opened, the best first.
  ///
  /// A file is preferred to a picture, because it brings its folder's other pictures.
  static let targets =
    ["text/uri-list", "x-special/gnome-copied-files"] + pictures
    + ["UTF8_STRING", "text/plain;charset=utf-8", "STRING", "text/plain"]

  private static let pictures = [
    "image/png", "image/jpeg", "image/webp", "image/avif", "image/jxl", "image/tiff", "image/gif",
    "image/svg+xml", "image/bmp",
  ]

  /// The maximum number of names to open, and of their bytes to read.
  private static let mostNames = 10_000
  private static let mostBytes = 4 << 20

  /// Parses data received in one of the forms.
  init(_ data: ClipboardData, as target: String) {
    self = .nothing
    if Self.pictures.contains(target) {
      if let file = data.file { self = .picture(file) }
      return
    }
    let lines = data.start(limit: Self.mostBytes).split { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
    let isList = target.hasPrefix("text/uri-list") || target.hasPrefix("x-special")
    let names = lines.prefix(Self.mostNames).compactMap { line -> [UInt8]? in
      let name = Array(line)
      if isList { return Self.isAddress(name) ? name : nil }
      return Self.name(in: name)
    }
    // Open a text only if all of it is a name, not if it is a sentence.
    if !names.isEmpty, isList || names.count == 1 && lines.count == 1 { self = .names(names) }
  }

  private static func isAddress(_ name: [UInt8]) -> Bool {
    FileAddress.isAddress(name) || WebName.isAddress(name)
  }

  /// Returns the path or address in a text; `nil` if it is neither.
  private static func name(in text: [UInt8]) -> [UInt8]? {
    let name = text.trimmingSpaces
    if isAddress(name) { return name }
    if name.starts(with: Array("~/".utf8)) {
      return BaseFolder.home().map { $0 + name.dropFirst() }
    }
    return name.first == UInt8(ascii: "/") ? name : nil
  }
}

extension [UInt8] {
  fileprivate var trimmingSpaces: [UInt8] {
    let start = drop { $0 == 0x20 || $0 == 0x09 }
    return Array(start.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
  }
}

extension ClipboardData {
  /// An unnamed file with the bytes; `nil` if there are none, or the disk is full.
  fileprivate var file: Shared<FileDescriptor>? {
    switch self {
    case .file(let file, _): return file
    case .bytes(let bytes):
      guard !bytes.isEmpty, let file = try? UnnamedFile.create(in: UnnamedFile.folders()),
        (try? FileDescriptor.writeAll(bytes[...], to: file.number)) != nil
      else { return nil }
      return Shared(file)
    }
  }
}
