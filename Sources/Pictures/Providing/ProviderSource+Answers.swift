import Geometry
import Platform
import Tiles
import Tiling

extension ProviderSource {
  /// Processes the results of the threads and the decoders, and returns the events.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    guard !tiles.isClosed else { return [] }
    note(now)
    var hasChanged = false
    if pollSet.isReadable(mailbox.descriptor) {
      for message in mailbox.takeAll() {
        hasChanged = true
        switch message {
        case .answered(let call, let answer): take(answer, of: call, now: now)
        case .reduced(let id, let key, let pixels):
          reducing.forget(id)
          if states.endReduction(id, of: key) { tiles.deliver(key, pixels) }
        }
      }
    }
    for (format, decoder) in decoders {
      for result in decoder.process(pollSet, now: now) {
        hasChanged = true
        take(result, format: format, now: now)
      }
    }
    if hasChanged { submitReductions() }
    calls.relieve(now: now)
    return tiles.takeEvents()
  }

  private func take(_ answer: ProviderCall.Answer, of call: ProviderCall, now: Double) {
    calls.forget(call.id)
    if cutting != nil { return takePicture(answer, of: call, now: now) }
    let key = call.request.key
    // With another identifier, it is an answer from before the last change.
    guard case .asked(call.id) = states[key] else { return }
    guard tiles.isPending(key) || states.isBetween(key) else { return states.forget(key) }
    switch answer {
    case .missing: settle(key, .missing)
    case .failed(let sentence): settle(key, .failed(sentence))
    case .encoded(let bytes, let part): decode(bytes, part, for: key, now: now)
    case .pixels(let pixels): take(pixels, for: key)
    }
  }

  func take(_ pixels: ProvidedPixels, for key: TileKey) {
    if key.level.shape.overlap > 0 {
      if !pixels.hasOwnOverlap { states.fillOverlap(of: pixels, key) }
      if tiles.isPending(key) { states.keepNeighbour(pixels, key) }
    }
    settle(key, .ready(pixels))
  }

  // MARK: Encoded pictures

  private func decode(_ bytes: [UInt8], _ part: PicturePart, for key: TileKey, now: Double) {
    let format: String
    do throws(ProvidedTileFailure) {
      format = try decoder(of: bytes)
    } catch {
      return settle(key, .failed(error.sentence))
    }
    let id = nextCall()
    states.note(.decoding(id, format: format, part), of: key)
    decoders[format]?.submit(
      EncodedTile(
        id: id, bytes: bytes, size: part.picture, shape: part.shape(for: key.level.shape)),
      now: now)
  }

  private func take(_ result: EncodedTileResult, format: String, now: Double) {
    if cutting != nil { return takePicture(result, format: format, now: now) }
    if let (key, part) = states.decoding(result.id, by: format) {
      take(result.outcome, part, for: key)
    }
  }

  private func take(
    _ outcome: EncodedTileResult.Outcome, _ part: PicturePart, for key: TileKey
  ) {
    switch outcome {
    case .failed(let sentence): settle(key, .failed(sentence))
    case .pixels(let memory):
      let layout = TileLayout(area: part.picture, shape: part.shape(for: key.level.shape))
      guard memory.count >= layout.byteCount else {
        return settle(key, .failed("the decoder returned too few pixels"))
      }
      take(
        part.isCut && layout != key.layout
          ? ProvidedPixels(memory, part: part, layout: key.layout)
          : ProvidedPixels(memory, layout: key.layout), for: key)
    }
  }

  // MARK: Settled tiles

  /// Stores the outcome of one of the provider's tiles, and answers the tiles that waited for it.
  func settle(_ key: TileKey, _ state: TileStates.State) {
    states.note(state, of: key)
    if tiles.isPending(key) { answer(key) }
    for user in states.takeUsers(completedBy: key) { reduce(user) }
  }

  /// Answers a pending tile of one of the provider's levels, if its outcome is known.
  func answer(_ key: TileKey) {
    switch states[key] {
    case .ready(let pixels):
      tiles.deliver(key, pixels.memory)
      if !states.isBetween(key) { states.forget(key) }
    case .missing: tiles.refuse(key, nil)
    case .failed(let sentence): tiles.refuse(key, sentence)
    case .asked, .decoding, nil: break
    }
  }

  /// Queues the reduction of a pending tile whose rung tiles are all settled.
  func reduce(_ key: TileKey) {
    guard tiles.isPending(key), let needs = states.unmadeNeeds(of: key) else { return }
    var pieces: [TileKey: ProvidedPixels] = [:]
    for tile in needs.tiles {
      switch states[tile] {
      case .ready(let pixels): pieces[tile] = pixels
      // The reduced tile would have a hole; other tiles of the rung and coarser levels look better.
      case .failed(let sentence) where needs.shown.contains(tile):
        return tiles.refuse(key, sentence)
      case .missing where needs.shown.contains(tile): return tiles.refuse(key, nil)
      default: break
      }
    }
    states.add(ReductionCall(id: nextCall(), needs: needs, pieces: pieces))
  }
}
