/// The tags of a TIFF file or of an EXIF block, which has the same structure, and changes of them.
///
/// Only values of a fixed size change, in place; a missing orientation is added by a copy of the
/// first directory at the end, so that nothing moves to which an offset leads.
struct TIFFTags {
  /// A change of some bytes.
  struct Patch: Hashable {
    let offset: Int
    let bytes: [UInt8]
  }

  private enum Tag {
    static let width = 0x100
    static let orientation = 0x112
    static let subdirectories = 0x14A
    static let thumbnail = 0x201
    static let thumbnailCount = 0x202
    static let exif = 0x8769
    static let pixelWidth = 0xA002
    static let pixelHeight = 0xA003
    static let versionOfDNG = 0xC612
  }

  private let source: PictureBytes
  private let isLittle: Bool
  /// The first directory's offset.
  private let directory: Int
  private var patches: [Int: [UInt8]] = [:]
  /// The bytes to append.
  private(set) var appendix: [UInt8] = []

  /// Reads the header; `nil` if there is none, or if it is that of BigTIFF.
  init?(_ source: PictureBytes) {
    if source.begins(with: [0x49, 0x49, 42, 0]) {
      isLittle = true
    } else if source.begins(with: [0x4D, 0x4D, 0, 42]) {
      isLittle = false
    } else {
      return nil
    }
    self.source = source
    guard let directory = source.number(at: 4, bytes: 4, isLittle: isLittle), directory >= 8,
      source.number(at: directory, bytes: 2, isLittle: isLittle) != nil
    else { return nil }
    self.directory = directory
  }

  /// The changes, in the order of offsets.
  var changes: [Patch] {
    patches.sorted { $0.key < $1.key }.map { Patch(offset: $0.key, bytes: $0.value) }
  }

  /// The whole block with its changes.
  var changed: [UInt8] {
    var bytes = source.copy
    for (offset, patch) in patches {
      bytes.replaceSubrange(offset..<offset + patch.count, with: patch)
    }
    return bytes + appendix
  }

  private func number(_ offset: Int, _ bytes: Int) -> Int? {
    source.number(at: offset, bytes: bytes, isLittle: isLittle)
  }

  /// The number of entries; all of them, and the link after them, are inside.
  private func entryCount(of directory: Int) -> Int? {
    guard let count = number(directory, 2), count > 0,
      number(directory + 2 + count * 12, 4) != nil
    else { return nil }
    return count
  }

  /// The offset of a tag's first entry in a directory.
  private func entry(_ tag: Int, in directory: Int) -> Int? {
    guard let count = entryCount(of: directory) else { return nil }
    return (0..<count).map { directory + 2 + $0 * 12 }.first { number($0, 2) == tag }
  }

  /// Where a single whole number is, and its size in bytes; `nil` for other types.
  private func place(of entry: Int) -> (offset: Int, bytes: Int)? {
    guard number(entry + 4, 4) == 1 else { return nil }
    switch number(entry + 2, 2) {
    case 1: return (entry + 8, 1)
    case 3: return (entry + 8, 2)
    case 4: return (entry + 8, 4)
    default: return nil
    }
  }

  private func value(_ tag: Int, in directory: Int) -> Int? {
    entry(tag, in: directory).flatMap(place).flatMap { number($0.offset, $0.bytes) }
  }

  private mutating func set(_ tag: Int, in directory: Int, to value: Int) -> Bool {
    guard let place = entry(tag, in: directory).flatMap(place), value < 1 << (8 * place.bytes)
    else { return false }
    patches[place.offset] = bytes(of: value, count: place.bytes, isLittle: isLittle)
    return true
  }

  /// The offset of the second directory: the thumbnail's, or the next page's.
  private var second: Int? {
    guard let count = entryCount(of: directory),
      let next = number(directory + 2 + count * 12, 4), next >= 8, next != directory
    else { return nil }
    return next
  }

  /// A block with nothing but an orientation, 1 to 8.
  static func block(orientation: Int) -> [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
      + bytes(of: Tag.orientation, count: 2) + [0, 3, 0, 0, 0, 1]
      + bytes(of: orientation, count: 2) + [0, 0, 0, 0, 0, 0]
  }

