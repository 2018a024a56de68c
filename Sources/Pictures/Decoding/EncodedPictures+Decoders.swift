import Geometry
import Platform
import Providing
import Tiles

extension EncodedPictures {
  /// Decodes a provider's encoded tiles like pictures in files: one sandboxed process for each
  /// format.
  ///
  /// The pool belongs to the source's thread. An empty profile means sRGB.
  package static func sandboxed(
    _ pool: DecoderPool, shape: TileShape, displayProfile: [UInt8] = []
  ) -> EncodedPictures {
    sandboxed(pool) {
      EncodedTileDecoder(format: $0, shape: shape, displayProfile: displayProfile, pool: pool)
    }
  }

  /// Decoders for pictures of at most `size` that several tiles are cut from.
  package static func sandboxed(
    _ pool: DecoderPool, pictures size: PixelSize, displayProfile: [UInt8] = []
  ) -> EncodedPictures {
    sandboxed(pool) {
      EncodedTileDecoder(format: $0, pictures: size, displayProfile: displayProfile, pool: pool)
    }
  }

  private static func sandboxed(
    _ pool: DecoderPool, makeDecoder: @escaping (PictureFormat) -> EncodedTileDecoder
  ) -> EncodedPictures {
    EncodedPictures(
      format: { PictureFormat.sniff(Array($0)).flatMap { $0.isTileFormat ? $0.name : nil } },
      makeDecoder: { name in
        guard let format = PictureFormat.named(name) else {
          throw UnknownFormat(name: name)
        }
        return EncodedTileQueue(makeDecoder(format), pool: pool)
      })
  }

  private struct UnknownFormat: Error, CustomStringConvertible {
    let name: String
    var description: String { "tiles in \(name) can't be decoded" }
  }
}

/// A decoder, and tiles waiting for space in its arena.
private final class EncodedTileQueue: EncodedTileDecoding {
  private let decoder: EncodedTileDecoder
  private let pool: DecoderPool
  private var waiting: [EncodedTile] = []

  init(_ decoder: EncodedTileDecoder, pool: DecoderPool) {
    self.decoder = decoder
    self.pool = pool
  }

  var memoryBytes: Int { decoder.memoryBytes + waiting.reduce(0) { $0 + $1.bytes.count } }

  func submit(_ encoded: EncodedTile, now: Double) {
    waiting.append(encoded)
    fill(now: now)
  }

  private func fill(now: Double) {
    while let next = waiting.first,
      decoder.decode(next.bytes, id: next.id, size: next.size, area: next.area, now: now)
    {
      waiting.removeFirst()
    }
  }

  func cancel(_ id: UInt64, now: Double) {
    waiting.removeAll { $0.id == id }
    decoder.cancel(id: id)
  }

  func addDescriptors(to pollSet: inout PollSet) {
    decoder.addDescriptors(to: &pollSet)
    pool.addDescriptors(to: &pollSet)
  }

  var nextDeadline: Double? { decoder.nextDeadline }

  func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult] {
    let events = decoder.process(pollSet, now: now)
    pool.reap()
    fill(now: now)
    return events.map { event in
      switch event {
      case .decoded(let id, let pixels): EncodedTileResult(id: id, outcome: .pixels(pixels))
      case .failed(let id, let sentence): EncodedTileResult(id: id, outcome: .failed(sentence))
      }
    }
  }

  func close() {
    waiting.removeAll()
    decoder.close()
  }
}
