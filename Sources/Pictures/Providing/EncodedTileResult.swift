import Tiles

/// What has come of an encoded picture.
public struct EncodedTileResult: Sendable {
  /// Pixels, or why there are none.
  public enum Outcome: Sendable {
    /// RGBA8, premultiplied, laid out as `EncodedTile.layout` says; a border repeats the outermost
    /// pixels. Nobody writes to them any more.
    case pixels(OwnedPixels)
    /// The reason in a sentence, made harmless to show.
    case failed(String)
  }

  /// Which picture.
  public let id: UInt64
  /// What has come of it.
  public let outcome: Outcome

  /// What has come of the picture of that number.
  public init(id: UInt64, outcome: Outcome) {
    self.id = id
    self.outcome = outcome
  }
}
