/// The last step for a picture's pixels: a tone curve, and a blend mode in the last pass.
struct FinalPixelStep: Hashable {
  enum BlendMode: Hashable {
    /// The pixels are unchanged.
    case plain
    /// The pixels are blended over a checkerboard.
    case checker(Backdrop.Checker)
    /// The pixels are multiplied by an opacity, to be blended over what is below.
    case opacity(Float)
  }

  var blendMode: BlendMode
  /// The tone curve; `nil` shows finished pixels unchanged.
  var tones: ToneCurve?

  /// No tone curve and no blending.
  static let plain = FinalPixelStep(.plain)

  /// Creates an end from its parts.
  init(_ blendMode: BlendMode, tones: ToneCurve? = nil) {
    self.blendMode = blendMode
    self.tones = tones
  }

  /// Creates an end with an optional checkerboard behind it.
  init(_ checker: Backdrop.Checker?, tones: ToneCurve? = nil) {
    self.init(checker.map { .checker($0) } ?? .plain, tones: tones)
  }

  /// The end of a pass that is followed by another.
  var between: FinalPixelStep { FinalPixelStep(.plain, tones: tones) }

  /// The shader variant's part.
  var kind: Kind {
    let light: Kind.Light =
      switch tones?.source {
      case nil: .finished
      case .rgba8: .exposed
      case .rgba16f: tones?.display == nil ? .light : .curvedLight
      }
    let isMapped = tones?.maps ?? false
    switch blendMode {
    case .plain: return Kind(.plain, light, isMapped: isMapped)
    case .checker: return Kind(.checker, light, isMapped: isMapped)
    case .opacity: return Kind(.opacity, light, isMapped: isMapped)
    }
  }

  /// The checkerboard, if there is one.
  var checker: Backdrop.Checker? {
    if case .checker(let checker) = blendMode { checker } else { nil }
  }

  /// The properties of an end that select a shader variant.
  struct Kind: Hashable {
    enum BlendMode: Hashable {
      case plain
      case checker
      case opacity
    }

    enum Light: Hashable {
      /// Tiles hold finished pixels, shown unchanged.
      case finished
      /// Tiles hold finished pixels, which are exposed.
      case exposed
      /// Tiles hold linear light.
      case light
      /// Tiles hold linear light, and the display has transfer curves of its own.
      case curvedLight
    }

    /// True if tiles hold linear light.
    var holdsLight: Bool { light == .light || light == .curvedLight }

    var blendMode: BlendMode
    var light: Light
    /// True if light above white is tone-mapped, which takes powers per pixel.
    var isMapped: Bool

    /// True if colours are converted to linear light first.
    var isLit: Bool { light != .finished }

    init(_ blendMode: BlendMode, _ light: Light = .finished, isMapped: Bool = false) {
      self.isMapped = isMapped
      self.blendMode = blendMode
      self.light = light
    }

    static let plain = Kind(.plain)
    static let checker = Kind(.checker)
  }
}
