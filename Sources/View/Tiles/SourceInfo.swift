import Geometry

/// What a source tells of itself, once it knows.
public struct SourceInfo: Hashable, Sendable {
  /// Its natural size, its scales, and how its tiles are cut; upright, the orientation that a file
  /// names is applied already.
  public var levels: SourceLevels
  /// The orientation that was applied.
  public var orientation: Orientation
  /// Frames or pages; 0 while nobody knows.
  public var frameCount: Int
  /// Whether frames follow each other in time, rather than being pages.
  public var isTimed: Bool
  /// How often timed frames are shown, 0 for without end.
  public var loops: Int
  /// Whether any pixel may be translucent.
  public var hasAlpha: Bool
  /// Whether tiles can be read in any order at no extra cost, without a pass over the picture.
  public var isRandomAccess: Bool
  /// Whether it takes much longer to decode the picture than to make tiles of it: where these are
  /// few, or processors many, a pass makes those of two views in the time of one.
  public var decodesSlowly = false
  /// Of which views a preview comes much sooner than the exact one.
  public var preview: Preview
  /// How much brighter than white its brightest pixels are; 1 for pictures of the ordinary kind.
  public var headroom: Double
  /// How the display encodes the light of its tiles, where they are that; `nil` as sRGB.
  public var displayCurves: DisplayCurves?
  /// Pixels per inch as the source names them; `nil` where it names none.
  public var resolution: Point?
  /// The names of its pages, in order; empty where they have none.
  public var pageNames: [String]
  /// Whether each tile is long on its way, as over a network: a coarse view of all is asked for
  /// before what is sharper, so that there is something to see.
  public var isFar = false

  /// Of which views a preview comes much sooner.
  public enum Preview: UInt8, Hashable, Sendable {
    /// Of none.
    case none = 0
    /// Of those at up to five fourteenths of the picture's scale (`densityOfSmall`); it is hardly
    /// less sharp than they are.
    case small = 1
    /// Of all, at an eighth of the picture's scale: larger ones are blurred.
    case coarse = 2
    /// Of all, by a picture of its own that whoever made the file put into it: a camera, say.
    case embedded = 3
    /// Of those at up to half of the picture's scale, by a smaller version of it that the file
    /// holds; it is hardly less sharp than they are.
    case version = 4

    /// How many pixels a small preview has for one of its view, in each direction, at least: it is
    /// made of up to half of the picture's scale, by a decoder that aliases.
    public static let densityOfSmall = 1.4
  }

  /// All that is known of a source.
  public init(
    levels: SourceLevels, orientation: Orientation = .identity, frameCount: Int = 1,
    isTimed: Bool = false, loops: Int = 0, hasAlpha: Bool = false, isRandomAccess: Bool = false,
    preview: Preview = .none, headroom: Double = 1, resolution: Point? = nil,
    pageNames: [String] = []
  ) {
    self.levels = levels
    self.orientation = orientation
    self.frameCount = frameCount
    self.isTimed = isTimed
    self.loops = loops
    self.hasAlpha = hasAlpha
    self.isRandomAccess = isRandomAccess
    self.preview = preview
    self.headroom = headroom
    self.resolution = resolution
    self.pageNames = pageNames
  }

  /// All that is known of a still raster.
  public init(
    size: PixelSize, orientation: Orientation = .identity, frameCount: Int = 1,
    hasAlpha: Bool = false, isRandomAccess: Bool = false, preview: Preview = .none
  ) {
    self.init(
      levels: SourceLevels(raster: size), orientation: orientation, frameCount: frameCount,
      hasAlpha: hasAlpha, isRandomAccess: isRandomAccess, preview: preview)
  }

  /// The natural size, in image pixels or in the units of a drawing.
  public var extent: Extent { levels.extent }
  /// The natural size in whole pixels.
  public var size: PixelSize { levels.extent.pixels }

  /// The longest side of a raster that the viewer believes in, in pixels.
  ///
  /// A decoder that claims more is lying or broken. The bounds keep every product of two sizes and
  /// eight bytes inside an `Int`.
  public static let longestSide = 1 << 24
  /// The most pixels that the viewer believes in.
  public static let mostPixels = 1 << 44
  /// The most frames of one file.
  public static let mostFrames = 1 << 16
}
