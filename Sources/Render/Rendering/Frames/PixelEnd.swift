/// What becomes of a picture's pixels: as light, and at the end of the last pass over it.
struct PixelEnd: Hashable {
  /// What they meet last of all.
  enum Meeting: Hashable {
    /// They stay as they are.
    case plain
    /// They are laid over a checkerboard.
    case checker(Backdrop.Checker)
    /// They are multiplied by a share, to lie over what is below.
    case opacity(Float)
  }

  /// What they meet last of all.
  var meeting: Meeting
  /// What is done to their light; `nil` where they are shown as they are finished.
  var tones: ToneCurve?

  /// Pixels that stay as they are.
  static let plain = PixelEnd(.plain)

  /// An end of its parts.
  init(_ meeting: Meeting, tones: ToneCurve? = nil) {
    self.meeting = meeting
    self.tones = tones
  }

  /// The end of what has a checkerboard behind it, or none.
  init(_ checker: Backdrop.Checker?, tones: ToneCurve? = nil) {
    self.init(checker.map { .checker($0) } ?? .plain, tones: tones)
  }

  /// The end of a pass that another one follows.
  var between: PixelEnd { PixelEnd(.plain, tones: tones) }

  /// Which programs draw it.
  var kind: Kind {
    let light: Kind.Light =
      switch tones?.source {
      case nil: .finished
      case .rgba8: .exposed
      case .rgba16f: tones?.display == nil ? .light : .curvedLight
      }
    let isMapped = tones?.maps ?? false
    switch meeting {
    case .plain: return Kind(.plain, light, isMapped: isMapped)
    case .checker: return Kind(.checker, light, isMapped: isMapped)
    case .opacity: return Kind(.opacity, light, isMapped: isMapped)
    }
  }

  /// The checkerboard, where there is one.
  var checker: Backdrop.Checker? {
    if case .checker(let checker) = meeting { checker } else { nil }
  }

  /// The ends that shaders differ in.
  struct Kind: Hashable {
    enum Meeting: Hashable {
      case plain
      case checker
      case opacity
    }

    enum Light: Hashable {
      /// Tiles hold finished pixels, and nothing is done to their light.
      case finished
      /// Tiles hold finished pixels, which are exposed.
      case exposed
      /// Tiles hold light.
      case light
      /// Tiles hold light, and the display encodes it by curves of its own.
      case curvedLight
    }

    /// Whether tiles hold light.
    var holdsLight: Bool { light == .light || light == .curvedLight }

    var meeting: Meeting
    var light: Light
    /// Whether anything is brighter than white, and mapped below it: that takes powers a pixel.
    var isMapped: Bool

    /// Whether colours are light before anything is done to them.
    var isLit: Bool { light != .finished }

    init(_ meeting: Meeting, _ light: Light = .finished, isMapped: Bool = false) {
      self.isMapped = isMapped
      self.meeting = meeting
      self.light = light
    }

    static let plain = Kind(.plain)
    static let checker = Kind(.checker)
  }
}
