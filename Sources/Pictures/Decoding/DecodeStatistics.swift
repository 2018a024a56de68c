/// The decoders' work since their pool was created.
package struct DecodeStatistics: Hashable, Sendable {
  /// Pixels of exact tiles, without overlap, shown or not.
  package var exactPixels = 0
  /// Pixels of exact tiles that no view needed yet when they arrived.
  package var prefetchedPixels = 0
  /// Pixels of preview tiles, without overlap.
  package var previewPixels = 0
  /// Delivered tiles.
  package var tilesDelivered = 0
  /// Requests that were cancelled after being sent.
  package var tilesCancelled = 0
  /// Started processes.
  package var processesStarted = 0
  /// Existing processes, including those being killed.
  package var processesAlive = 0

  /// The text metadata of the picture opened last, escaped; `nil` if it has none.
  package var pictureText: String?

  /// Nothing done yet.
  package init() {}
}
