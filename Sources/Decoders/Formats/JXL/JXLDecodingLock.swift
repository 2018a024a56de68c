import DecoderKit
import DecoderProtocol
import Geometry

/// Ensures that one decoding runs at a time, since memory suffices for only one.
///
/// The caching pass waits while another pass over the file makes tiles. If that pass needs to
/// decode, the caching decoding is cancelled; it is later restarted at its row, which means
/// decoding the rows above again. Use it on the serving thread.
final class JXLDecodingLock {
  private var decoding: JXLDecoding?
  /// True if the decoding's pass ended before any row was taken.
  private var isLeft = false

  /// The decoding that delivers `rows`, in order: `held` if it is still running, else a new one;
  /// `nil` while the previous one frees its memory.
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
  /// A pass that restarts for tiles that arrived just after its start can reuse it.
  func leave(_ decoding: JXLDecoding, isOfFile: Bool) {
    if isOfFile, decoding === self.decoding, decoding.rows.isUntouched {
      isLeft = true
    } else {
      decoding.rows.abort()
    }
  }
}
