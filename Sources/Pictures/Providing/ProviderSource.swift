import Geometry
import Platform
import Tiles
import Tiling

/// A source of tiles that a provider gives, one call a tile, on threads of the source's own.
///
/// Between the rungs of a ladder it reduces the nearest finer rung's tiles in linear light to
/// exactly the scale that is shown, and keeps those that the newest plan's tiles are made of, so
/// that a view at rest asks for no tile twice. Tiles have memory of their own. Everything but the
/// provider's calls and the reductions happens on the one thread that the source lives on.
public final class ProviderSource: TileSource {
  /// Its name in every stage.
  public let id: SourceID
  /// What it tells of itself; known at once.
  public var info: SourceInfo? { details }
  /// Any tile is as near as any other.
  public var access: TilePlanner.Access { .direct }

  let pictures: EncodedPictures?
  let mailbox: Mailbox<Message>
  let calls: any TileCalls
  let reducing: CallPool<ReductionCall>
  var details: SourceInfo
  var levels: SourceLevels { details.levels }
  var provided: ProvidedLevels

  /// What the threads of the pools tell.
  enum Message: Sendable {
    case answered(ProviderCall, ProviderCall.Answer)
    case reduced(id: UInt64, key: TileKey, OwnedPixels)
  }

  /// What is known of a tile that the provider gives.
  enum Cell {
    /// A call of this number waits or runs.
    case asked(UInt64)
    /// Its encoded picture, of this number, is with the decoder of a format.
    case decoding(UInt64, format: String, PicturePart)
    case ready(CellPixels)
    case missing
    case failed(String)

    /// Whether nothing more comes of it.
    var isSettled: Bool {
      switch self {
      case .asked, .decoding: false
      case .ready, .missing, .failed: true
      }
    }
  }

  var tiles: PlannedTiles
  /// The tiles that the provider was asked for and that somebody needs, or may need again.
  var cells: [TileKey: Cell] = [:]
  /// The provider's tiles that the plan needs, in the order in which it needs them.
  var order: [TileKey] = []
  /// Those that tiles between the rungs are made of, wanted ones or kept ones.
  var betweenCells: Set<TileKey> = []
  /// What tiles between the rungs are made of, for those in the plan.
  var needs: [TileKey: TileNeeds] = [:]

  /// How many of its tiles of the rung a pending tile between the rungs lacks, and who lacks which.
  var lacking: [TileKey: Int] = [:]
  var users: [TileKey: [TileKey]] = [:]
  var reductions: [TileKey: ReductionCall] = [:]

  var neighbours: [TileKey: CellPixels] = [:]
  var lastCall: UInt64 = 0

  var decoders: [String: any EncodedTileDecoding] = [:]
  /// What cuts tiles out of pictures of other sizes, where the provider gives such.
  var cutting: PictureCutting?
  /// What the clock said last.
  var lastTime = 0.0

  /// A source of what a provider draws.
  ///
  /// `hasAlpha` says whether any pixel may be translucent. At most `threads` calls run at once,
  /// apart from those that take longer than a quarter of a second: as many as there are processors,
  /// and at least four, where nothing is said. `pictures` decodes the encoded pictures that the
  /// provider gives; without it such tiles fail.
  ///
  /// - Throws: `Errno` where the system has no descriptor left.
  public convenience init(
    id: SourceID, levels: ProvidedLevels, hasAlpha: Bool = true, frameCount: Int = 1,
    provider: any TileProvider, threads: Int? = nil, pictures: EncodedPictures? = nil
  ) throws(Errno) {
    try self.init(
      id: id, levels: levels, hasAlpha: hasAlpha, frameCount: frameCount, pictures: pictures
    ) { mailbox in
      CallPool(name: "tile provider", threads: threads ?? max(4, Processors.count)) {
        mailbox.post(.answered($0, $0.answer(of: provider)))
      }
    }
  }

