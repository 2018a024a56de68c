import CQOI
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

/// The 14 bytes that a QOI file begins with.
///
/// The library tells them only together with the pixels.
struct QOIHeader: Sendable {
  static let byteCount = 14
  let size: PixelSize
  let hasAlpha: Bool
  /// Bytes of the whole file.
  let fileBytes: Int
  private let isLinear: Bool

  init(_ input: PictureInput) throws(CodecError) {
    let bytes = try input.bytes(at: 0, count: Self.byteCount)
    guard bytes.count == Self.byteCount, bytes.starts(with: "qoif".utf8) else {
      throw CodecError(.corrupt, "the file ends too early: nothing of the picture is left")
    }
    func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
    size = PixelSize(width: number(4), height: number(8))
    hasAlpha = bytes[12] == 4
    isLinear = Int32(bytes[13]) == QOI_LINEAR
    fileBytes = input.byteCount
  }

  /// The same for the codec.
  var picture: PictureHeader {
    get throws(CodecError) {
      let pixels = checkedProduct(size.width, size.height, hasAlpha ? 4 : 3)
      let memory = try MemoryClass.whole(pixels.map { $0 + fileBytes }, of: size)
      return PictureHeader(
        size: size, format: RowFormat(channels: hasAlpha ? .rgba : .rgb),
        color: isLinear ? .linear : .sRGB, hasAlpha: hasAlpha,
        memory: memory)
    }
  }
}
