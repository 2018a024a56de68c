import Decoding
import Geometry
import Platform
import TilePlaces
import Tiles
import Tiling

/// The source of tiles for a picture in a file, in any format whose decoder is installed.
///
/// The file is read by a separate decoder process. The source belongs to the thread of the view
/// that shows it, and never blocks that thread once it is open. Times are in seconds of the
/// caller's clock.
public final class PictureSource: TileSource {
  /// The decoders that it uses.
  public let decoders: Decoders
  /// Why the picture can't be shown (any more); `nil` while it can.
  public private(set) var failure: FresnelError?
  private let tiles: any PictureTiles
  private let file: OpenedPicture
  private let page: Int

  /// Opens a file and reads its first bytes, blocking on the disk; its name does not determine the
  /// format.
  ///
  /// `page` is the page of the file, from 0; an animation's frames all belong to one source. Once
  /// open, the file may be renamed or replaced.
  ///
  /// - Throws: `FresnelError`, with a sentence that names the file.
  public convenience init(
    path: String, page: Int = 0, decoders: Decoders = Decoders()
  ) throws(FresnelError) {
    try self.init(path: Array(path.utf8), page: page, decoders: decoders)
  }

  /// Opens a file by a path in bytes, of no particular encoding, as file systems have them.
  ///
  /// A path that begins with `http://` or `https://` is an address: it is downloaded, blocking, by
  /// a separate process, `fresnel-fetch`, which is searched for in the decoders' folders. If it
  /// describes tiles, these are downloaded as the view needs them.
  /// `folder/{z}/{x}/{y}.png#3000x2000` means tiles in a folder, unless a file has that name.
  ///
  /// - Throws: `FresnelError`, with a sentence that names the file.
  public init(
    path: [UInt8], page: Int = 0, decoders: Decoders = Decoders()
  ) throws(FresnelError) {
    let file: OpenedPicture
    do throws(PictureFileError) {
      if WebName.isAddress(path) {
        file = try WebOpening.open(path, pool: decoders.fetching)
      } else if let tiles = NamedTiles(path: path) {
        file = try OpenedPicture(tiles)
      } else {
        file = try OpenedPicture(FileOpening.open(path), path: path)
      }
    } catch {
      throw FresnelError(error, of: escapedForDisplay(WebName.inSentences(path)))
    }
    self.decoders = decoders
    self.file = file
    self.page = max(0, page)
    tiles = file.tiles(id: .next(), page: max(0, page), pool: decoders.pool)
  }

  /// Starts the decoder for a surface size and a display's ICC profile.
  func open(surface: PixelSize, profile: [UInt8], now: Double) {
    _ = tiles.setDisplayProfile(profile, now: now)
    tiles.open(surface: surface, interest: .view, now: now)
  }

  // MARK: TileSource

  /// The identifier of the source in every stage.
  public var id: SourceID { tiles.id }
  /// The header's contents; `nil` until a decoder has read it.
  public var info: SourceInfo? { tiles.info }
  /// The durations of an animation's frames in microseconds, as far as known.
  public var frameTimes: [Int] { tiles.frameTimes }
  /// The current cost of another tile.
  public var access: TilePlanner.Access { tiles.access }
  /// Bytes of memory shared with the decoder.
  public var memoryBytes: Int { tiles.memoryBytes }
  /// When to call `process(_:now:)` even if no descriptor is ready, in seconds.
  public var nextDeadline: Double? { tiles.nextDeadline }

  /// Sets a view's current plan.
  public func update(_ plan: TilePlan, for demand: SourceDemand, now: Double) {
    tiles.update(plan, for: demand, now: now)
  }

  /// Changes the display's ICC profile for tiles.
  public func setDisplayProfile(_ profile: [UInt8], now: Double) -> Bool {
    tiles.setDisplayProfile(profile, now: now)
  }

  /// Returns a tile to the source once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) { tiles.release(tile, now: now) }

  /// Adds the descriptors of the decoder's socket and process, and of killed processes.
  public func addDescriptors(to pollSet: inout PollSet) {
    tiles.addDescriptors(to: &pollSet)
    decoders.pool.addDescriptors(to: &pollSet)
  }

  /// Processes the decoder's messages and returns the events.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    let events = tiles.process(pollSet, now: now)
    decoders.pool.reap()
    return events.map { event in
      guard case .failed(let sentence) = event else { return event }
      let told = sentence + searched
      failure = tiles.failure.map { FresnelError($0, told) } ?? .notDrawn(told)
      return .failed(told)
    }
  }

  /// Where a missing decoder was looked for, as the end of a sentence; empty otherwise.
  private var searched: String {
    guard case .missingDecoder? = tiles.failure else { return "" }
    let folders = decoders.folders.joined(separator: " and ")
    return "; it was looked for in \(folders.isEmpty ? "no folder" : folders)"
  }

  /// Ends the decoder at once.
  public func close() { tiles.close() }
}

extension PictureSource: ReopenableSource {
  /// Opens the picture with decoders of its own.
  package var reopening: (@Sendable () -> (any TileSource)?)? {
    let (locator, folders) = (decoders.pool.locator, decoders.scratchFolders)
    return { [file, page] in
      file.openedTiles(
        page: page, cachesLarge: true,
        pool: DecoderPool(locator: locator, scratchFolders: folders))
    }
  }
}
