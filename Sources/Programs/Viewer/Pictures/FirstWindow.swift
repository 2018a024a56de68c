import Tiles

/// Maps the window once: for the first picture, or before it if the user must answer or wait.
///
/// A pipe, a server or a distant disk may keep the first file for long, and nothing on the screen
/// would say that the viewer was started. A folder that takes long to list shows no window.
struct FirstWindow {
  /// How long files may be awaited, one after the other, before the window says so, in seconds.
  static let patience = 1.0

  private var isMapped = false
  private var awaited: (entry: AlbumEntry, since: Double)?
  private var isWaitShown = false

  /// When `wait` has something to do; `nil` if nothing is awaited, or the window says so already.
  var deadline: Double? { isWaitShown ? nil : awaited.map { $0.since + Self.patience } }

  /// Notes that the window is there.
  mutating func wasMapped() { isMapped = true }

  /// Maps the window in the size for a picture, or without one.
  mutating func map(for info: SourceInfo?) -> [PictureEffect] {
    defer { isMapped = true }
    if isMapped { return [] }
    return [.window(info.map { .mapWindow($0) } ?? .mapEmptyWindow)]
  }

  /// Notes which file is awaited before any picture is shown.
  mutating func wait(for entry: AlbumEntry?, at now: Double) -> [PictureEffect] {
    if entry != awaited?.entry {
      let since = isWaitShown ? now : awaited?.since ?? now
      awaited = entry.map { ($0, since) }
      defer { isWaitShown = false }
      return isWaitShown ? [.window(.hideMessage)] : []
    }
    guard let deadline, now >= deadline else { return [] }
    isWaitShown = true
    return map(for: nil) + [.window(.showWaiting)]
  }
}
