import DecoderKit
import DecoderProtocol

/// Windows' icon or cursor: one picture in several sizes, which are pages here.
struct IconFile {
  private let input: PictureInput
  /// The largest first; of the same size, that of the most bits.
  private let entries: [IconEntry]

  /// True if bytes are the start of an icon or a cursor, and not of a TGA file, which may begin so.
  static func begins(_ start: [UInt8]) -> Bool {
    start.count > 6 && start.starts(with: [0, 0]) && [1, 2].contains(start[2]) && start[3] == 0
      && start[4] | start[5] > 0
  }

  /// Reads the directory and the header of each picture; damaged ones are left out.
  init(_ input: PictureInput) throws(CodecError) {
    self.input = input
    let start = try input.bytes(at: 0, count: 6)
    guard start.count == 6 else {
      throw CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
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

  /// As many as there may be.
  private static let mostEntries = 256

  /// The codec of one of its pictures.
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
