import DecoderProtocol
import Platform

/// Reports progress while a long table of contents is being read.
package final class ArchiveProgress {
  private let control: ControlChannel
  private var last = MonotonicClock.now()
  private var count = 0

  /// Seconds between two messages.
  private static let interval = 0.25

  init(_ control: ControlChannel) { self.control = control }

  /// Sends a message unless one was sent recently; call it often.
  package func report() {
    count += 1
    let now = MonotonicClock.now()
    guard now - last >= Self.interval else { return }
    last = now
    // The total is unknown, so the fraction approaches 1.
    control.send(.progress(fraction: Float(count) / Float(count + 1_000_000)))
  }
}
