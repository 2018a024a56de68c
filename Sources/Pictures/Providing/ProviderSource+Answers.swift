import Geometry
import Platform
import Tiles
import Tiling

extension ProviderSource {
  /// Processes the results of the threads and the decoders, and returns the events.
  public func process(_ pollSet: PollSet, now: Double) -> [SourceEvent] {
    guard !tiles.isClosed else { return [] }
    lastTime = now
    var hasChanged = false
    if pollSet.isReadable(mailbox.descriptor) {
      for message in mailbox.takeAll() {
        hasChanged = true
        switch message {
        case .answered(let call, let answer): take(answer, of: call, now: now)
        case .reduced(let id, let key, let pixels):
          reducing.forget(id)
          guard reductions[key]?.id == id else { continue }
          reductions[key] = nil
          tiles.deliver(key, pixels)
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
    guard case .asked(call.id) = tileStates[key] else { return }
    guard isNeeded(key) else {
      tileStates[key] = nil
      return
    }
    switch answer {
    case .missing: settle(key, .missing)
    case .failed(let sentence): settle(key, .failed(sentence))
    case .encoded(let bytes, let part): decode(bytes, part, for: key, now: now)
    case .pixels(let pixels): take(pixels, for: key)
    }
  }

  private func isNeeded(_ key: TileKey) -> Bool {
    tiles.isPending(key) || betweenTiles.contains(key)
  }

  func take(_ pixels: ProvidedPixels, for key: TileKey) {
    if key.level.shape.overlap > 0 {
      if !pixels.hasOwnOverlap { fillOverlap(of: pixels, key) }
      if tiles.isPending(key) { neighbours[key] = pixels }
    }
    settle(key, .ready(pixels))
  }

  private func fillOverlap(of pixels: ProvidedPixels, _ key: TileKey) {
    for down in -1...1 {
      for right in -1...1 where (right, down) != (0, 0) {
        let other = TileKey(
          level: key.level, column: key.column + right, row: key.row + down, frame: key.frame)
        if case .ready(let near) = tileStates[other] {
          pixels.fillOverlap(from: near, right: right, down: down)
        } else if let near = neighbours[other] {
          pixels.fillOverlap(from: near, right: right, down: down)
        }
      }
    }
  }

  // MARK: Encoded pictures

  private func decode(_ bytes: [UInt8], _ part: PicturePart, for key: TileKey, now: Double) {
    let format: String
    do throws(ProvidedTileFailure) {
      format = try decoder(of: bytes)
    } catch {
      return settle(key, .failed(error.sentence))
    }
    lastCall += 1
    tileStates[key] = .decoding(lastCall, format: format, part)
    decoders[format]?.submit(
      EncodedTile(
        id: lastCall, bytes: bytes, size: part.picture, shape: part.shape(for: key.level.shape)),
      now: now)
  }

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
    for case .decoding in tileStates.values { return }
    if cutting?.running != nil { return }
    for decoder in decoders.values { decoder.close() }
    decoders = [:]
  }

  private func take(_ result: EncodedTileResult, format: String, now: Double) {
    if cutting != nil { return takePicture(result, format: format, now: now) }
    for (key, tile) in tileStates {
      guard case .decoding(result.id, format, let part) = tile else { continue }
      return take(result.outcome, part, for: key)
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
  func settle(_ key: TileKey, _ state: TileState) {
    tileStates[key] = state
    if tiles.isPending(key) { answer(key) }
    for user in users.removeValue(forKey: key) ?? [] {
      guard let count = lacking[user] else { continue }
      lacking[user] = count - 1
      if count == 1 { reduce(user) }
    }
  }

  /// Answers a pending tile of one of the provider's levels, if its outcome is known.
  func answer(_ key: TileKey) {
    switch tileStates[key] {
    case .ready(let pixels):
      tiles.deliver(key, pixels.memory)
      if !betweenTiles.contains(key) { tileStates[key] = nil }
    case .missing: tiles.refuse(key, nil)
    case .failed(let sentence): tiles.refuse(key, sentence)
    case .asked, .decoding, nil: break
    }
  }

  /// Queues the reduction of a pending tile whose rung tiles are all settled.
  func reduce(_ key: TileKey) {
    guard tiles.isPending(key), reductions[key] == nil, let needs = needs[key] else { return }
    var pieces: [TileKey: ProvidedPixels] = [:]
    for tile in needs.tiles {
      switch tileStates[tile] {
      case .ready(let pixels): pieces[tile] = pixels
      // The reduced tile would have a hole; other tiles of the rung and coarser levels look better.
      case .failed(let sentence) where needs.shown.contains(tile):
        return tiles.refuse(key, sentence)
      case .missing where needs.shown.contains(tile): return tiles.refuse(key, nil)
      default: break
      }
    }
    lastCall += 1
    reductions[key] = ReductionCall(id: lastCall, needs: needs, pieces: pieces)
  }
}
