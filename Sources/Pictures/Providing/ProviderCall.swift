import Geometry
import Platform

/// One call to a provider.
package struct ProviderCall: Identifiable, Sendable {
  /// The identifier of the call in its source.
  package let id: UInt64
  /// The requested tile.
  package let request: ProvidedTileRequest

  enum Answer: Sendable {
    case pixels(ProvidedPixels)
    case encoded([UInt8], PicturePart)
    case missing
    case failed(String)
  }

  /// Makes the call, on the current thread, and lays out the pixels as in a tile.
  func answer(of provider: any TileProvider) -> Answer {
    do {
      return answer(try provider.tile(request))
    } catch {
      return .failed(escapedForDisplay("\(error)".utf8, limit: 500))
    }
  }

  /// Converts a provided tile to an answer, with its pixels laid out as in a tile.
  func answer(_ tile: ProvidedTile) -> Answer {
    switch tile {
    case .missing: return .missing
    case .encoded(let bytes):
      return .encoded(bytes, PicturePart(whole: request.size))
    case .encodedPart(let bytes, let size, let area):
      guard area.size == request.size, PixelRect(size).intersection(area) == area else {
        return .failed(
          "the provider returned \(area.width) × \(area.height) pixels of a picture of "
            + "\(size.width) × \(size.height), not \(request.size.width) × \(request.size.height)")
      }
      return .encoded(bytes, PicturePart(picture: size, area: area))
    case .pixels(let size, let bytes):
      let layout = request.key.layout
      guard size == layout.area || size == layout.stored else {
        return .failed(
          "the tile has \(size.width) × \(size.height) pixels, not "
            + "\(layout.area.width) × \(layout.area.height)")
      }
      guard checkedProduct(size.width, size.height, 4) == bytes.count else {
        return .failed(
          "the tile has \(bytes.count) bytes, not \(size.width) × \(size.height) × 4")
      }
      return .pixels(ProvidedPixels(bytes, size: size, layout: layout))
    }
  }
}
