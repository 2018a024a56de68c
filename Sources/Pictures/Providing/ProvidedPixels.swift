import Geometry
import Tiles

/// A provided tile's pixels, laid out as in a tile.
struct ProvidedPixels: Sendable {
  let memory: OwnedPixels
  let layout: TileLayout
  /// True if the overlap was provided too; otherwise it repeats the outermost pixels.
  let hasOwnOverlap: Bool

  /// Creates a tile from pixels that are still to be written, overlap included.
  init(_ memory: OwnedPixels, overlapping layout: TileLayout) {
    self.memory = memory
    self.layout = layout
    hasOwnOverlap = true
  }

  /// Creates a tile from a decoder's pixels, whose overlap repeats the outermost ones.
  init(_ memory: OwnedPixels, layout: TileLayout) {
    self.memory = memory
    self.layout = layout
    hasOwnOverlap = layout.overlap == 0
  }

  /// Cuts a tile from a decoded picture: the overlap is what surrounds the tile there, and repeats
  /// the outermost pixels at the picture's edges.
  init(_ picture: OwnedPixels, part: PicturePart, layout: TileLayout) {
    self.layout = layout
    hasOwnOverlap = true
    memory = OwnedPixels(count: layout.byteCount)
    let (width, height) = (part.picture.width, part.picture.height)
    let overlap = layout.overlap
    for row in 0..<layout.stored.height {
      let from = picture.base + min(max(part.area.minY + row - overlap, 0), height - 1) * width * 4
      let target = memory.base + row * layout.stride
      let first = max(0, overlap - part.area.minX)
      let last = min(layout.stored.width, width - part.area.minX + overlap)
      (target + first * 4).copyMemory(
        from: from + (part.area.minX - overlap + first) * 4, byteCount: (last - first) * 4)
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
    hasOwnOverlap = size == layout.stored
    bytes.withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      if hasOwnOverlap {
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

  /// Copies a neighbour's own pixels into the overlap; the neighbour is `right` and `down` tiles
  /// away.
  ///
  /// Call it only while nothing else has the pixels.
  func fillOverlap(from other: ProvidedPixels, right: Int, down: Int) {
    /// Returns the stored positions of the overlap on one axis, and the neighbour's first one for
    /// them.
    func span(_ step: Int, own: Int, others: Int) -> (target: Range<Int>, source: Int) {
      let overlap = layout.overlap
      switch step {
      case 0: return (overlap..<(overlap + own), overlap)
      case 1: return ((overlap + own)..<(overlap + own + min(overlap, others)), overlap)
      default:
        let count = min(overlap, others)
        return ((overlap - count)..<overlap, overlap + others - count)
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
