/// A source that can be opened once more, for use on another thread.
package protocol ReopenableSource: TileSource {
  /// Returns a closure that opens the same tiles as another source, on the calling thread, for
  /// sRGB; `nil` if they can't be opened again.
  ///
  /// The closure returns `nil` if that fails.
  var reopening: (@Sendable () -> (any TileSource)?)? { get }
}
