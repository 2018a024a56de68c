import DecoderKit

/// A frame's properties, and the location of its pixels.
struct GIFFrame {
  var placement: FramePlacement
  let isInterlaced: Bool
  /// The delay in hundredths of a second.
  let delay: Int
  /// The location of its palette, local or global; `nil` if there is none.
  let palette: Range<Int>?
  /// The transparent colour's index.
  let transparent: Int?
  /// The offset of the code size, which is followed by the sub-blocks.
  let data: Int
  /// True if the file ends within its sub-blocks.
  let isCut: Bool
  /// The number of the frame's pixels in the file, if they were counted and some are missing.
  let pixels: Int?

  /// True if some of the frame's pixels are known to be missing.
  var hasGaps: Bool { isCut || pixels != nil }

  /// True if some of the frame's pixels may be transparent.
  var hasAlpha: Bool { transparent != nil || hasGaps }
}
