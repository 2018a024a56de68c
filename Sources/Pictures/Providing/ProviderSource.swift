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
  private(set) var details: SourceInfo
  var levels: SourceLevels { details.levels }
  private var provided: ProvidedLevels

  /// The provider that the program gave; `nil` if tiles come from elsewhere.
  private let provider: (any TileProvider)?

  /// A message from the threads of the pools.
  enum Message: Sendable {
    case answered(ProviderCall, ProviderCall.Answer)
    case reduced(id: UInt64, key: TileKey, OwnedPixels)
  }

  var tiles: PlannedTiles
  var states = TileStates()
  private var lastCall: UInt64 = 0

  private(set) var decoders: [String: any EncodedTileDecoding] = [:]
  /// Cuts tiles from the provider's pictures if these have another size.
  let cutting: PictureCutting?
  /// The last time that was passed in.
  private(set) var lastTime = 0.0

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
    for case .ready(let pixels) in states.values { add(pixels.memory) }
    for memory in tiles.memory { add(memory) }
    for call in states.reductions.values {
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
    if tiles.release(tile) { states.forgetNeighbour(tile.key) }
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

  /// Changes the extent; no tile of the old one is kept.
  ///
  /// The scales follow the same rule as before, so a ladder may get more or fewer rungs. The view
  /// gets `SourceEvent.changed`; plans are ignored until then.
  public func setExtent(_ extent: Extent) {
    guard !tiles.isClosed, extent != provided.extent else { return }
    provided.extent = extent
    details.levels = provided.levels
    for case .decoding(let id, let format, _) in states.values {
      decoders[format]?.cancel(id, now: 0)
    }
    tiles.change(to: details)
    forgetTiles()
    submitAll()
  }

  /// Drops the state of all the provider's tiles.
  private func forgetTiles() {
    cutting?.forget()
    states = TileStates()
  }

  /// Returns an identifier for a call, a reduction or a picture to decode.
  func nextCall() -> UInt64 {
    lastCall += 1
    return lastCall
  }

  /// Notes the time that a caller passes in.
  func note(_ now: Double) { lastTime = now }

  // MARK: Decoders

  /// Returns the format of a picture, having created its decoder.
  func decoder(of bytes: [UInt8]) throws(ProvidedTileFailure) -> String {
    guard let pictures, let format = pictures.format(bytes.prefix(EncodedPictures.prefix)) else {
      throw ProvidedTileFailure("the tile is in an unknown format")
    }
    if decoders[format] == nil {
      do {
        decoders[format] = try pictures.makeDecoder(format)
      } catch {
        throw ProvidedTileFailure(escapedForDisplay("\(error)".utf8, limit: 500))
      }
    }
    return format
  }

  /// Ends the decoders if nothing is wanted or being decoded; they start again with the next
  /// picture.
  package func endIdleDecoders() {
    guard tiles.pending.isEmpty else { return }
    for case .decoding in states.values { return }
    if cutting?.running != nil { return }
    for decoder in decoders.values { decoder.close() }
    decoders = [:]
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
