import DecoderProtocol

/// What the scheduler tells the window thread.
public enum DecodeEvent: Sendable {
  /// The picture's header has been read; it comes once for each opening.
  case opened(PictureID, PictureInfo)
  /// A tile that the newest plan wants; hand it to `DecodeScheduler.release(_:)` when it is copied.
  case tile(DecodedTile)
  /// How much of the running pass is done, 0 to 1.
  case progress(PictureID, Double)
  /// Some of the picture is missing in the file; the sentence says why, made harmless to show.
  case incomplete(PictureID, String)
  /// The picture can't be decoded (further); nothing more comes for it.
  case failed(PictureID, DecodeError)
  /// Everything that the newest plan asked for has been delivered.
  case idle(PictureID)

  /// The picture that it is about.
  public var picture: PictureID {
    switch self {
    case .opened(let picture, _), .progress(let picture, _), .failed(let picture, _),
      .incomplete(let picture, _), .idle(let picture):
      picture
    case .tile(let tile): tile.picture
    }
  }
}
