import CZip
import DecoderKit
import DecoderProtocol
import Glibc

/// An archive with a picture's description and its tiles, read by libzip.
///
/// Names in it are only looked up, and never opened as files.
final class TileArchive: MemberArchive {
  private let bytes: ArchiveBytes
  private let archive: OpaquePointer
  /// The prefix of all tile names.
  private let prefix: String
  private let description: UInt64

  /// The longest name that is considered.
  private static let longestName = 1024

  init(_ input: PictureInput, _ progress: ArchiveProgress) throws(CodecError) {
    bytes = ArchiveBytes(input, progress)
    let source = try bytes.makeSource()
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    errno = 0
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      // libzip reports running out of memory in the table of contents as damage.
      let sentence = errno == ENOMEM ? Self.tooMany : Self.sentence(of: &error)
      zip_source_free(source)
      throw CodecError(.corrupt, sentence)
    }
    self.archive = archive
    guard let found = Self.description(in: archive, progress) else {
      zip_discard(archive)
      throw CodecError(.unsupported, "the archive contains no tiled picture")
    }
    description = found.index
    prefix = found.prefix
  }

  deinit { zip_discard(archive) }

  /// Unpacks a member: the description if the path is empty, else the tile at a path below the
  /// tiles' folder.
  func member(
    _ path: String, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Int? {
    guard !path.isEmpty else { return try unpack(description, into: buffer) }
    let index = zip_name_locate(archive, prefix + path, 0)
    return index < 0 ? nil : try unpack(UInt64(index), into: buffer)
  }

  private func unpack(
    _ index: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(CodecError) -> Int {
    guard let file = zip_fopen_index(archive, index, 0) else {
      throw CodecError(.corrupt, Self.sentence(of: zip_get_error(archive)))
    }
    defer { zip_fclose(file) }
    var done = 0
    while done < buffer.count, let base = buffer.baseAddress {
      let got = zip_fread(file, base + done, UInt64(buffer.count - done))
      guard got >= 0 else {
        throw CodecError(.corrupt, Self.sentence(of: zip_file_get_error(file)))
      }
      if got == 0 { return done }
      done += Int(got)
    }
    // The data may fill the buffer exactly; its declared length is not trusted.
    var more: UInt8 = 0
    guard zip_fread(file, &more, 1) == 0 else {
      throw CodecError(
        .tooLarge, "a file in the archive is larger than a tile can be")
    }
    return done
  }

  // MARK: Finding the description

  /// The description nearest the archive's root, Deep Zoom before others; and the prefix of its
  /// tiles' names.
  private static func description(
    in archive: OpaquePointer, _ progress: ArchiveProgress
  ) -> (index: UInt64, prefix: String)? {
    var best: (index: UInt64, prefix: String, rank: Int)?
    for index in 0..<UInt64(max(0, zip_get_num_entries(archive, 0))) {
      if index & 0xFFFF == 0 { progress.report() }
      guard let text = zip_get_name(archive, index, 0),
        strnlen(text, longestName + 1) <= longestName
      else { continue }
      // Most entries are tiles, which are not worth creating a string for.
      guard isDescription(text), let (prefix, rank) = place(of: String(cString: text)),
        best.map({ rank < $0.rank }) ?? true
      else { continue }
      best = (index, prefix, rank)
    }
    return best.map { ($0.index, $0.prefix) }
  }

  private static let names = ["ImageProperties.xml", "info.json"]

  private static func isDescription(_ text: UnsafePointer<CChar>) -> Bool {
    let length = strlen(text)
    if length > 4, strcasecmp(text + (length - 4), ".dzi") == 0 { return true }
    return names.contains { name in
      let count = name.utf8.count
      return length >= count && strcmp(text + (length - count), name) == 0
    }
  }

  /// The tile prefix for a description's name, and its rank; the lowest rank wins.
  private static func place(of name: String) -> (prefix: String, rank: Int)? {
    let depth = name.utf8.count { $0 == UInt8(ascii: "/") }
    if name.lowercased().hasSuffix(".dzi") {
      return (name.dropLast(".dzi".count) + "_files/", 2 * depth)
    }
    let folder = name.lastIndex(of: "/").map { name[...$0] } ?? ""
    guard names.contains(String(name[folder.endIndex...])) || folder.isEmpty && names.contains(name)
    else { return nil }
    return (String(folder), 2 * depth + 1)
  }

  // MARK: Errors

  private static let tooMany = "the archive has too many files"

  private static func sentence(of error: UnsafeMutablePointer<zip_error_t>?) -> String {
    guard let error else { return "the archive can't be read" }
    switch zip_error_code_zip(error) {
    case ZIP_ER_NOPASSWD, ZIP_ER_WRONGPASSWD: return "the archive needs a password"
    case ZIP_ER_COMPNOTSUPP, ZIP_ER_ENCRNOTSUPP:
      return "the archive's compression is not supported"
    case ZIP_ER_MEMORY: return tooMany
    default:
      // Newer libzip headers declare it as never nil.
      let text: UnsafePointer<CChar>? = zip_error_strerror(error)
      let words = text.map { String(cString: $0).lowercased() } ?? ""
      return "the archive is damaged" + (words.isEmpty ? "" : " (\(words))")
    }
  }
}
