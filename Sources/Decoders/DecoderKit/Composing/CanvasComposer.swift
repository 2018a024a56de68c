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

/// Puts together what stands on the canvas of an animation, one frame after the other.
///
/// The canvas stays as it is between passes: the next frame is drawn onto it.
final class CanvasComposer {
  private let canvas: FrameCanvas
  private let route: FrameRoute
  private let open: (Int) throws(CodecError) -> any FrameRows
  /// The frame that stands there when all steps are done.
  private var wanted: Int?
  private var steps: [FrameRoute.Step] = []
  private var next = 0
  private var rows: (any FrameRows)?
  private var hasDrawn = false
  /// Why nothing of the frame that stands there could be drawn.
  private var failure: CodecError?
  /// Why some of the pixels are not the file's own, in words.
  private(set) var missing: String?

  /// A canvas for some frames; `open` begins to decode one, from 0.
  init(
    of route: FrameRoute, on size: PixelSize,
    open: @escaping (Int) throws(CodecError) -> any FrameRows
  ) throws(CodecError) {
    guard let canvas = FrameCanvas(size: size, mostSaved: route.mostSaved) else {
      throw CodecError(.tooLarge, "There is not enough memory to decode the picture.")
    }
    self.canvas = canvas
    self.route = route
    self.open = open
  }

  /// Bytes of a canvas and of what is remembered of it.
  static func bytes(of route: FrameRoute, on size: PixelSize) -> Int? {
    guard let bytes = checkedProduct(size.width, size.height, 4) else { return nil }
    let (sum, overflows) = bytes.addingReportingOverflow(route.mostSaved * 4)
    return overflows ? nil : sum
  }

  /// How much is done of the way to the wanted frame, 0 to 1.
  var progress: Double { Double(next) / Double(max(1, steps.count)) }

  /// Whether the wanted frame stands there.
  var isComposed: Bool { next == steps.count }

  /// Whether nothing of the wanted frame could be drawn.
  var hasFailed: Bool { failure != nil }

  /// Goes to a frame, by steps that follow; a way that has not come to its end is gone on from
  /// there.
  func seek(to frame: Int) {
    guard frame != wanted else { return }
    let onward = route.steps(from: wanted, to: frame)
    if onward.first == .clear(PixelRect(canvas.size)) {
      // Nothing is left of what has been drawn, or half drawn.
      rows = nil
      steps = onward
    } else {
      steps = steps[next...] + onward
    }
    next = 0
    wanted = frame
    failure = nil
  }

  /// Works for some milliseconds; throws where nothing of the wanted frame can be drawn.
  ///
  /// Any other that can't be decoded leaves the canvas as it was.
  func step() throws(CodecError) {
    if next < steps.count {
      switch steps[next] {
      case .clear(let area): canvas.clear(area)
      case .save(let area): canvas.save(area)
      case .restore: canvas.restore()
      case .draw(let frame): if goesOnDrawing(frame) { return }
      }
      next += 1
    }
    if isComposed, let failure { throw failure }
  }

  /// Draws some rows of a frame; false at its end.
  private func goesOnDrawing(_ frame: Int) -> Bool {
    do throws(CodecError) {
      if try draw(frame) { return true }
    } catch {
      if error == .changed || next == steps.count - 1 && !hasDrawn { failure = error }
      missing = missing ?? "parts of the picture are missing or damaged in the file"
    }
    rows = nil
    hasDrawn = false
    return false
  }

  private func draw(_ frame: Int) throws(CodecError) -> Bool {
    let rows: any FrameRows
    if let begun = self.rows { rows = begun } else { rows = try open(frame) }
    self.rows = rows
    let placement = route.placements[frame]
    let goesOn = try rows.read { row, pixels in
      hasDrawn = true
      canvas.draw(row: row, of: placement, from: pixels)
    }
    missing = missing ?? rows.missing
    return goesOn
  }

  /// Copies rows of the frame that stands there, `stride` bytes apart.
  func copyRows(
    from first: Int, count: Int, into target: UnsafeMutableRawPointer, stride: Int
  ) {
    canvas.copyRows(from: first, count: count, into: target, stride: stride)
  }
}
