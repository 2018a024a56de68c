import Platform
import Tiles

// Pictures that the source's tiles are cut from.

extension ProviderSource {
  /// Requests the pictures that the tiles need, most urgent first, and decodes them.
  func submitPictures() {
    guard let cutting else { return }
    let tiles = states.asked.map(\.key)
    let waiting = cutting.calls(
      for: tiles, of: levels, touched: states.keys, takeBack: { calls.takeBack($0) },
      nextCall: { nextCall() })
    if !calls.replace(waiting) {
      for key in tiles { settle(key, .failed(Self.noThread)) }
      return
    }
    if cutting.isRunningUnwanted, let running = cutting.running {
      decoders[running.format]?.cancel(running.id, now: lastTime)
      cutting.abandon()
    }
    settle(cutting.settled())
    decodePictures(now: lastTime)
  }

  func takePicture(_ answer: ProviderCall.Answer, of call: ProviderCall, now: Double) {
    guard let cutting else { return }
    settle(cutting.take(answer, of: call))
    decodePictures(now: now)
  }

  func takePicture(_ result: EncodedTileResult, format: String, now: Double) {
    guard let cutting, let outcomes = cutting.take(result, format: format) else { return }
    settle(outcomes)
    decodePictures(now: now)
  }

  /// Submits the next picture to the decoder of its format, unless one is working.
  private func decodePictures(now: Double) {
    guard let cutting else { return }
    while let next = cutting.next() {
      do throws(ProvidedTileFailure) {
        let format = try decoder(of: next.bytes)
        let id = nextCall()
        cutting.begin(
          PictureCutting.Decoding(
            id: id, format: format, pictureKey: next.pictureKey, position: next.position,
            area: next.area))
        decoders[format]?.submit(
          EncodedTile(
            id: id, bytes: next.bytes, size: next.position.size, area: next.area,
            shape: TileShape(edge: 1, overlap: 0)),
          now: now)
      } catch {
        settle(cutting.fail(next.pictureKey, error.sentence))
      }
    }
  }

  private func settle(_ outcomes: [PictureCutting.Outcome]) {
    for (key, state) in outcomes {
      if case .ready(let pixels) = state {
        take(pixels, for: key)
      } else {
        settle(key, state)
      }
    }
  }
}
