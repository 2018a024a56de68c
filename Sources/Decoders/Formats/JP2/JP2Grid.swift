import CJP2
import Geometry
import JP2Reading

/// Where a picture and its tiles lie: on the reference grid of the codestream, in samples of the
/// first component, and halved some times.
///
/// Edges are divided by rounding up, each by itself, as the standard has it.
struct JP2Grid: Sendable {
  private let x: Range<Int>
  private let y: Range<Int>
  private let step: (x: Int, y: Int)
  let tiling: JP2Tiling

  init?(_ image: opj_image_t, _ tiling: JP2Tiling) {
    guard let first = image.comps?.pointee, first.dx > 0, first.dy > 0, image.x0 < image.x1,
      image.y0 < image.y1
    else { return nil }
    x = Int(image.x0)..<Int(image.x1)
    y = Int(image.y0)..<Int(image.y1)
    step = (Int(first.dx), Int(first.dy))
    self.tiling = tiling
  }

  /// Ends of a range of the reference grid, in samples that have been halved some times.
  private func samples(_ range: Range<Int>, _ step: Int, _ halvings: Int) -> Range<Int> {
    func halved(_ edge: Int) -> Int {
      dividedRoundingUp(dividedRoundingUp(edge, by: step), by: 1 << halvings)
    }
    return halved(range.lowerBound)..<halved(range.upperBound)
  }

  /// The picture's size.
  func size(halvings: Int) -> PixelSize {
    PixelSize(
      width: samples(x, step.x, halvings).count, height: samples(y, step.y, halvings).count)
  }

  /// The columns of the picture that a column of tiles has.
  func columns(ofTile column: Int, halvings: Int) -> Range<Int> {
    let start = tiling.originX + column * tiling.width
    return part(of: x, start, start + tiling.width, step.x, halvings)
  }

  /// The rows of the picture that a row of tiles has.
  func rows(ofTile row: Int, halvings: Int) -> Range<Int> {
    let start = tiling.originY + row * tiling.height
    return part(of: y, start, start + tiling.height, step.y, halvings)
  }

  private func part(
    of whole: Range<Int>, _ start: Int, _ end: Int, _ step: Int, _ halvings: Int
  ) -> Range<Int> {
    let first = min(max(start, whole.lowerBound), whole.upperBound)
    let range = samples(first..<max(first, min(end, whole.upperBound)), step, halvings)
    let origin = samples(whole, step, halvings).lowerBound
    return range.lowerBound - origin..<range.upperBound - origin
  }
}
