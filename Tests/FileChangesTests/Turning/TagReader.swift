import DecoderKit
import Geometry

/// The decoders' reader of orientations, which shares no code with what turns files.
enum TagReader {
  static func tag(_ block: UnsafeRawBufferPointer) -> Int { Orientation(exifBlock: block).exif }

  static func tag(_ block: [UInt8]) -> Int { block.withUnsafeBytes { tag($0) } }

  /// The orientation in the first chunk of a name, in a PNG or WebP file.
  static func tag(inChunk name: String, of file: [UInt8], lengthComesFirst: Bool) -> Int? {
    let wanted = Array(name.utf8)
    for offset in 8..<max(8, file.count - 8) where file[offset...].starts(with: wanted) {
      let length =
        lengthComesFirst
        ? file[offset - 4..<offset].reduce(0) { $0 << 8 | Int($1) }
        : file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let start = offset + (lengthComesFirst ? 4 : 8)
      guard length <= file.count - start else { return nil }
      return tag(Array(file[start..<start + length]))
    }
    return nil
  }
}
