import DecoderProtocol

/// Which parts of a slide can't be read.
final class SlideGaps {
  /// A part of a version.
  struct Cell: Hashable {
    let level: Int
    let column: Int
    let row: Int
  }

  private var cells: Set<Cell> = []
  private var hasRead = false

  /// Whether there is any.
  var exist: Bool { !cells.isEmpty }

  /// More are remembered no further, and tried again.
  private static let most = 1 << 16

  /// Reads a part, unless it is known that this fails; whether it is there now.
  ///
  /// A slide of which nothing could be read before is no picture: that is the error. So is a
  /// failure of the first part of all that is tried.
  func read(
    _ cell: Cell, of slide: Slide, _ read: (SlideHandle) -> Bool
  ) throws(CodecError) -> Bool {
    guard !cells.contains(cell) else { return false }
    guard let failure = slide.attempt(again: cells.isEmpty, read) else {
      hasRead = true
      return true
    }
    guard hasRead else { throw failure }
    if cells.count < Self.most { cells.insert(cell) }
    return false
  }
}
