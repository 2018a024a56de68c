import Decoding
import Geometry
import Platform
import TilePlaces
import Tiles
import Tiling

/// The picture in a file, as a source of tiles, in any format whose decoder is installed.
///
/// A decoder process of its own reads it. It belongs to the thread of the view that shows it, and
/// never makes it wait once it is open.
public final class PictureSource: TileSource {
  /// The decoders that it uses.
  public let decoders: Decoders
  private let tiles: any PictureTiles
  private var profile: [UInt8] = []

  /// Opens a file and looks at its first bytes, waiting for the disk; its name proves nothing.
  ///
  /// `page` counts a file's pages from 0; frames that follow in time are all this one source's. The
  /// file may be renamed or replaced from then
  /// on.
  ///
  /// - Throws: `FresnelError.noPicture` with a sentence that names the file.
  public convenience init(
    path: String, page: Int = 0, decoders: Decoders = Decoders()
  ) throws(FresnelError) {
    try self.init(path: Array(path.utf8), page: page, decoders: decoders)
  }

  /// Opens a file whose path is bytes of no particular encoding, as file systems have them.
  ///
  /// What begins with `http://` or `https://` is an address: it is fetched by a process of its own,
  /// `fresnel-fetch`, which is looked for where decoders are, and waited for. What it describes is
  /// fetched as the view wants it. `folder/{z}/{x}/{y}.png#3000x2000` names tiles in a folder,
  /// where no file is called so.
  ///
  /// - Throws: `FresnelError.noPicture` with a sentence that names the file.
  public init(
    path: [UInt8], page: Int = 0, decoders: Decoders = Decoders()
  ) throws(FresnelError) {
    let file: OpenedPicture
    do throws(PictureFileError) {
      if WebName.isAddress(path) {
        file = try WebOpening.open(path, desk: decoders.fetching)
      } else if let tiles = NamedTiles(path: path) {
        file = try OpenedPicture(tiles)
      } else {
        file = try OpenedPicture(FileOpening.open(path), path: path)
      }
    } catch {
      throw .noPicture("\(escapedForDisplay(WebName.shown(path))): \(error.sentence)")
    }
    self.decoders = decoders
    tiles = file.tiles(id: .next(), page: max(0, page), desk: decoders.desk)
  }

  /// Starts the decoder for a surface of a size, and for a display's ICC profile.
  func open(surface: PixelSize, profile: [UInt8], now: Double) {
    _ = tiles.setDisplayProfile(profile, now: now)
    tiles.open(surface: surface, interest: .view, now: now)
  }

  // MARK: TileSource

  /// Its name in every stage.
  public var id: SourceID { tiles.id }
  /// What the header says; `nil` until a decoder has read it.
  public var info: SourceInfo? { tiles.info }
  /// How long each frame of a picture that moves is shown, in microseconds, as far as it is known.
  public var frameTimes: [Int] { tiles.frameTimes }
  /// What a tile more costs now.
  public var access: TilePlanner.Access { tiles.access }
  /// Bytes of memory that the decoder shares with this process.
  public var memoryBytes: Int { tiles.memoryBytes }
  /// When to call `process(_:now:)` even if no descriptor is ready.
  public var nextDeadline: Double? { tiles.nextDeadline }

  /// Says what a view wants now.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    tiles.update(plan, for: demand, now: now)
  }

  /// Has tiles made for a display with another ICC profile.
  public func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    tiles.setDisplayProfile(profile, now: now)
  }

  /// Takes a tile back once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) { tiles.release(tile, now: now) }

  /// Adds the decoder's socket and process, and those that have been killed.
  public func addDescriptors(to pollSet: inout PollSet) {
    tiles.addDescriptors(to: &pollSet)
    decoders.desk.addDescriptors(to: &pollSet)
  }

  /// Takes what the decoder has said.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    let events = tiles.process(pollSet, now: now)
    decoders.desk.reap()
    guard case .missingDecoder? = tiles.failure else { return events }
    return events.map { event in
      guard case .failed(let sentence) = event else { return event }
      let folders = decoders.folders.joined(separator: " and ")
      return .failed("\(sentence); it was looked for in \(folders.isEmpty ? "no folder" : folders)")
    }
  }

  /// Ends the decoder at once.
  public func close() { tiles.close() }
}
