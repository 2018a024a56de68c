import DecoderProtocol
import Platform

/// The work that a decoder owes its session at a moment.
struct PendingWork: Hashable {
  /// True if the decoder owes a reply: only then is silence a fault.
  var isOwed: Bool
  /// True if cancelled requests have not been answered.
  var isAwaitingCancels: Bool
  /// True if any wanted tile has not been delivered.
  var isWanting: Bool
  /// True if the picture is a document, whose decoder can't be interrupted.
  var isDocument: Bool

  /// True if a document decoder is drawing cancelled tiles while others are wanted.
  var awaitsAbandonment: Bool { isAwaitingCancels && isWanting && isDocument }

  /// True if a document decoder exited while drawing cancelled tiles: only if it has not answered
  /// all cancellations.
  func isAbandonment(_ end: ProcessEnd) -> Bool {
    end == .exited(WireFormat.abandonedStatus) && isAwaitingCancels && isDocument
  }
}
