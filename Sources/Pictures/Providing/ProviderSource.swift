import Geometry
import Platform
import Tiles
import Tiling

/// A source whose tiles come from a provider, one call per tile, on the source's own threads.
///
/// Between two rungs of a ladder it reduces the finer rung's tiles in linear light to exactly the
/// displayed scale. It keeps the rung tiles that the newest plan is made from, so a view at rest
/// requests no tile twice. Each tile has its own memory. Everything except the provider's calls and
/// the reductions happens on the thread that the source lives on.
public final class ProviderSource: TileSource {
  /// The identifier of the source in every stage.
  public let id: SourceID
  /// The source's properties; available immediately.
  public var info: SourceInfo? { details }
  /// Direct: every tile costs the same.
  public var access: TilePlanner.Access { .direct }

  let pictures: EncodedPictures?
  let mailbox: Mailbox<Message>
  let calls: any TileCalls
  let reducing: CallPool<ReductionCall>
  var details: SourceInfo
  var levels: SourceLevels { details.levels }
  var provided: ProvidedLevels

  /// The provider that the program gave; `nil` if tiles come from elsewhere.
  private let provider: (any TileProvider)?

  /// A message from the threads of the pools.
  enum Message: Sendable {
    case answered(ProviderCall, ProviderCall.Answer)
    case reduced(id: UInt64, key: TileKey, OwnedPixels)
  }

  /// The state of one of the provider's tiles.
  enum TileState {
    /// A call with this identifier is queued or running.
    case asked(UInt64)
    /// The format's decoder has its encoded picture, with this identifier.
    case decoding(UInt64, format: String, PicturePart)
    case ready(ProvidedPixels)
    case missing
    case failed(String)

    /// True if the state is final.
    var isSettled: Bool {
      switch self {
      case .asked, .decoding: false
      case .ready, .missing, .failed: true
      }
    }
  }

  var tiles: PlannedTiles
  /// The provider's tiles that were requested and are needed, or may be needed again.
  var tileStates: [TileKey: TileState] = [:]
  /// The provider's tiles that the plan needs, most urgent first.
  var order: [TileKey] = []
  /// The rung tiles from which the plan's tiles between rungs are made, wanted and kept ones.
  var betweenTiles: Set<TileKey> = []
  /// The rung tiles that each tile between rungs in the plan is made from.
  var needs: [TileKey: TileNeeds] = [:]

  /// The number of rung tiles that each pending tile between rungs lacks, and the tiles that need
  /// each of them.
  var lacking: [TileKey: Int] = [:]
  var users: [TileKey: [TileKey]] = [:]
  var reductions: [TileKey: ReductionCall] = [:]

  var neighbours: [TileKey: ProvidedPixels] = [:]
  var lastCall: UInt64 = 0

  var decoders: [String: any EncodedTileDecoding] = [:]
  /// Cuts tiles from the provider's pictures if these have another size.
  var cutting: PictureCutting?
  /// The last time that was passed in.
  var lastTime = 0.0

  /// Creates a source of what a provider draws.
  ///
  /// `hasAlpha` is true if any pixel may be translucent. At most `threads` calls run at once, not
  /// counting those that take longer than 0.25 s; the default is the number of processors, and at
  /// least four. `pictures` decodes the encoded pictures that the provider returns; without it such
  /// tiles fail.
  ///
  /// - Throws: `Errno` if no descriptor can be created.
  public convenience init(
    id: SourceID = .next(), levels: ProvidedLevels, hasAlpha: Bool = true, frameCount: Int = 1,
    provider: any TileProvider, threads: Int? = nil, pictures: EncodedPictures? = nil
  ) throws(Errno) {
    try self.init(
      id: id, levels: levels, hasAlpha: hasAlpha, frameCount: frameCount, pictures: pictures,
      provider: provider
    ) { mailbox in
      CallPool(name: "tile provider", threads: threads ?? max(4, Processors.count)) {
        mailbox.post(.answered($0, $0.answer(of: provider)))
      }
    }
  }

  /// Creates a source whose tiles arrive asynchronously once requested.
  ///
  /// `makeCalls` gets a closure that delivers the answer to a call, on any thread.
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
    pictures: EncodedPictures?, provider: (any TileProvider)? = nil,
    makeCalls: (Mailbox<Message>) -> any TileCalls
  ) throws(Errno) {
    self.id = id
    self.provider = provider
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

  /// Bytes of tiles that it stores, is making, or has delivered and not got back.
  ///
  /// Pixels that are both stored and delivered count once. The provider's own memory and that of
  /// running calls are not included.
  public var memoryBytes: Int {
    var seen: Set<ObjectIdentifier> = []
    var bytes = 0
    func add(_ memory: OwnedPixels) {
      if seen.insert(ObjectIdentifier(memory)).inserted { bytes += memory.count }
    }
    for case .ready(let pixels) in tileStates.values { add(pixels.memory) }
    for memory in tiles.memory { add(memory) }
    for call in reductions.values {
      bytes += call.needs.reduction.key.layout.byteCount
      bytes += (call.needs.reduction.area.size.area ?? 0) * 4
    }
    for decoder in decoders.values { bytes += decoder.memoryBytes }
    bytes += cutting?.memoryBytes ?? 0
    return bytes
  }

  /// Adds the descriptors of its mailbox and its decoders.
  public func addDescriptors(to pollSet: inout PollSet) {
    guard !tiles.isClosed else { return }
    pollSet.add(mailbox.descriptor)
    for decoder in decoders.values { decoder.addDescriptors(to: &pollSet) }
  }

  /// 0 if there are events to return, otherwise the next deadline of a decoder or of calls behind
  /// slow ones.
  public var nextDeadline: Double? {
    guard !tiles.isClosed else { return nil }
    guard !tiles.hasEvents else { return 0 }
    return (decoders.values.map(\.nextDeadline) + [calls.nextRelief]).compactMap(\.self).min()
  }

  /// Returns a tile to the source once its pixels have been copied.
  public func release(_ tile: Tile, now: Double) {
    if tiles.release(tile) { neighbours[tile.key] = nil }
  }

  /// Closes the source: no call begins any more, and answers of running calls are dropped.
  ///
  /// It does not block: a call that hangs keeps its thread until it returns.
  public func close() {
    guard !tiles.isClosed else { return }
    tiles.close()
    calls.close()
    reducing.close()
    for decoder in decoders.values { decoder.close() }
    decoders = [:]
    forgetTiles()
  }

  /// Drops the state of all the provider's tiles.
  func forgetTiles() {
    cutting?.forget()
    tileStates = [:]
    order = []
    betweenTiles = []
    needs = [:]
    lacking = [:]
    users = [:]
    reductions = [:]
    neighbours = [:]
  }
}

extension ProviderSource: ReopenableSource {
  /// Creates a source of the same provider; `nil` if it returns encoded pictures, whose decoders
  /// belong to this thread.
  package var reopening: (@Sendable () -> (any TileSource)?)? {
    guard let provider, pictures == nil else { return nil }
    return { [provided, hasAlpha = details.hasAlpha, frameCount = details.frameCount] in
      try? ProviderSource(
        levels: provided, hasAlpha: hasAlpha, frameCount: frameCount, provider: provider)
    }
  }
}
