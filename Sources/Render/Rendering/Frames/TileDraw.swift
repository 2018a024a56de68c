import Geometry
import Tiles

/// A piece of a frame: device pixels, the tile that they come from, and the sampling.
package struct TileDraw: Hashable, Sendable {
  /// How texels are sampled.
  package enum Sampling: Hashable, Sendable {
    /// One texel is one pixel, unchanged.
    case texelForPixel
    /// Nearest: texels are shown as squares.
    case crisp
    /// Bilinear.
    case smooth
  }

  /// The tile.
  package var key: TileKey
  /// The device pixels to fill; except under a fade, no other draw of the frame has any of them.
  package var pixels: PixelRect
  /// The rectangle of the whole tile, without overlap.
  package var deviceRect: Rect
  /// The mapping from the pixels to texels.
  package var texels: TexelMap
  /// How texels become pixels.
  package var sampling: Sampling
  /// The opacity over what was drawn there before.
  package var opacity = 1.0

  /// Returns the same draw for a part of its pixels.
  func part(_ pixels: PixelRect) -> TileDraw {
    var part = self
    part.texels = texels.moved(
      right: pixels.minX - self.pixels.minX, down: pixels.minY - self.pixels.minY)
    part.pixels = pixels
    return part
  }
}

/// The last step for a picture's pixels: a tone curve, and a blend mode in the last pass.
struct PixelEnd: Hashable {
  /// The blend mode.
  enum Meeting: Hashable {
    /// The pixels are unchanged.
    case plain
    /// The pixels are blended over a checkerboard.
    case checker(Backdrop.Checker)
    /// The pixels are multiplied by an opacity, to be blended over what is below.
    case opacity(Float)
  }

  /// The blend mode.
  var meeting: Meeting
  /// The tone curve; `nil` shows finished pixels unchanged.
  var tones: ToneCurve?

  /// No tone curve and no blending.
  static let plain = PixelEnd(.plain)

  /// Creates an end from its parts.
  init(_ meeting: Meeting, tones: ToneCurve? = nil) {
    self.meeting = meeting
    self.tones = tones
  }

  /// Creates an end with an optional checkerboard behind it.
  init(_ checker: Backdrop.Checker?, tones: ToneCurve? = nil) {
    self.init(checker.map { .checker($0) } ?? .plain, tones: tones)
  }

  /// The end of a pass that is followed by another.
  var between: PixelEnd { PixelEnd(.plain, tones: tones) }

  /// The shader variant's part.
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

  /// The checkerboard, if there is one.
  var checker: Backdrop.Checker? {
    if case .checker(let checker) = meeting { checker } else { nil }
  }

  /// The properties of an end that select a shader variant.
  struct Kind: Hashable {
    enum Meeting: Hashable {
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

    var meeting: Meeting
    var light: Light
    /// True if light above white is tone-mapped, which takes powers per pixel.
    var isMapped: Bool

    /// True if colours are converted to linear light first.
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

extension PixelRect {
  /// Creates the rectangle of device pixels whose centres are inside `rect`, as a GPU rasterises
  /// it.
  ///
  /// Rectangles that share an edge also share it here: no pixel is in both or in neither.
  init(centersIn rect: Rect) {
    // Two computations of the same edge may differ in the last bit: ties must not round both ways.
    func first(_ edge: Double) -> Int {
      Int(max(-1e9, min(1e9, (edge - 0.5 - 1e-6).rounded(.up))))
    }
    self.init(
      minX: first(rect.minX), minY: first(rect.minY), maxX: first(rect.maxX),
      maxY: first(rect.maxY))
  }

  /// Appends what is left after subtracting `other`, at most four rectangles, to a list.
  func subtract(_ other: PixelRect, into rest: inout [PixelRect]) {
    let common = intersection(other)
    guard !common.isEmpty else {
      if !isEmpty { rest.append(self) }
      return
    }
    func add(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) {
      if maxX > minX && maxY > minY {
        rest.append(PixelRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
      }
    }
    add(minX, minY, maxX, common.minY)
    add(minX, common.minY, common.minX, common.maxY)
    add(common.maxX, common.minY, maxX, common.maxY)
    add(minX, common.maxY, maxX, maxY)
  }
}
