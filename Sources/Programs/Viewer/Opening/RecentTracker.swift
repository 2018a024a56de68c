/// Decides which files count as looked at: those that stay on the screen for two seconds.
struct RecentTracker {
  /// Seconds that a file must be shown for.
  static let duration = 2.0

  /// The shown file, and since when it has been.
  private var shown: (path: [UInt8], since: Double)?
  /// The file that the album was last remembered by.
  private var remembered: [UInt8]?

  /// When the shown file will have been looked at; `nil` if it has been, or none is shown.
  var deadline: Double? {
    shown.flatMap { $0.path == remembered ? nil : $0.since + Self.duration }
  }

  /// Notes which file is shown; returns it once it is to be remembered, in place of the other file
  /// of its album.
  mutating func note(_ path: [UInt8]?, at now: Double) -> (path: [UInt8], former: [UInt8]?)? {
    guard let path else {
      shown = nil
      return nil
    }
    if shown?.path != path { shown = (path, now) }
    guard let deadline, now >= deadline else { return nil }
    defer { remembered = path }
    return (path, remembered)
  }

  /// Notes that another album was opened, which is remembered by a file of its own.
  mutating func beginAlbum() {
    shown = nil
    remembered = nil
  }
}
