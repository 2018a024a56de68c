import DecoderProtocol
import Tiles

/// What the scheduler tells the window thread.
public enum DecodeEvent: Sendable {
  /// The picture's header has been read; it comes once for each opening.
  case opened(SourceID, SourceInfo)
  /// A tile that the newest plan wants; hand it to `DecodeScheduler.release(_:)` when it is copied.
  case tile(Tile)
  /// How much of the running pass is done, 0 to 1.
  case progress(SourceID, Double)
  /// Some of the picture is missing in the file; the sentence says why, made harmless to show.
  case incomplete(SourceID, String)
  /// The disk has no room to set the picture aside: looking closely takes longer, or is less sharp
  /// meanwhile. It comes once for each process.
  case noRoom(SourceID)
  /// The picture can't be decoded (further); nothing more comes for it.
  case failed(SourceID, DecodeError)
  /// Everything that the newest plan asked for has been delivered.
  case idle(SourceID)

  /// The picture that it is about.
  public var picture: SourceID {
    switch self {
    case .opened(let picture, _), .progress(let picture, _), .failed(let picture, _),
      .incomplete(let picture, _), .noRoom(let picture), .idle(let picture):
      picture
    case .tile(let tile): tile.source
    }
  }
}
