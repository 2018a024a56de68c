/// What the decoders have done since the desk was made.
package struct DecodeStatistics: Hashable, Sendable {
  /// Pixels of tiles in exact quality, gutters left out, shown or not.
  package var exactPixels = 0
  /// The same of tiles that no view needed yet when they came.
  package var prefetchedPixels = 0
  /// Pixels of tiles in preview quality, gutters left out.
  package var previewPixels = 0
  /// Tiles that were handed on.
  package var tilesDelivered = 0
  /// Requests that were taken back after they had been sent.
  package var tilesCancelled = 0
  /// Processes that were started.
  package var processesStarted = 0
  /// Processes that exist now, those that are being killed included.
  package var processesAlive = 0

  /// What the file of the picture that was opened last says of it in words, escaped; `nil` where
  /// none has said anything.
  package var pictureText: String?

  /// Nothing done yet.
  package init() {}
}
