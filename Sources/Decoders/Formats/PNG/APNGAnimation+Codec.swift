import CPNG
import DecoderKit
import DecoderProtocol
import Geometry
import Resampling

extension APNGAnimation {
  /// A codec that composes the frames on a canvas.
  ///
  /// libpng does not support animations: each frame is presented to it as a separate picture.
  func composed(in input: PictureInput) throws(CodecError) -> ComposedCodec {
    // Properties shared by all frames precede the picture.
    let reader = try PNGReader(input, .first)
    var header = try PictureHeader(reader.header)
    guard header.size == size else { throw .changed }
    if reader.header.is_interlaced {
      // No frame is larger than the canvas.
      guard let rows = checkedProduct(Int(reader.header.row_bytes), header.size.height) else {
        throw CodecError(.tooLarge, "the picture is too large to be decoded")
      }
      header.memory = .whole(bytes: rows)
    }
    let hasAlpha = reader.header.channels % 2 == 0
    let animation = self
    return try ComposedCodec(
      header, of: frames.map(\.placement), timing: frames.count > 1 ? timing : nil,
      missing: frames.count < statedCount ? ComposedCodec.cut : nil, isOpaque: { _ in !hasAlpha },
      open: { (index) throws(CodecError) in
        try APNGFrameRows(animation.frames[index], of: animation, in: input)
      })
  }
}
