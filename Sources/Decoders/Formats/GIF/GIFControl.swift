import DecoderKit

/// What a file says of its next frame, in an extension before it.
struct GIFControl {
  var disposal = FramePlacement.Disposal.keep
  var delay = 0
  var transparent: Int?

  init() {}

  /// The fields of an extension.
  init(flags: Int, delay: Int, transparent: Int) {
    switch flags >> 2 & 7 {
    case 2: disposal = .clear
    // Some writers take the wish for one of the field's bits.
    case 3, 4: disposal = .restore
    default: disposal = .keep
    }
    self.delay = delay
    self.transparent = flags & 1 == 1 ? transparent : nil
  }
}
