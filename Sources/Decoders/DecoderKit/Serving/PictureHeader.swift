import DecoderProtocol
import Geometry
import Resampling
import Tiles

/// A picture's header, as its codec read it.
package struct PictureHeader {
  /// The size of the stored rows, before orientation.
  package var size: PixelSize
  /// The orientation to apply to the stored rows.
  package var orientation: Orientation
  /// The sample format of the codec's rows.
  package var format: RowFormat
  /// The colour space of the samples.
  package var color: SourceColor
  /// True if any pixel may be translucent.
  package var hasAlpha: Bool
  /// The memory that a pass takes.
  package var memory: MemoryClass
  /// Which reduced passes are much faster than full ones: none, those at 1, 2 or 4 eighths of the
  /// size, or those at one eighth.
  package var preview: SourceInfo.Preview
  /// The stored sizes of reductions of the whole picture in the file.
  package var reductions: [PixelSize]
  /// True if any part can be read without decoding what precedes it.
  package var isRandomAccess: Bool
  /// True if unwanted rows and columns are skipped at a fraction of their cost.
  package var skipsRows: Bool
  /// True if decoding takes much longer than reducing, and runs on a single core.
  package var decodesSlowly = false
  /// The number of frames or pages; at least 1.
  package var frameCount: Int
  /// The stored sizes of thumbnails of the whole picture that are available at once.
  ///
  /// They only approximate the picture, such as a raw file's camera JPEG. They serve previews if
  /// `preview` says so.
  package var previews: [PixelSize] = []
  /// True if any level may be made from the next larger of `reductions`, not only from one at least
  /// twice as large: they are as good as the picture itself, and far apart.
  package var reductionsServeAll = false
  /// The size that `memory` is judged by, if the picture is shown smaller than it is.
  package var fullSize: PixelSize?
  /// True if concurrent passes share one decoding, so that a second one takes no more memory.
  package var sharesDecoding = false
  /// The timing of an animation; `nil` for a still picture or pages.
  ///
  /// An animation has one codec for all frames, and each pass names its frame.
  package var timing: FrameTiming?
  /// Bytes kept between passes besides `memory`: a canvas and its saved area.
  package var keptBytes = 0
  /// True if the tiles are light in half floats, not encoded pixels: if the viewer accepts light
  /// (`PictureInput.acceptsLight`), and the picture has HDR content or more than 8 bits.
  package var isLight = false
  /// True if the 16-bit rows have finer tones than a display shows, so that filters, exposure and
  /// dithering benefit from light.
  package var isFine = false
  /// The peak brightness relative to white; if it is known only from the rows, the codec's
  /// `headroom` has it.
  package var headroom = 1.0
  /// The gain map that has been applied to the rows, if there is one.
  package var gainMap: GainMap?
  /// Pixels per inch; `nil` if the file does not say.
  package var resolution: Point?
  /// The names of the pages, in order; empty if they have none.
  package var pageNames: [String] = []
  /// The file's metadata; each item at most `WireFormat.longestMetadata` bytes.
  package var metadata: [Metadata] = []

  /// A header of a picture.
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

  /// True if memory suffices for only one pass at a time: while the picture is being cached, other
  /// tiles wait for the cache.
  var allowsOnePass: Bool {
    if case .streaming = memory { return false }
    return !sharesDecoding
  }

  /// Address space in bytes that the picture may add to what the process had at its start; `nil` if
  /// it exceeds the limit.
  var allowance: Int? {
    guard let allowance = memory.allowance(for: fullSize ?? size) else { return nil }
    let (sum, overflows) = allowance.addingReportingOverflow(keptBytes)
    return overflows ? nil : sum
  }

  /// True if a pass takes so long that the picture is cached when the user zooms in.
  ///
  /// Below these sizes another pass is faster than caching: for pictures whose rows can be skipped,
  /// for those whose preceding rows must be decoded, and for those that are decoded whole.
  var isWorthCaching: Bool {
    guard !isRandomAccess, let pixels = size.area else { return false }
    guard case .streaming = memory else { return pixels >= 2_000_000 }
    return pixels >= (skipsRows ? 30_000_000 : 4_000_000)
  }

  /// The header as light, if the viewer accepts that and the tones are fine enough.
  func inLight(where accepted: Bool) -> PictureHeader {
    var header = self
    if accepted, isFine, format.depth == 16, timing == nil {
      header.isLight = true
    }
    return header
  }

  /// Turns the rows into light if the viewer accepts that and the colours are brighter than white.
  package mutating func useLight(where accepted: Bool) {
    guard accepted, let headroom = color.usualHeadroom else { return }
    isLight = true
    self.headroom = headroom
  }

  /// Turns the rows into light by a gain map, which takes `keptBytes` of memory.
  package mutating func apply(_ map: GainMap, headroom: Double, keptBytes: Int) {
    format = RowFormat(channels: .rgb, depth: 32)
    isLight = true
    gainMap = map
    self.headroom = headroom
    self.keptBytes = keptBytes
  }

  /// True if a tile may request this frame.
  func has(frame: Int) -> Bool { frame == 0 || timing != nil && (0..<frameCount).contains(frame) }

  /// The header as the viewer receives it.
  var info: SourceInfo {
    var info = SourceInfo(
      size: orientation.applied(to: size), orientation: orientation, frameCount: frameCount,
      hasAlpha: hasAlpha, isRandomAccess: isRandomAccess, preview: preview)
    info.decodesSlowly = decodesSlowly
    info.isTimed = timing != nil
    info.loops = timing?.loops ?? 0
    info.levels.shape.format = isLight ? .rgba16f : .rgba8
    // A value from a file may be NaN.
    info.headroom = headroom > 1 ? min(headroom, WireFormat.largestNumber) : 1
    info.resolution = resolution
    info.pageNames = pageNames
    return info
  }

  /// Throws if the viewer would reject the size.
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
