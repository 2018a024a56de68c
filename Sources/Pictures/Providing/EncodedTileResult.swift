import Tiles

/// The result of decoding a picture.
public struct EncodedTileResult: Sendable {
  /// Either pixels or an error.
  public enum Outcome: Sendable {
    /// RGBA8, premultiplied, laid out as `EncodedTile.layout`; the overlap repeats the outermost
    /// pixels. Immutable from here on.
    case pixels(OwnedPixels)
    /// The reason in one sentence, escaped for display.
    case failed(String)
  }

  /// The picture's identifier.
  public let id: UInt64
  /// The outcome.
  public let outcome: Outcome

  /// Creates the result for the picture with this identifier.
  public init(id: UInt64, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}
