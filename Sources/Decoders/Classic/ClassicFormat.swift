import DecoderKit
import DecoderProtocol

/// The old formats that this decoder reads, each by bounds-checked Swift in a folder of its own.
enum ClassicFormat: CaseIterable {

  /// The codec of one page of a file, chosen by the file's first bytes.
  static func codec(of input: PictureInput, page: Int) throws(CodecError) -> any PictureCodec {
    let start = try input.bytes(at: 0, count: startBytes)
    guard let format = allCases.first(where: { $0.begins(start) }) else {
      throw CodecError(.corrupt, "the file is none of the old formats that this decoder reads")
    }
    return try format.codec(of: input, page: page)
  }

  /// Bytes of a file's start that tell its format.
  private static let startBytes = 4096

  /// True if a file of this format begins with these bytes.
  ///
  /// The viewer has already told these formats from all others; this only tells them apart.
  private func begins(_ start: [UInt8]) -> Bool {
    switch self {}
  }

  private func codec(of input: PictureInput, page: Int) throws(CodecError) -> any PictureCodec {
    switch self {}
  }
}
