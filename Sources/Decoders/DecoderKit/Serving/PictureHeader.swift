import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// What a codec has learnt from a picture's header.
package struct PictureHeader {
  /// The size of the stored rows, before the orientation is applied.
  package var size: PixelSize
  /// How the stored rows are to be laid down.
  package var orientation: Orientation
  /// What the codec's rows hold.
  package var format: RowFormat
  /// What the codec's numbers mean.
  package var color: SourceColor
  /// Whether any pixel may be translucent.
  package var hasAlpha: Bool
  /// How much memory a pass takes.
  package var memory: MemoryClass
  /// Which passes are much faster than whole ones: none, those at 1, 2 or 4 eighths of the size, or
  /// those at one eighth.
  package var preview: SourceInfo.Preview
  /// Smaller versions of the whole picture that the file holds, by their stored sizes.
  package var reductions: [PixelSize]
  /// Whether any part can be read without what lies before it.
  package var isRandomAccess: Bool
  /// Whether rows and columns that nobody wants are passed over at a fraction of their cost.
  package var skipsRows: Bool
  /// Whether decoding takes much longer than reducing, and only one of the processors.
  package var decodesSlowly = false
  /// Frames or pages of the file; at least one.
  package var frameCount: Int
  /// Versions of the whole picture that only look like it, and are there at once.
  ///
  /// By their stored sizes; what a camera shows of a raw picture. They serve previews where
  /// `preview` says so.
  package var previews: [PixelSize] = []
  /// Whether any level may be made of the next larger of `reductions`, rather than of one that is
  /// at least twice as large: they are as good as the picture itself, and far apart.
  package var reductionsServeAll = false
  /// The size that `memory` is the share of, where the picture is shown smaller than it is.
  package var fullSize: PixelSize?
  /// Whether passes that run side by side share one decoding, so that a second one takes no more
  /// memory.
  package var sharesDecoding = false
  /// How frames follow each other in time; `nil` for a still picture and for pages.
  ///
  /// Passes are then told which frame they are for, and there is one codec for all of them.
  package var timing: FrameTiming?
  /// Bytes of what is kept between passes beside what `memory` says: a canvas, and its copy.
  package var keptBytes = 0
  /// Whether its tiles are light in half floats rather than finished pixels: where the viewer takes
  /// them (`PictureInput.acceptsLight`), and more than 8 bits or brightness beyond white are lost
  /// else.
  package var isLight = false
  /// Whether its rows of 16 bits have finer tones than a display shows, so that filters, exposure
  /// and dithering make something of them: then it may be light too.
  package var isFine = false
  /// How much brighter than white its brightest pixels are; what is only known once rows come is
  /// the codec's `headroom`.
  package var headroom = 1.0
  /// How a gain map has been applied to its rows, where there is one.
  package var gainMap: GainMap?
  /// Pixels an inch; `nil` where the file does not say.
  package var resolution: Point?
  /// The names of the pages, in order; empty where they have none.
  package var pageNames: [String] = []
  /// What the file says beyond the pixels; each at most `WireFormat.longestMetadata` bytes.
  package var metadata: [Metadata] = []

  /// All that is known of a picture.
  package init(
    size: PixelSize, orientation: Orientation = .identity, format: RowFormat, color: SourceColor,
    hasAlpha: Bool, memory: MemoryClass, preview: SourceInfo.Preview = .none,
    reductions: [PixelSize] = [], isRandomAccess: Bool = false, skipsRows: Bool = false,
    frameCount: Int = 1
  ) {
    self.size = size
    self.orientation = orientation
    self.format = format
    self.color = color
    self.hasAlpha = hasAlpha
    self.memory = memory
    self.preview = preview
    self.reductions = reductions
    self.isRandomAccess = isRandomAccess
    self.skipsRows = skipsRows
    self.frameCount = frameCount
  }

  /// Whether `memory` is enough for one pass at a time: while the picture is cached other tiles
  /// wait for that rather than read the file beside it.
  var allowsOnePass: Bool {
    if case .streaming = memory { return false }
    return !sharesDecoding
  }

  /// Address space that it may add to what the process had at its start; `nil` where that is more
  /// than any picture may have.
  var allowance: Int? {
    guard let allowance = memory.allowance(for: fullSize ?? size) else { return nil }
    let (sum, overflows) = allowance.addingReportingOverflow(keptBytes)
    return overflows ? nil : sum
  }

  /// Whether a pass over it takes so long that parts of it are cached where somebody looks closely.
  ///
  /// Below so many pixels a pass again is quicker than what caching costs: where rows can be passed
  /// over, where all before them must be decoded, and where the whole picture must.
  var isWorthCaching: Bool {
    guard !isRandomAccess, let pixels = size.area else { return false }
    guard case .streaming = memory else { return pixels >= 2_000_000 }
    return pixels >= (skipsRows ? 30_000_000 : 4_000_000)
  }

  /// The same as light, where the viewer takes that and the tones are worth it.
  func inLight(where accepted: Bool) -> PictureHeader {
    var header = self
    if accepted, isFine, format.depth == 16, timing == nil {
      header.isLight = true
    }
    return header
  }

  /// Makes light of the picture, by a gain map that takes so many bytes beside it.
  package mutating func apply(_ map: GainMap, headroom: Double, keptBytes: Int) {
    format = RowFormat(channels: .rgb, depth: 32)
    isLight = true
    gainMap = map
    self.headroom = headroom
    self.keptBytes = keptBytes
  }

  /// Whether a tile may be of a frame: of a picture in time, or the only one.
  func has(frame: Int) -> Bool { frame == 0 || timing != nil && (0..<frameCount).contains(frame) }

  /// The same as the viewer is told it.
  var info: SourceInfo {
    var info = SourceInfo(
      size: orientation.applied(to: size), orientation: orientation, frameCount: frameCount,
      hasAlpha: hasAlpha, isRandomAccess: isRandomAccess, preview: preview)
    info.decodesSlowly = decodesSlowly
    info.isTimed = timing != nil
    info.loops = timing?.loops ?? 0
    info.levels.shape.format = isLight ? .rgba16f : .rgba8
    // From a file, it may be no number.
    info.headroom = headroom > 1 ? min(headroom, WireFormat.largestNumber) : 1
    info.resolution = resolution
    info.pageNames = pageNames
    return info
  }

  /// What of the size the viewer would not believe, as a failure.
  package func checkSize() throws(CodecError) {
    guard !size.isEmpty else { throw CodecError(.corrupt, "the picture has no pixels") }
    guard max(size.width, size.height) <= SourceInfo.longestSide, let area = size.area,
      area <= SourceInfo.mostPixels
    else {
      throw CodecError(
        .tooLarge, "the picture is too large: \(size.width) × \(size.height) pixels")
    }
  }
}
