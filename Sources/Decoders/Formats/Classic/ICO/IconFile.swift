import DecoderKit
import DecoderProtocol

/// A Windows icon or cursor: one picture in several sizes, which are its pages.
struct IconFile {
  private let input: PictureInput
  /// Sorted by size, largest first; equal sizes by bits per pixel, most first.
  private let entries: [IconEntry]

  /// True if `start` is that of an icon or cursor, and not of a TGA file, which may look alike.
  static func begins(_ start: [UInt8]) -> Bool {
    start.count > 6 && start.starts(with: [0, 0]) && [1, 2].contains(start[2]) && start[3] == 0
      && start[4] | start[5] > 0
  }

  /// Reads the directory and each picture's header; skips damaged ones.
  init(_ input: PictureInput) throws(CodecError) {
    self.input = input
    let start = try input.bytes(at: 0, count: 6)
    guard start.count == 6 else {
      throw CodecError(.corrupt, "the file ends too early; no part of the picture can be shown")
    }
    let count = min(Int(start[4]) | Int(start[5]) << 8, Self.mostEntries)
    var entries: [IconEntry] = []
    var failure: CodecError?
    for index in 0..<count {
      let bytes = try input.bytes(at: 6 + 16 * index, count: 16)
      guard bytes.count == 16 else { break }
      do throws(CodecError) {
        entries.append(try IconEntry(input, entry: bytes))
      } catch {
        failure = failure ?? error
      }
    }
    guard !entries.isEmpty else {
      throw failure ?? CodecError(.corrupt, "the icon is damaged (it has no picture)")
    }
    func rank(_ index: Int) -> (Int, Int, Int) {
      (-(entries[index].size.area ?? .max), -entries[index].bits, index)
    }
    self.entries = entries.indices.sorted { rank($0) < rank($1) }.map { entries[$0] }
  }

  /// The maximum number of entries to read.
  private static let mostEntries = 256

  func codec(page: Int) throws(CodecError) -> any PictureCodec {
    guard entries.indices.contains(page) else {
      throw CodecError(.other, "the file has no page \(page)")
    }
    let (input, entry) = (input, entries[page])
    let header = try entry.header(of: input, frameCount: entries.count)
    return WholePictureCodec(header, of: input, page: page) { (_) throws(CodecError) in
      try entry.picture(of: input)
    }
  }
}
