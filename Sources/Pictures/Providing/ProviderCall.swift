import Geometry
import Platform
import Tiles

/// One call to a provider.
package struct ProviderCall: Identifiable, Sendable {
  /// The identifier of the call in its source.
  package let id: UInt64
  /// The requested tile.
  package let request: ProvidedTileRequest

  /// The provider's answer.
  enum Answer: Sendable {
    case pixels(CellPixels)
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
      return .pixels(CellPixels(bytes, size: size, layout: layout))
    }
  }
}

/// The part of an encoded picture that is a tile.
struct PicturePart: Hashable, Sendable {
  /// The size of the picture.
  let picture: PixelSize
  /// The tile's own area of it.
  let area: PixelRect
  /// True if the tile is cut from the picture; false if the picture is the tile.
  let isCut: Bool

  /// Creates a part that is cut from a picture.
  init(picture: PixelSize, area: PixelRect) {
    self.picture = picture
    self.area = area
    isCut = true
  }

  /// Creates a part that is a whole picture.
  init(whole size: PixelSize) {
    picture = size
    area = PixelRect(size)
    isCut = false
  }

  /// The shape in which to decode the picture: one to be cut has no overlap.
  func shape(for shape: TileShape) -> TileShape {
    isCut ? TileShape(edge: max(picture.width, picture.height), overlap: 0) : shape
  }
}

/// A provided tile's pixels, laid out as in a tile.
struct CellPixels: Sendable {
  let memory: OwnedPixels
  let layout: TileLayout
  /// True if the overlap was provided too; otherwise it repeats the outermost pixels.
  let hasOwnBorder: Bool

  /// Creates a tile from pixels that are still to be written, overlap included.
  init(_ memory: OwnedPixels, bordered layout: TileLayout) {
    self.memory = memory
    self.layout = layout
    hasOwnBorder = true
  }

  /// Creates a tile from a decoder's pixels, whose overlap repeats the outermost ones.
  init(_ memory: OwnedPixels, layout: TileLayout) {
    self.memory = memory
    self.layout = layout
    hasOwnBorder = layout.overlap == 0
  }

  /// Cuts a tile from a decoded picture: the overlap is what surrounds the tile there, and repeats
  /// the outermost pixels at the picture's edges.
  init(_ picture: OwnedPixels, part: PicturePart, layout: TileLayout) {
    self.layout = layout
    hasOwnBorder = true
    memory = OwnedPixels(count: layout.byteCount)
    let (width, height) = (part.picture.width, part.picture.height)
    let border = layout.overlap
    for row in 0..<layout.stored.height {
      let from = picture.base + min(max(part.area.minY + row - border, 0), height - 1) * width * 4
      let target = memory.base + row * layout.stride
      let first = max(0, border - part.area.minX)
      let last = min(layout.stored.width, width - part.area.minX + border)
      (target + first * 4).copyMemory(
        from: from + (part.area.minX - border + first) * 4, byteCount: (last - first) * 4)
      for column in 0..<first { (target + column * 4).copyMemory(from: from, byteCount: 4) }
      for column in last..<layout.stored.width {
        (target + column * 4).copyMemory(from: from + (width - 1) * 4, byteCount: 4)
      }
    }
  }

  /// Creates a tile from rows without padding, with or without overlap.
  init(_ bytes: [UInt8], size: PixelSize, layout: TileLayout) {
    self.layout = layout
    memory = OwnedPixels(count: layout.byteCount)
    hasOwnBorder = size == layout.stored
    bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      if hasOwnBorder {
        memory.base.copyMemory(from: base, byteCount: layout.byteCount)
        return
      }
      for row in 0..<layout.stored.height {
        let own = min(max(row - layout.overlap, 0), layout.area.height - 1)
        let target = memory.base + row * layout.stride
        let from = base + own * layout.area.width * 4
        (target + layout.overlap * 4).copyMemory(from: from, byteCount: layout.area.width * 4)
        for column in 0..<layout.overlap {
          (target + column * 4).copyMemory(from: from, byteCount: 4)
          (target + layout.stride - (column + 1) * 4)
            .copyMemory(from: from + (layout.area.width - 1) * 4, byteCount: 4)
        }
      }
    }
  }

  /// The address of the tile's own first pixel, after the overlap.
  var origin: UnsafeMutableRawPointer {
    memory.base + layout.overlap * (layout.stride + layout.bytesPerPixel)
  }

  /// Copies a neighbour's own pixels into the overlap; the neighbour is `right` and `down` cells
  /// away.
  ///
  /// Call it only while nothing else has the pixels.
  func fillBorder(from other: CellPixels, right: Int, down: Int) {
    /// Returns the stored positions of the overlap on one axis, and the neighbour's first one for
    /// them.
    func span(_ step: Int, own: Int, others: Int) -> (target: Range<Int>, source: Int) {
      let border = layout.overlap
      switch step {
      case 0: return (border..<(border + own), border)
      case 1: return ((border + own)..<(border + own + min(border, others)), border)
      default:
        let count = min(border, others)
        return ((border - count)..<border, border + others - count)
      }
    }
    let x = span(right, own: layout.area.width, others: other.layout.area.width)
    let y = span(down, own: layout.area.height, others: other.layout.area.height)
    for (index, row) in y.target.enumerated() {
      (memory.base + row * layout.stride + x.target.lowerBound * 4).copyMemory(
        from: other.memory.base + (y.source + index) * other.layout.stride + x.source * 4,
        byteCount: x.target.count * 4)
    }
  }
}