  // MARK: The orientation

  /// The orientation, 1 to 8; 1 if there is none, or another number.
  var orientation: Int {
    let value = value(Tag.orientation, in: directory) ?? 1
    return (1...8).contains(value) ? value : 1
  }

  /// Sets the orientation, 1 to 8, and that of the thumbnail if it has one; returns false if there
  /// is no place for it.
  mutating func setOrientation(_ value: Int) -> Bool {
    if let second { _ = set(Tag.orientation, in: second, to: value) }
    if entry(Tag.orientation, in: directory) != nil {
      return set(Tag.orientation, in: directory, to: value)
    }
    return value == 1 || addOrientation(value)
  }

  private mutating func addOrientation(_ value: Int) -> Bool {
    guard let count = entryCount(of: directory), count < 0xFFFF else { return false }
    let padding = source.count % 2
    let offset = source.count + padding
    guard offset + count * 12 + 18 < 0xFFFF_FFFF else { return false }
    var entries = (0..<count).compactMap { source.part(directory + 2 + $0 * 12, count: 12)?.copy }
    // Entries are in the order of their tags.
    let place = (0..<count).first { (number(directory + 2 + $0 * 12, 2) ?? 0) > Tag.orientation }
    entries.insert(
      number(Tag.orientation) + number(3) + bytes(of: 1, count: 4, isLittle: isLittle)
        + number(value) + [0, 0], at: place ?? count)
    let link = source.part(directory + 2 + count * 12, count: 4)?.copy ?? [0, 0, 0, 0]
    appendix =
      [UInt8](repeating: 0, count: padding) + number(count + 1) + entries.flatMap { $0 } + link
    patches[4] = bytes(of: offset, count: 4, isLittle: isLittle)
    return true
  }

  private func number(_ value: Int) -> [UInt8] { bytes(of: value, count: 2, isLittle: isLittle) }

  // MARK: What follows the pixels

  /// Swaps the width and height that EXIF states.
  mutating func swapSize() {
    guard let exif = value(Tag.exif, in: directory),
      let width = value(Tag.pixelWidth, in: exif), let height = value(Tag.pixelHeight, in: exif)
    else { return }
    setSize(width: height, height: width)
  }

  /// Sets the width and height in pixels that EXIF states, where it does.
  mutating func setSize(width: Int, height: Int) {
    guard let exif = value(Tag.exif, in: directory) else { return }
    _ = set(Tag.pixelWidth, in: exif, to: width)
    _ = set(Tag.pixelHeight, in: exif, to: height)
  }

  /// Removes the thumbnail: its directory's link, and its bytes.
  ///
  /// Call it last: bytes that hold a directory or a change are left alone.
  mutating func dropThumbnail() {
    guard let second, let count = entryCount(of: directory) else { return }
    if let start = value(Tag.thumbnail, in: second),
      let size = value(Tag.thumbnailCount, in: second), size > 0,
      source.part(start, count: size) != nil, !isUsed(start..<start + size)
    {
      patches[start] = [UInt8](repeating: 0, count: size)
    }
    patches[directory + 2 + count * 12] = [0, 0, 0, 0]
  }

  /// True if bytes hold the header, a directory, or a change.
  private func isUsed(_ range: Range<Int>) -> Bool {
    let directories = [directory, second, value(Tag.exif, in: directory)].compactMap { $0 }
    return range.lowerBound < 8
      || directories.contains { start in
        range.overlaps(start..<start + 6 + (entryCount(of: start) ?? 0) * 12)
      }
      || patches.contains { range.overlaps($0.key..<$0.key + $0.value.count) }
  }

  // MARK: The kind of file

  /// True for more than one page or size, and for RAW files, most of which have this structure.
  var hasSeveralPictures: Bool {
    second != nil || entry(Tag.subdirectories, in: directory) != nil
      || entry(Tag.versionOfDNG, in: directory) != nil || isCanons
  }

  /// True for Canon's CR2, which says so in its header.
  private var isCanons: Bool {
    source.part(8, count: 3)?.begins(with: Array("CR".utf8) + [2]) == true
  }

  var hasPicture: Bool { entry(Tag.width, in: directory) != nil }
}
