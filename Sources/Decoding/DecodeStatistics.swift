/// What the decoders have done since the desk was made.
public struct DecodeStatistics: Hashable, Sendable {
  /// Pixels of tiles in exact quality, gutters left out, shown or not.
  public var exactPixels = 0
  /// Pixels of tiles in preview quality, gutters left out.
  public var previewPixels = 0
  /// Tiles that were handed on.
  public var tilesDelivered = 0
  /// Requests that were taken back after they had been sent.
  public var tilesCancelled = 0
  /// Processes that were started.
  public var processesStarted = 0
  /// Processes that exist now, those that are being killed included.
  public var processesAlive = 0

  /// Nothing done yet.
  public init() {}
}