  /// A source of tiles that come by themselves once they have been asked for.
  ///
  /// `makeCalls` is given what delivers the answer to a call, on any thread.
  package convenience init(
    id: SourceID, levels: ProvidedLevels, pictures: EncodedPictures?,
    calls makeCalls: (@escaping TileDelivery) -> any TileCalls
  ) throws(Errno) {
    try self.init(
      id: id, levels: levels, hasAlpha: true, frameCount: 1, pictures: pictures
    ) { mailbox in
      makeCalls { call, result in
        switch result {
        case .success(let tile): mailbox.post(.answered(call, call.answer(tile)))
        case .failure(let failure): mailbox.post(.answered(call, .failed(failure.sentence)))
        }
      }
    }
    details.isFar = true
    tiles = PlannedTiles(of: id, details)
  }

  private init(
    id: SourceID, levels: ProvidedLevels, hasAlpha: Bool, frameCount: Int,
    pictures: EncodedPictures?, makeCalls: (Mailbox<Message>) -> any TileCalls
  ) throws(Errno) {
    self.id = id
    self.pictures = pictures
    provided = levels
    details = SourceInfo(
      levels: levels.levels, frameCount: frameCount, hasAlpha: hasAlpha, isRandomAccess: true)
    let mailbox = try Mailbox<Message>()
    self.mailbox = mailbox
    cutting = levels.grid.map { PictureCutting($0) }
    calls = makeCalls(mailbox)
    reducing = CallPool(name: "tile reducer", threads: Processors.count) {
      mailbox.post(.reduced(id: $0.id, key: $0.needs.reduction.key, $0.run()))
    }
    tiles = PlannedTiles(of: id, details)
  }

  deinit { close() }

  /// Bytes of tiles that it keeps, makes, or has handed out and not got back.
  ///
  /// Pixels that are kept and handed out at once count once. What a provider holds for itself is
  /// not known, nor is the memory of calls that are running.
  public var memoryBytes: Int {
    var seen: Set<ObjectIdentifier> = []
    var bytes = 0
    func add(_ memory: OwnedPixels) {
      if seen.insert(ObjectIdentifier(memory)).inserted { bytes += memory.count }
    }
    for case .ready(let pixels) in cells.values { add(pixels.memory) }
    for memory in tiles.memory { add(memory) }
    for call in reductions.values {
      bytes += call.needs.reduction.key.layout.byteCount
      bytes += (call.needs.reduction.area.size.area ?? 0) * 4
    }
    for decoder in decoders.values { bytes += decoder.memoryBytes }
    bytes += cutting?.memoryBytes ?? 0
    return bytes
  }

  /// Adds the descriptors of its mailbox and of its decoders.
  public func addDescriptors(to pollSet: inout PollSet) {
    guard !tiles.isClosed else { return }
    pollSet.add(mailbox.descriptor)
    for decoder in decoders.values { decoder.addDescriptors(to: &pollSet) }
  }

  /// At once where there is something to tell, else when a decoder, or calls behind slow ones, want
  /// to be looked after.
  public var nextDeadline: Double? {
    guard !tiles.isClosed else { return nil }
    guard !tiles.hasEvents else { return 0 }
    return (decoders.values.map(\.nextDeadline) + [calls.nextRelief]).compactMap(\.self).min()
  }

  /// Takes a tile back once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) {
    if tiles.release(tile) { neighbours[tile.key] = nil }
  }

  /// Ends it: no call begins any more, and what running calls answer is dropped.
  ///
  /// It waits for nothing: a call that hangs keeps its thread until it returns.
  public func close() {
    guard !tiles.isClosed else { return }
    tiles.close()
    calls.close()
    reducing.close()
    for decoder in decoders.values { decoder.close() }
    decoders = [:]
    forgetCells()
  }

  /// Drops all that is known of the provider's tiles.
  func forgetCells() {
    cutting?.forget()
    cells = [:]
    order = []
    betweenCells = []
    needs = [:]
    lacking = [:]
    users = [:]
    reductions = [:]
    neighbours = [:]
  }
}
