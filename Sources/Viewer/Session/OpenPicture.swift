import DecoderProtocol
import Decoding
import Geometry
import Platform
import Tiles
import Tiling
import Zooming

/// A picture that the viewer has opened: on the screen, about to be, or next to it in the album.
final class OpenPicture {
  /// Its name in every stage.
  let id: SourceID
  /// Its place in the album.
  let entry: AlbumEntry
  /// The open file: a decoder gets a duplicate, so that one started again reads the same file
  /// even when another has taken its name.
  let file: OpenedPicture
  /// Which of the file's frames or pages it is, from 0.
  let frame: Int
  /// What the header says; `nil` until a decoder has read it.
  var info: SourceInfo?
  /// Why some of it is missing; told when it comes to the screen.
  var missing: String?
  /// Why it can't be shown (any further).
  var error: DecodeError?
  /// Which tiles the renderer has.
  var residency = TileResidency()
  /// When each tile came, in seconds of the viewer's clock.
  var arrivals: [TileKey: Double] = [:]
  /// Whether every pixel of it could be drawn once: from then on no frame of it is blank.
  var isDrawable = false
  /// The plan that the decoder works on.
  var plan = TilePlan()
  /// Since when its view has lacked tiles; `nil` while all are there.
  var lacksSince: Double?
  /// How far the running pass is, and when it was asked for.
  var progress: (fraction: Double, since: Double)?

  /// A picture whose file is open.
  init(id: SourceID, entry: AlbumEntry, file: OpenedPicture, frame: Int = 0) {
    self.id = id
    self.entry = entry
    self.file = file
    self.frame = frame
  }

  /// Whether every pixel of the picture can be drawn at the level, whatever the quality.
  func covers(_ level: Level, with quality: TileQuality = .preview) -> Bool {
    TileGrid(of: level).keys.allSatisfy { key in
      guard let has = residency.tiles[key] else { return false }
      return has.rawValue >= quality.rawValue
    }
  }
}
