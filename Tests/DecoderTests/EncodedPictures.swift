import Decoding
import Geometry
import Platform
import Testing
import Tiles

/// An encoded picture for a decoder, and the requested area; `nil` for all.
struct EncodedPiece {
  var bytes: [UInt8]
  var size: PixelSize
  var area: PixelRect?
}

/// The outcome for an encoded picture.
enum EncodedOutcome {
  case pixels(OwnedPixels)
  case failure(String)
}

extension EncodedTileDecoder {
  /// Decodes pictures as there is room, until all are answered or `limit` seconds have passed;
  /// returns the outcomes by number.
  func outcomes(
    of pieces: [EncodedPiece], _ pool: DecoderPool, limit: Double = 60
  ) -> [UInt64: EncodedOutcome] {
    var outcomes: [UInt64: EncodedOutcome] = [:]
    var next = 0
    let end = MonotonicClock.now() + limit
    while outcomes.count < pieces.count, MonotonicClock.now() < end {
      while next < pieces.count, freePlaces > 0 {
        let piece = pieces[next]
        let isTaken = decode(
          piece.bytes, id: UInt64(next), size: piece.size, area: piece.area,
          now: MonotonicClock.now())
        #expect(isTaken)
        next += 1
      }
      var pollSet = PollSet()
      addDescriptors(to: &pollSet)
      pool.addDescriptors(to: &pollSet)
      let due = nextDeadline.map { max(0, $0 - MonotonicClock.now()) }
      pollSet.wait(timeout: min(1, due ?? 1))
      for event in process(pollSet, now: MonotonicClock.now()) {
        switch event {
        case .decoded(let id, let pixels): outcomes[id] = .pixels(pixels)
        case .failed(let id, let sentence): outcomes[id] = .failure(sentence)
        }
      }
      pool.reap()
    }
    return outcomes
  }
}
