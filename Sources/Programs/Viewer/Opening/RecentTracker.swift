/// Decides which files become recent files: those that are shown for two seconds.
struct RecentTracker {
  /// How long a file must be shown, in seconds.
  static let duration = 2.0

  /// The shown file, and since when it has been.
  private var shown: (path: [UInt8], since: Double)?
  /// The recent file that stands for the album.
  private var remembered: [UInt8]?

  /// When the shown file becomes a recent one; `nil` if it is one already, or none is shown.
  var deadline: Double? {
    shown.flatMap { $0.path == remembered ? nil : $0.since + Self.duration }
  }

  /// Notes the shown file; returns it once it becomes a recent file, with the file of its album
  /// that it replaces.
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

  /// Notes that another album was opened, which gets a recent file of its own.
  mutating func beginAlbum() {
    shown = nil
    remembered = nil
  }
}
