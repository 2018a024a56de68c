import DecoderProtocol
import Geometry

/// The pixels of one frame of an animation, a few rows at a time.
package protocol FrameRows: AnyObject {
  /// Decodes for some milliseconds and hands out each row that is complete, in any order; false at
  /// the end.
  ///
  /// A row is straight RGBA of 8 bits, as wide as the frame.
  func read(_ draw: (_ row: Int, _ pixels: UnsafeRawPointer) -> Void) throws(CodecError) -> Bool

  /// Why some rows did not come, in words.
  var missing: String? { get }
}

/// Puts together what stands on the canvas of an animation at one frame.
///
/// Codecs of GIF, APNG and WebP have one for a frame that is not a picture by itself, and deliver
/// its rows. It stays as it is for the passes that follow.
package final class FrameComposer {
  private let canvas: FrameCanvas
  private let placements: [FramePlacement]
  private let steps: [FramePlan.Step]
  private let open: (Int) throws(CodecError) -> any FrameRows
  private var next = 0
  private var rows: (any FrameRows)?
  private var hasDrawn = false
  private var failure: CodecError?
  /// Why some of the pixels are not the file's own, in words.
  package private(set) var missing: String?

  /// Whether a frame is a picture by itself: it covers the canvas, and nothing is below it.
  package static func isWhole(
    frame: Int, of placements: [FramePlacement], on canvas: PixelSize
  ) -> Bool {
    FramePlan.steps(to: frame, of: placements, on: canvas) == [.draw(frame: frame)]
      && placements[frame].area == PixelRect(canvas)
  }

  /// A canvas for one of some frames; `open` begins to decode one, from 0.
  package init(
    frame: Int, of placements: [FramePlacement], on size: PixelSize,
    open: @escaping (Int) throws(CodecError) -> any FrameRows
  ) throws(CodecError) {
    guard let canvas = FrameCanvas(size: size) else {
      throw CodecError(.tooLarge, "There is not enough memory to decode the picture.")
    }
    self.canvas = canvas
    self.placements = placements
    self.open = open
    steps = FramePlan.steps(to: frame, of: placements, on: size)
  }

  /// Bytes of the canvas.
  package static func bytes(on size: PixelSize) -> Int? {
    checkedProduct(size.width, size.height, 4)
  }

  /// How much is done, 0 to 1.
  package var progress: Double { Double(next) / Double(max(1, steps.count)) }

  /// Whether the frame stands there.
  package var isComposed: Bool { next == steps.count }

  /// Works for some milliseconds.
  ///
  /// A frame that can't be decoded leaves the canvas as it was; only where nothing at all could be
  /// is there nothing to show.
  package func step() throws(CodecError) {
    guard next < steps.count else { return }
    switch steps[next] {
    case .clear(let area):
      canvas.clear(area)
      next += 1
    case .draw(let frame):
      do throws(CodecError) {
        if try draw(frame) { return }
      } catch {
        failure = failure ?? error
        missing = missing ?? "parts of the picture are missing or damaged in the file"
      }
      rows = nil
      next += 1
    }
    if isComposed, !hasDrawn, let failure { throw failure }
  }

  /// Draws some rows of a frame; false at its end.
  private func draw(_ frame: Int) throws(CodecError) -> Bool {
    let rows: any FrameRows
    if let begun = self.rows { rows = begun } else { rows = try open(frame) }
    self.rows = rows
    let placement = placements[frame]
    let goesOn = try rows.read { row, pixels in
      hasDrawn = true
      canvas.draw(row: row, of: placement, from: pixels)
    }
    missing = missing ?? rows.missing
    return goesOn
  }

  /// Copies rows of the frame that stands there, `stride` bytes apart.
  package func copyRows(
    from first: Int, count: Int, into target: UnsafeMutableRawPointer, stride: Int
  ) {
    canvas.copyRows(from: first, count: count, into: target, stride: stride)
  }
}
