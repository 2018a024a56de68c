import DecoderKit
import Geometry

/// A frame of a file: what stands before its pixels, and where they lie.
struct GIFFrame {
  var placement: FramePlacement
  let isInterlaced: Bool
  /// Where its colours lie: its own, or all frames'; `nil` where there are none.
  let palette: Range<Int>?
  /// The colour that is transparent.
  let transparent: Int?
  /// Where the size of the codes stands, and behind it their blocks.
  let data: Int
  /// Whether the file ends before its blocks do.
  let isCut: Bool

  /// Whether some of its pixels may be transparent.
  var hasAlpha: Bool { transparent != nil || isCut }
}

/// What a file says of its next frame, in an extension before it.
struct GIFControl {
  var disposal = FramePlacement.Disposal.keep
  var transparent: Int?

  init() {}

  /// The fields of an extension.
  init(flags: Int, transparent: Int) {
    switch flags >> 2 & 7 {
    case 2: disposal = .clear
    // Some writers take the wish for one of the field's bits.
    case 3, 4: disposal = .restore
    default: disposal = .keep
    }
    self.transparent = flags & 1 == 1 ? transparent : nil
  }
}
