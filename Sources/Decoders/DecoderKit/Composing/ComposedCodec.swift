import DecoderProtocol
import Geometry
import Resampling

/// The codec of an animation whose frames are composed on a canvas, each onto the ones before.
///
/// The format provides the placement of its frames and their rows. The canvas keeps its pixels
/// between passes, and tiles of any level are made from it.
package final class ComposedCodec: PictureCodec {
  package let header: PictureHeader
  private let route: FrameRoute
  private let open: (Int) throws(CodecError) -> any FrameRows
  private var composer: CanvasComposer?
  private let missingFrames: String?
  private var nextRow = 0
  private var wanted = 0..<0

  /// The message for an animation whose last frames are missing.
  package static let cut = "the file ends too early; the rest of the animation is missing"

  /// True if a frame stands alone: it covers the canvas, and nothing below it shows.
  package static func isWhole(
    frame: Int, of placements: [FramePlacement], on canvas: PixelSize
  ) -> Bool {
    FrameRoute(of: placements, on: canvas).isWhole(frame)
  }

  /// A codec of at least one frame; `open` starts to decode a frame.
  ///
  /// `header` has the size of the canvas and the memory for decoding one frame; the canvas's memory
  /// is added here. `timing` has a duration for each frame; without it there is only one frame.
  /// `missing` says why there are fewer frames than there should be; `isOpaque` returns true for
  /// frames without translucent pixels.
  package init(
    _ header: PictureHeader, of placements: [FramePlacement], timing: FrameTiming? = nil,
    missing: String? = nil, isOpaque: (Int) -> Bool,
    open: @escaping (Int) throws(CodecError) -> any FrameRows
  ) throws(CodecError) {
    let route = FrameRoute(of: placements, on: header.size)
    guard let canvas = CanvasComposer.bytes(of: route, on: header.size) else {
      throw CodecError(.tooLarge, "the picture is too large to be decoded")
    }
    var header = header
    header.hasAlpha = !route.isOpaque(where: isOpaque)
    header.format = RowFormat(channels: header.hasAlpha ? .rgba : .rgb, bytesPerPixel: 4)
    header.keptBytes = canvas
    header.isRandomAccess = true
    header.frameCount = placements.count
    header.timing = timing
    self.header = header
    self.route = route
    missingFrames = missing
    self.open = open
  }

  package var missing: String? { composer?.missing ?? missingFrames }

  package func beginPass(_ request: PassRequest) throws(CodecError) -> PassLayout {
    let composer: CanvasComposer
    if let known = self.composer {
      composer = known
    } else {
      composer = try CanvasComposer(of: route, on: header.size, open: open)
      self.composer = composer
    }
    composer.seek(to: request.frame)
    wanted = request.rows
    nextRow = wanted.lowerBound
    return PassLayout(size: header.size, firstRow: nextRow, columns: 0..<header.size.width)
  }

  package func readRows(
    into rows: UnsafeMutableRawPointer, stride: Int, most: Int
  ) throws(CodecError) -> Int {
    guard let composer else { return 0 }
    guard composer.isComposed, !composer.hasFailed else {
      try composer.step()
      return 0
    }
    let count = min(most, wanted.upperBound - nextRow)
    composer.copyRows(from: nextRow, count: count, into: rows, stride: stride)
    nextRow += count
    return count
  }

  package var passProgress: Double { composer?.progress ?? 1 }

  package func endPass() {}
}
