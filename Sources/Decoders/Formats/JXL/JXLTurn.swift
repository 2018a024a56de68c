import DecoderKit
import DecoderProtocol
import Geometry

/// Whose turn it is to decode: one decoding at a time, as memory is reckoned for one.
///
/// A picture that is being cached waits while tiles are made by another pass over the file.
/// Where that pass needs the turn, the first one is given up and goes on later from the row where
/// it stood, which costs decoding what lies above once more. It belongs to the serving thread.
final class JXLTurn {
  private var decoding: JXLDecoding?
  /// Whether its pass has ended before any row was taken.
  private var isLeft = false

  /// The decoding that gives `rows`, in their order: the one that is held where it still has the
  /// turn, else a new one; `nil` while the one before it lets go of its memory.
  func take(
    held: JXLDecoding?, _ job: JXLDecoding.Job, rows: Range<Int>, of header: PictureHeader
  ) -> JXLDecoding? {
    if let decoding {
      if decoding === held { return decoding }
      if isLeft, decoding.rows.wanted == rows {
        isLeft = false
        return decoding
      }
      decoding.rows.abort()
      guard decoding.hasEnded else { return nil }
      self.decoding = nil
    }
    let next = JXLDecoding(
      job, rows: JXLRows(size: header.size, wanted: rows, format: header.format))
    decoding = next
    isLeft = false
    return next
  }

  /// Ends the pass that held a decoding.
  ///
  /// A pass that starts again for tiles that came just after its start finds it as it was.
  func leave(_ decoding: JXLDecoding, isOfFile: Bool) {
    if isOfFile, decoding === self.decoding, decoding.rows.isUntouched {
      isLeft = true
    } else {
      decoding.rows.abort()
    }
  }
}
