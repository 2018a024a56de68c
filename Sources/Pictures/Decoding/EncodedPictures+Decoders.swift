import Geometry
import Platform
import Providing
import Tiles

extension EncodedPictures {
  /// Decodes a provider's encoded tiles like pictures in files: one locked-down process for each
  /// format.
  ///
  /// The pool belongs to the source's thread. An empty profile means sRGB.
  package static func lockedDown(
    _ desk: DecoderDesk, shape: TileShape, displayProfile: [UInt8] = []
  ) -> EncodedPictures {
    lockedDown(desk) {
      EncodedTileDecoder(format: $0, shape: shape, displayProfile: displayProfile, desk: desk)
    }
  }

  /// Decoders for pictures of at most `size` that several tiles are cut from.
  package static func lockedDown(
    _ desk: DecoderDesk, pictures size: PixelSize, displayProfile: [UInt8] = []
  ) -> EncodedPictures {
    lockedDown(desk) {
      EncodedTileDecoder(format: $0, pictures: size, displayProfile: displayProfile, desk: desk)
    }
  }

  private static func lockedDown(
    _ desk: DecoderDesk, makeDecoder: @escaping (PictureFormat) -> EncodedTileDecoder
  ) -> EncodedPictures {
    EncodedPictures(
      format: { PictureFormat.sniff(Array($0)).flatMap { $0.isTileFormat ? $0.name : nil } },
      makeDecoder: { name in
        guard let format = PictureFormat.named(name) else {
          throw UnknownFormat(name: name)
        }
        return EncodedTileQueue(makeDecoder(format), desk: desk)
      })
  }

  /// The error for an unknown format.
  private struct UnknownFormat: Error, CustomStringConvertible {
    let name: String
    var description: String { "tiles in \(name) can't be decoded" }
  }
}

/// A decoder, and tiles waiting for space in its arena.
private final class EncodedTileQueue: EncodedTileDecoding {
  private let decoder: EncodedTileDecoder
  private let desk: DecoderDesk
  private var waiting: [EncodedTile] = []

  init(_ decoder: EncodedTileDecoder, desk: DecoderDesk) {
    self.decoder = decoder
    self.desk = desk
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
    desk.addDescriptors(to: &pollSet)
  }

  var nextDeadline: Double? { decoder.nextDeadline }

  func process(_ pollSet: PollSet, now: Double) -> [EncodedTileResult] {
    let events = decoder.process(pollSet, now: now)
    desk.reap()
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
