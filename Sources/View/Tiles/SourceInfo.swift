import Geometry

/// The properties of a source, once known.
public struct SourceInfo: Hashable, Sendable {
  /// The natural size, the available scales and the tile shape, of the upright picture: the file's
  /// orientation is already applied.
  public var levels: SourceLevels
  /// The file's orientation, which is already applied.
  public var orientation: Orientation
  /// The number of frames or pages; 0 while unknown.
  public var frameCount: Int
  /// True if the frames are an animation, false if they are pages.
  public var isTimed: Bool
  /// The number of times that the animation plays; 0 means forever.
  public var loops: Int
  /// True if any pixel may be translucent.
  public var hasAlpha: Bool
  /// True if tiles can be read in any order at no extra cost, without a pass over the picture.
  public var isRandomAccess: Bool
  /// True if decoding the picture takes much longer than cutting tiles from it.
  ///
  /// With few tiles or many cores, one pass then makes the tiles of two views in the time of one.
  public var decodesSlowly = false
  /// The views for which a preview is much faster than the exact tiles.
  public var preview: Preview
  /// The brightest pixel's light relative to white; 1 for pictures without highlights above white.
  public var headroom: Double
  /// The display's transfer curves, for tiles that hold its light; `nil` is sRGB.
  public var displayCurves: DisplayCurves?
  /// The resolution in pixels per inch; `nil` if the source has none.
  public var resolution: Point?
  /// The names of the pages, in order; empty if they have none.
  public var pageNames: [String]
  /// True if each tile has a high latency, as over a network.
  ///
  /// A coarse view of the whole picture is then requested before sharper tiles, so that something
  /// is shown early.
  public var isFar = false

  /// The views for which a preview is much faster.
  public enum Preview: UInt8, Hashable, Sendable {
    /// None.
    case none = 0
    /// Views at up to 5/14 of the picture's scale (see `densityOfSmall`); nearly as sharp as exact
    /// tiles.
    case small = 1
    /// All views, from 1/8 of the picture's scale; blurred when enlarged.
    case coarse = 2
    /// All views, from a separate preview picture that the file's author, such as a camera,
    /// embedded.
    case embedded = 3
    /// Views at up to half the picture's scale, from a reduction stored in the file; nearly
    /// as sharp as exact tiles.
    case reduction = 4

    /// The minimum number of preview pixels per view pixel, in each direction, for a small preview.
    ///
    /// The preview is decoded at up to half the picture's scale, by a decoder that aliases.
    public static let densityOfSmall = 1.4
  }

  /// Creates the description of a source.
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

  /// Creates the description of a still raster.
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
  /// The natural size, rounded to whole pixels.
  public var size: PixelSize { levels.extent.pixels }

  /// The longest side of a raster that the viewer accepts, in pixels.
  ///
  /// A decoder that reports more is malicious or broken. The limits keep every product of two sizes
  /// and eight bytes inside an `Int`.
  public static let longestSide = 1 << 24
  /// The largest number of pixels that the viewer accepts.
  public static let mostPixels = 1 << 44
  /// The largest number of frames of one file.
  public static let mostFrames = 1 << 16
}
