import DecoderKit

/// The graphic control extension before a frame.
struct GIFControl {
  var disposal = FramePlacement.Disposal.keep
  var delay = 0
  var transparent: Int?

  init() {}

  /// The fields of an extension.
  init(flags: Int, delay: Int, transparent: Int) {
    switch flags >> 2 & 7 {
    case 2: disposal = .clear
    // Some writers mistake the value 3 for the field's third bit, and store 4.
    case 3, 4: disposal = .restore
    default: disposal = .keep
    }
    self.delay = delay
    self.transparent = flags & 1 == 1 ? transparent : nil
  }
}
