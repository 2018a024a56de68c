import Glibc
import Platform
import Viewer

/// Shows progress on the terminal, if standard error is one.
final class TerminalProgress {
  private let label: String
  private let isShown = isatty(2) == 1
  private var shown = -1
  private var shownAt = 0.0

  /// The minimum number of seconds between updates.
  private static let interval = 0.1

  /// Creates a progress line that begins with a label.
  init(label: String) { self.label = label }

  deinit { clear() }

  /// Shows a fraction, 0 to 1.
  func show(_ fraction: Double) {
    let percent = Int(min(max(fraction, 0), 1) * 100)
    let now = MonotonicClock.now()
    guard isShown, percent != shown, now - shownAt >= Self.interval else { return }
    shown = percent
    shownAt = now
    StandardError.put("\r\u{1B}[Kfresnel: \(label): \(percent) %")
  }

  /// Clears the line.
  func clear() {
    guard shown >= 0 else { return }
    shown = -1
    StandardError.put("\r\u{1B}[K")
  }
}
